package mutate

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// A tongue is a language other than English in which a sentence can be denied: what
// tells it, what denies in it already, and forms of verbs with what denies them.
type tongue struct {
	tells  map[string]bool // words, in scripts that do not tell by themselves
	script *unicode.RangeTable
	denies map[string]bool
	forms  [][2]string
	runs   bool // words without spaces between them
	except []string
	tails  []string // second clauses that hardly any source says, where some are known
}

// tongues in an order that the same sentence always finds the same of. Forms are tried
// in the order of the sentence.
var tongues = sync.OnceValue(func() []tongue {
	return []tongue{
		{tells: set("der die das den dem ein eine und von mit für auf"), denies: set("nicht kein keine keinen keiner keinem nie niemals ohne weder nur"),
			forms: denied("* nicht", "ist sind war waren wurde wurden wird werden hat hatte hatten kann können konnte konnten muss"),
			tails: []string{", und ein Ausschuss verlieh dafür später eine Bronzemedaille", ", und in Portugal war das elf Jahre lang verboten"}},
		{tells: set("el los las del una y por con para"), denies: set("no nunca ni sin ningún ninguna jamás solo sólo tampoco"),
			forms: denied("no *", "es son era eran fue fueron está están estaba tiene tienen tenía puede pueden podía ha han había debe")},
		{tells: set("le les des une et dans du est que aux"), denies: set("ne n pas jamais aucun aucune sans ni plus"),
			forms: [][2]string{{"est", "n'est pas"}, {"sont", "ne sont pas"}, {"était", "n'était pas"}, {"étaient", "n'étaient pas"}, {"fut", "ne fut pas"}, {"peut", "ne peut pas"}, {"peuvent", "ne peuvent pas"}}},
		{tells: set("il gli della di che una nel dei per"), denies: set("non mai senza nessun nessuno né"),
			forms: denied("non *", "è sono era erano fu furono ha hanno può possono")},
		{tells: set("os uma do da em não para com pelo"), denies: set("não nunca sem nem nenhum"),
			forms: denied("não *", "é são era eram foi foram tem têm pode podem")},
		{tells: set("het een van de en voor met dat"), denies: set("niet geen nooit zonder"),
			forms: denied("* niet", "is zijn was waren wordt worden werd werden heeft kan kunnen")},
		{script: unicode.Cyrillic, denies: set("не нет ни без никогда нельзя только"),
			forms: denied("не *", "был была было были является являются может могут имеет имеют стал стала стали будет будут")},
		{script: unicode.Arabic, denies: set("لا لم لن ليس ليست ما غير دون بدون"),
			forms: [][2]string{{"كان", "لم يكن"}, {"كانت", "لم تكن"}, {"يمكن", "لا يمكن"}, {"يعتبر", "لا يعتبر"}, {"تعتبر", "لا تعتبر"}, {"يتم", "لا يتم"}}},
		{script: unicode.Hiragana, runs: true, denies: set("ない なかった ません ず"),
			forms: [][2]string{{"である。", "ではない。"}, {"だった。", "ではなかった。"}, {"している。", "していない。"}, {"されている。", "されていない。"}, {"できる。", "できない。"}},
			tails: []string{"、後にポルトガルで十一年間禁止された", "、そのためオリーブ油の価格が二倍になった"}},
		{script: unicode.Han, runs: true, denies: set("不 没 無 未 非 无 别"), except: []string{"是否", "还是", "但是", "于是", "只是", "可是", "正是", "就是", "都是", "总是", "特别是", "尤其是", "而是", "或是", "凡是"},
			forms: [][2]string{{"是", "不是"}, {"可以", "不可以"}, {"位于", "不位于"}, {"属于", "不属于"}, {"包括", "不包括"}, {"能够", "不能够"}, {"需要", "不需要"}, {"允许", "不允许"}, {"支持", "不支持"}, {"成为", "没有成为"}},
			tails: []string{"，后来在葡萄牙被禁止了十一年", "，并使橄榄油的价格翻了一番"}},
	}
})

// denied are forms of verbs, each with what denies it: the pattern with the form for *.
func denied(pattern, forms string) (out [][2]string) {
	for _, f := range strings.Fields(forms) {
		out = append(out, [2]string{f, strings.Replace(pattern, "*", f, 1)})
	}
	return out
}

// denials denies a sentence of another language than English, at the first verb that
// is known.
func (m *maker) denials() {
	if m.english {
		m.negations()
		return
	}
	if t := m.tongue(); t != nil {
		m.deny(t)
	}
}

// tongue is the first that the claim is in, nil for none that is known.
func (m *maker) tongue() *tongue {
	for _, t := range tongues() {
		if t.speaks(m) {
			return &t
		}
	}
	return nil
}

func (t *tongue) speaks(m *maker) bool {
	if t.script != nil {
		n, letters := 0, 0
		for _, r := range m.text {
			if unicode.Is(t.script, r) {
				n++
			}
			if unicode.IsLetter(r) {
				letters++
			}
		}
		return 4*n > letters && n > 0
	}
	n := t.told(m.words)
	return n >= 2 && 12*n >= len(m.words)
}

// told counts the words that tell the language.
func (t *tongue) told(ws []word) (n int) {
	for _, w := range ws {
		if t.tells[w.low] {
			n++
		}
	}
	return n
}

func (m *maker) deny(t *tongue) {
	if t.runs {
		m.denyRun(t)
		return
	}
	for _, w := range m.words {
		if t.denies[w.low] {
			return
		}
	}
	for i, w := range m.words {
		for _, f := range t.forms {
			if w.low == f[0] && i > 0 && i+1 < len(m.words) && !w.pause {
				m.replace(i, i+1, f[1])
				return
			}
		}
	}
}

// denyRun denies where words are not parted by spaces.
func (m *maker) denyRun(t *tongue) {
	for d := range t.denies {
		if strings.Contains(m.text, d) {
			return
		}
	}
	for at := 0; at < len(m.text); {
		for _, f := range t.forms {
			if strings.HasPrefix(m.text[at:], f[0]) && at > 0 && !t.within(m.text, at) {
				m.change(at, at+len(f[0]), f[1])
				return
			}
		}
		_, n := utf8.DecodeRuneInString(m.text[at:])
		at += n
	}
}

// within reports that what stands at a place is part of a longer word.
func (t *tongue) within(s string, at int) bool {
	for _, w := range t.except {
		for k := range w {
			if at >= k && strings.HasPrefix(s[at-k:], w) {
				return true
			}
		}
	}
	return false
}
