package text

import (
	"strings"
	"sync"
	"unicode"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/arabic"
	"github.com/blevesearch/snowballstem/dutch"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/french"
	"github.com/blevesearch/snowballstem/german"
	"github.com/blevesearch/snowballstem/italian"
	"github.com/blevesearch/snowballstem/portuguese"
	"github.com/blevesearch/snowballstem/russian"
	"github.com/blevesearch/snowballstem/spanish"
	"github.com/blevesearch/snowballstem/swedish"
)

var stemmers = map[string]func(*snowballstem.Env) bool{
	"en": english.Stem, "de": german.Stem, "fr": french.Stem, "es": spanish.Stem, "it": italian.Stem,
	"pt": portuguese.Stem, "nl": dutch.Stem, "sv": swedish.Stem, "ru": russian.Stem,
	"ar": arabic.Stem,
}

// irregular are English forms that stemming leaves apart.
var irregular = map[string]string{
	"wrote": "write", "written": "write", "writes": "write", "began": "begin", "begun": "begin", "won": "win", "ran": "run", "held": "hold",
	"kept": "keep", "left": "leave", "led": "lead", "met": "meet", "paid": "pay", "sold": "sell", "sent": "send", "built": "build",
	"bought": "buy", "brought": "bring", "thought": "think", "taught": "teach", "caught": "catch", "fought": "fight", "sought": "seek",
	"stood": "stand", "understood": "understand", "told": "tell", "lost": "lose", "spent": "spend", "grew": "grow", "grown": "grow",
	"knew": "know", "known": "know", "threw": "throw", "thrown": "throw", "drew": "draw", "drawn": "draw", "flew": "fly", "flown": "fly",
	"chose": "choose", "chosen": "choose", "broke": "break", "broken": "break", "spoke": "speak", "spoken": "speak", "drove": "drive",
	"driven": "drive", "rose": "rise", "risen": "rise", "sang": "sing", "sung": "sing", "swam": "swim", "fell": "fall", "fallen": "fall",
	"gave": "give", "given": "give", "took": "take", "taken": "take", "shown": "show", "came": "come", "became": "become", "went": "go",
	"gone": "go", "died": "die", "dies": "die", "dying": "die", "death": "die", "dead": "die", "born": "birth", "children": "child", "men": "man", "women": "woman",
	"people": "person", "feet": "foot", "wives": "wife", "lives": "live", "life": "live", "analyses": "analysis", "indices": "index", "indexes": "index", "matrices": "matrix",
	"data": "datum", "criteria": "criterion", "phenomena": "phenomenon", "made": "make", "found": "find", "founded": "founded", "saw": "see", "seen": "see",
	"said": "say", "felt": "feel", "lay": "lie", "lain": "lie", "shot": "shoot", "hid": "hide", "hidden": "hide", "bore": "bear",
	"stuck": "stick", "struck": "strike", "sank": "sink", "sunk": "sink", "fed": "feed", "bred": "breed", "fled": "flee", "wound": "wound",
	"got": "get", "gotten": "get", "better": "good", "best": "best", "worse": "bad", "worst": "worst", "was": "be", "were": "be", "is": "be",
	"acting": "act", "actor": "act", "actress": "act", "singer": "sing", "singing": "sing", "writer": "write", "writing": "write",
}

// asAmerican writes -ize where British English may write -ise.
func asAmerican(word string) string {
	for _, end := range [...]string{"ise", "ises", "ised", "ising", "isation", "isations", "iser", "isers"} {
		if base, ok := strings.CutSuffix(word, end); ok && len(base) > 3 && !alwaysIse.Has(base) {
			return base + "iz" + end[2:]
		}
	}
	return word
}

// alwaysIse are words that end in -ise everywhere, without it.
var alwaysIse = WordSet(`adverti compr comprom dev disgu enterpr exerc expert franch improv otherw prec prem prom surpr superv telev likew parad
	merchand conc appra adv advert treat desp chast surm exc dem clockw anticlockw turquo tort porpo pra bru cru pract`)

// spellings are stems of British words, and what they are of the American ones.
var spellings = map[string]string{
	"colour": "color", "favour": "favor", "favourit": "favorit", "behaviour": "behavior", "honour": "honor", "labour": "labor", "neighbour": "neighbor",
	"neighbourhood": "neighborhood", "harbour": "harbor", "humour": "humor", "rumour": "rumor", "vapour": "vapor", "flavour": "flavor",
	"armour": "armor", "odour": "odor", "tumour": "tumor", "endeavour": "endeavor", "vigour": "vigor", "rigour": "rigor",
	"centr": "center", "metr": "meter", "kilometr": "kilomet", "millimetr": "millimet", "centimetr": "centimet", "litr": "liter", "fibr": "fiber", "theatr": "theater", "calibr": "calib",
	"defenc": "defens", "offenc": "offens", "licenc": "licens", "practis": "practic", "catalogu": "catalog", "dialogu": "dialog", "analogu": "analog",
	"grey": "gray", "programm": "program", "artefact": "artifact", "analys": "analyz", "paralys": "paralyz", "catalys": "catalyz",
	"modell": "model", "labell": "label", "travell": "travel", "cancell": "cancel", "signall": "signal", "fuell": "fuel", "tyre": "tire", "plough": "plow", "sceptic": "skeptic", "aluminium": "aluminum",
}

// Stems remembers what words are: a page repeats its words, and pages repeat each
// other's. It forgets everything when full, which costs little. It is safe for concurrent
// use.
type Stems struct {
	mu    sync.RWMutex
	words map[string]map[string]lexeme // by language
	n     int
}

// A lexeme is a word of a language, in lower case.
type lexeme struct {
	stem   string
	marks  Marks   // MarkNeg, MarkStop
	weight float32 // how much it says
	asName float32 // the same of a name
}

const stemCacheSize = 1 << 16

// NewStems returns an empty memory.
func NewStems() *Stems {
	return &Stems{words: map[string]map[string]lexeme{}}
}

// Stem reduces a lower-case word to what its forms share.
func (c *Stems) Stem(word, lang string) string {
	if len(word) < 3 {
		return word
	}
	return c.look(word, lang).stem
}

// Bearing is the stem of a lower-case word, and whether it says something by itself.
func (c *Stems) Bearing(word, lang string) (stem string, bears bool) {
	x := c.look(word, lang)
	return x.stem, x.marks == 0
}

func (c *Stems) look(word, lang string) lexeme {
	c.mu.RLock()
	x, ok := c.words[lang][word]
	c.mu.RUnlock()
	if ok {
		return x
	}
	word = strings.Clone(word) // it is a part of a text, which need not stay with it
	x = lexeme{stem: Stem(word, lang), weight: wordWeight(word, false), asName: wordWeight(word, true)}
	switch {
	case negators[lang].Has(word), word == "n't", word == "not":
		x.marks = MarkNeg
	case Stopwords[lang].Has(word), lang == "de" && Stopwords[lang].Has(Umlauts(word)), word == "lrb", word == "rrb", word == "lsb", word == "rsb":
		x.marks = MarkStop
	}
	c.mu.Lock()
	if c.n++; c.n > stemCacheSize {
		clear(c.words)
		c.n = 1
	}
	if c.words[lang] == nil {
		c.words[lang] = map[string]lexeme{}
	}
	c.words[lang][word] = x
	c.mu.Unlock()
	return x
}

// Umlauts writes the umlauts of German words that are spelled with an e, as where a keyboard has
// none: "fuer". Behind a vowel or a q, ue is no umlaut: "neue", "quelle".
func Umlauts(s string) string { return umlauts.Replace(s) }

var umlauts = strings.NewReplacer("aue", "aue", "eue", "eue", "iue", "iue", "oue", "oue", "que", "que", "ae", "ä", "oe", "ö", "ue", "ü")

// Stem reduces a lower-case word to what its forms share.
func Stem(word, lang string) string {
	if len(word) < 3 {
		return word
	}
	if lang == "en" {
		if base, ok := irregular[word]; ok {
			word = base
		} else {
			word = asAmerican(word)
		}
	}
	if lang == "de" {
		word = Umlauts(word)
	}
	if f := stemmers[lang]; f != nil && len(word) < 64 {
		env := snowballstem.NewEnv(word)
		f(env)
		word = env.Current()
		if other, ok := spellings[word]; ok && lang == "en" {
			word = other
		}
	}
	return word
}

// Each gives the words of a text that bear meaning, as stems, CJK as pairs of characters.
func (c *Stems) Each(s string, yield func(stem string, start, end int)) {
	begin := -1
	wideAt := -1
	flush := func(end int) {
		if begin < 0 {
			return
		}
		if stem, bears := c.Bearing(strings.ToLower(s[begin:end]), "en"); bears && end-begin > 1 {
			yield(stem, begin, end)
		}
		begin = -1
	}
	for i, r := range s {
		if r < unicode.MaxASCII || !IsCJK(r) {
			wideAt = -1
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				if begin < 0 {
					begin = i
				}
				continue
			}
			flush(i)
			continue
		}
		flush(i)
		if wideAt >= 0 {
			yield(s[wideAt:i+len(string(r))], wideAt, i+len(string(r)))
		}
		wideAt = i
	}
	flush(len(s))
}
