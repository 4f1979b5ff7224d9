package text

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// hanNegators deny what follows them, unless they are part of one of hanInnocent.
const hanNegators = "不没沒未无無非勿莫"

var hanInnocent = []string{"不同", "不断", "不仅", "不僅", "不只", "不能只", "不能仅", "不要只", "不要仅", "不应只", "不过", "不過", "不管", "不论", "不論", "不错", "不久", "不得不", "无论", "無論",
	"无线", "無線", "非常", "未来", "未來", "没关系", "无限", "無限", "不要紧", "差不多", "除非", "是非", "并非常", "非洲", "莫斯", "南无", "不動産", "不动产",
	"有無", "有无", "無料", "未満", "未满", "無事", "不思議", "不安", "不便", "不況", "非公開"}

// kanaNegations end a Japanese predicate and deny it.
var kanaNegations = []string{"ていない", "ではない", "じゃない", "でない", "なかった", "なくて", "ません", "ない", "なく", "ずに", "ぬ"}

// hangulNegations are stems that deny what stands before them, in a word or behind one; what they are
// part of in hangulInnocent denies nothing.
var (
	hangulNegations = []string{"않", "없", "아니", "아닌", "아닙", "아님", "못하", "못한", "못했", "못해", "못함", "못할", "불가", "금지", "미지원", "미사용", "미포함", "미적용", "미구현", "미설정"}
	hangulInnocent  = []string{"끊임없", "틀림없", "어김없", "빠짐없", "변함없", "상관없", "관계없", "못지않", "머지않", "없애", "없앴", "불가피", "아니라"}
)

// KanaEmpty are particles and endings that say nothing by themselves.
var KanaEmpty = WordSet(`は が を に へ と で も の や か ね よ から まで より など して した する された される している しています
	ている ています いる ある です でした ます ました という として による について における において により によって ための ため
	その この あの それ これ また および または ので のは のが のを には では とは にも でも からの への での との し て た だ な
	さ れ れる られる らの ら い く る り け せ め え`)

// scanCJK takes a run of Han, kana or Hangul. Han runs become overlapping
// bigrams, katakana runs one word each, hiragana runs little or nothing.
func (s *Scanner) scanCJK(start, end int) int {
	r, n := utf8.DecodeRuneInString(s.Text[start:end])
	switch {
	case IsKatakana(r):
		i := runOf(s.Text, start, end, func(r rune) bool { return IsKatakana(r) || r == 'ー' })
		s.pushCJK(start, i, 1.1)
		return i
	case IsHiragana(r):
		i := runOf(s.Text, start, end, IsHiragana)
		s.scanHiragana(start, i)
		return i
	case IsHangul(r):
		i := runOf(s.Text, start, end, IsHangul)
		s.scanHangul(s.behindScale(start, i), i)
		return i
	case IsHan(r):
		i := runOf(s.Text, start, end, IsHan)
		s.scanHan(s.behindScale(start, i), i)
		return i
	}
	return start + n
}

// behindScale is where a run begins without the scale of the number before it: 120万 is one number.
func (s *Scanner) behindScale(start, end int) int {
	if start > 0 && IsDigitByte(s.Text[start-1]) {
		if scale := OpensScale(s.Text[start:end]); scale != nil {
			return start + len(scale.Sign)
		}
	}
	return start
}

func runOf(source string, start, end int, is func(rune) bool) int {
	for start < end {
		r, n := utf8.DecodeRuneInString(source[start:end])
		if !is(r) {
			break
		}
		start += n
	}
	return start
}

// scanHan cuts a run at negators and numerals, which stand for themselves.
func (s *Scanner) scanHan(start, end int) {
	from := start
	for i := start; i < end; {
		r, n := utf8.DecodeRuneInString(s.Text[i:end])
		skip := 0
		if strings.ContainsRune(hanNegators, r) {
			for _, w := range hanInnocent {
				if strings.HasPrefix(s.Text[i:end], w) {
					skip = len(w)
					break
				}
			}
			if skip == 0 {
				s.bigrams(from, i, 0.6)
				s.push(Token{Start: int32(i), End: int32(i + n), Unit: s.Unit, Low: s.Text[i : i+n], Stem: "不", Marks: MarkNeg | MarkCJK | s.breakMark()})
				from = i + n
			} else {
				n = skip
			}
		} else if isHanDigit(r) {
			j := runOf(s.Text, i, end, func(r rune) bool { return isHanDigit(r) || isHanScale(r) })
			if strings.HasPrefix(s.Text[i:], "百分") {
				j = i + len("百") // of a percentage, or of its points
			} else if strings.HasSuffix(s.Text[:i], "第") || strings.HasSuffix(s.Text[:i], "百分之") || hanNumberAt(s.Text, i, j, end) {
				s.bigrams(from, i, 0.6)
				s.push(Token{Start: int32(i), End: int32(j), Unit: s.Unit, Low: s.Text[i:j], Stem: s.Text[i:j], Weight: 1, Marks: MarkNumber | MarkCJK | s.breakMark()})
				from, n = j, j-i
			}
			n = max(n, j-i)
		}
		i += n
	}
	s.bigrams(from, end, 0.6)
}

func (s *Scanner) breakMark() Marks {
	if s.brk {
		return MarkBreak
	}
	return 0
}

// scanHiragana finds the negation at the end of a predicate; the rest is grammar,
// save for long runs, which hold words.
func (s *Scanner) scanHiragana(start, end int) {
	run := s.Text[start:end]
	for _, neg := range kanaNegations {
		if at := strings.Index(run, neg); at >= 0 && !strings.Contains(run, "かもしれない") && !strings.Contains(run, "なければならない") &&
			!strings.HasPrefix(run[at:], "ないし") && !strings.HasPrefix(run, "すくない") && !strings.HasPrefix(run, "はかない") {
			s.kana(start, start+at)
			s.push(Token{Start: int32(start + at), End: int32(start + at + len(neg)), Unit: s.Unit, Low: neg, Stem: "ない", Marks: MarkNeg | MarkCJK})
			s.kana(start+at+len(neg), end)
			return
		}
	}
	s.kana(start, end)
}

// scanHangul finds the negation that a word of Korean is or ends with: 않는다, 없이, 지원하지못한다. 안 and 못 alone
// deny what follows them.
func (s *Scanner) scanHangul(start, end int) {
	word := s.Text[start:end]
	neg := Token{Start: int32(start), End: int32(end), Unit: s.Unit, Low: word, Stem: word, Marks: MarkNeg | MarkCJK | s.breakMark()}
	if word == "안" || word == "못" {
		s.push(neg)
		return
	}
	for _, stem := range hangulNegations {
		at := strings.Index(word, stem)
		if at < 0 || slices.ContainsFunc(hangulInnocent, func(w string) bool { return strings.Contains(word, w) }) {
			continue
		}
		s.bigrams(start, start+at, 0.6)
		if neg.Start, neg.Low, neg.Stem = int32(start+at), word[at:], "ない"; at > 0 {
			neg.Marks &^= MarkBreak
		}
		s.push(neg)
		return
	}
	s.bigrams(start, end, 0.6)
}

func (s *Scanner) kana(start, end int) {
	if run := s.Text[start:end]; run != "" && !KanaEmpty.Has(run) {
		s.bigrams(start, end, 0.2)
	}
}

func (s *Scanner) bigrams(start, end int, weight float32) {
	if start >= end {
		return
	}
	_, n := utf8.DecodeRuneInString(s.Text[start:end])
	if start+n >= end {
		s.pushCJK(start, end, weight*0.8)
		return
	}
	for i := start; i+n < end; {
		_, m := utf8.DecodeRuneInString(s.Text[i+n : end])
		s.pushCJK(i, i+n+m, weight)
		i, n = i+n, m
	}
}

func (s *Scanner) pushCJK(start, end int, weight float32) {
	w := s.Text[start:end]
	t := Token{Start: int32(start), End: int32(end), Unit: s.Unit, Low: w, Stem: w, Weight: weight, Marks: MarkCJK | s.breakMark()}
	if s.first {
		t.Marks |= MarkFirst
		s.first = false
	}
	s.push(t)
}

const (
	hanDigits = "〇一二三四五六七八九两零"
	hanScales = "十百千万亿億萬"
	// hanCounters follow a numeral that counts.
	hanCounters = "个個人年月日次名位只匹条本台枚つ歳岁回件种種家座部队隊支张張点天小秒分時时倍层階頭头羽軒艘杯足度届目章页頁层辆棵块成割週周"
)

func isHanDigit(r rune) bool { return strings.ContainsRune(hanDigits, r) || r == '十' || r == '百' }
func isHanScale(r rune) bool { return strings.ContainsRune(hanScales, r) }

// hanNumberAt tells a number from a character of a word: 三人, 二十, 一千 count, the
// 一 of 统一 or 一般 does not.
func hanNumberAt(source string, i, j, end int) bool {
	if utf8.RuneCountInString(source[i:j]) >= 2 && !strings.HasPrefix(source[i:j], "百千") {
		return true
	}
	if source[i:j] == "一" {
		return false // mostly "a": 一人の男性
	}
	if rest, minutes := strings.CutPrefix(source[j:], "分"); minutes && source[i:j] == "十" && !opensWithAny(rest, "间間钟鐘後后前以内") {
		return false // 十分な理由: enough
	}
	return OpensWithCounter(source[j:])
}

func opensWithAny(s, signs string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return s != "" && strings.ContainsRune(signs, r)
}

// OpensWithCounter reports a text that begins with a sign for what a number before it counts: 个, 回.
func OpensWithCounter(s string) bool {
	return opensWithAny(s, hanCounters)
}

// HanNumber reads 三, 二十五, 一百二十, 三万, 二〇二六.
func HanNumber(s string) (float64, bool) {
	var total, section, digit float64
	positional, scaled := 0.0, false
	for _, r := range s {
		switch r {
		case '十', '百', '千':
			scale := map[rune]float64{'十': 10, '百': 100, '千': 1000}[r]
			section += max(digit, 1) * scale
			digit, scaled = 0, true
		case '万', '萬', '亿', '億':
			scale := 1e4
			if r == '亿' || r == '億' {
				scale = 1e8
			}
			total += max(section+digit, 1) * scale
			section, digit, scaled = 0, 0, true
		default:
			at := strings.IndexRune(hanDigits, r)
			if at < 0 {
				return 0, false
			}
			d := float64(at / 3)
			if d == 10 {
				d = 2 // 两
			} else if d == 11 {
				d = 0 // 零
			}
			digit = d
			positional = positional*10 + d
		}
	}
	if !scaled {
		return positional, len(s) > 0
	}
	return total + section + digit, true
}

// WithoutSpaces reports a text with Han, kana or Hangul in it.
func WithoutSpaces(s string) bool { return strings.ContainsFunc(s, IsCJK) }

// A CJKScale multiplies the number before its sign.
type CJKScale struct {
	Sign  string
	Scale float64
}

// OpensScale is the scale that a text begins with behind digits, nil for none. 조각 are pieces, and 조건 terms.
func OpensScale(s string) *CJKScale {
	at := slices.IndexFunc(cjkScales, func(scale CJKScale) bool { return strings.HasPrefix(s, scale.Sign) })
	if at < 0 {
		return nil
	}
	if behind, _ := utf8.DecodeRuneInString(s[len(cjkScales[at].Sign):]); cjkScales[at].Sign == "조" && strings.ContainsRune("각합건직항치립율정", behind) {
		return nil
	}
	return &cjkScales[at]
}

// cjkScales stand behind digits or Han numerals, the longest first.
var cjkScales = []CJKScale{{"万亿", 1e12}, {"萬億", 1e12}, {"百万", 1e6}, {"千万", 1e7}, {"百億", 1e10}, {"万", 1e4}, {"萬", 1e4}, {"亿", 1e8}, {"億", 1e8}, {"兆", 1e12}, {"千", 1e3}, {"百", 100},
	{"백만", 1e6}, {"천만", 1e7}, {"백억", 1e10}, {"천억", 1e11}, {"만", 1e4}, {"억", 1e8}, {"조", 1e12}, {"천", 1e3}, {"백", 100}}
