package vaultgen

import (
	"math"
	"math/rand/v2"
	"strings"
)

// vocabulary has made-up words between real small words, since these are what tells
// a sentence from a list, and frequencies after Zipf.
type vocabulary struct {
	words []string       // the most frequent first
	often [1 << 16]int32 // what a random number of 16 bits stands for
}

const vocabularySize = 30_000

func newVocabulary() *vocabulary {
	r := rand.New(rand.NewPCG(0, 77))
	v := &vocabulary{words: make([]string, 0, vocabularySize)}
	seen := map[string]bool{}
	for _, w := range small {
		seen[w] = true
	}
	for len(v.words) < vocabularySize {
		// Frequent words are short.
		syllables := 2 + r.IntN(2)
		if len(v.words) > 500 {
			syllables += r.IntN(2)
		}
		var b strings.Builder
		for range syllables {
			b.WriteString(onsets[r.IntN(len(onsets))])
			b.WriteByte("aeiou"[r.IntN(5)])
		}
		b.WriteString(codas[r.IntN(len(codas))])
		if w := b.String(); !seen[w] {
			seen[w] = true
			v.words = append(v.words, w)
		}
	}
	// Rank k has a share that falls with 1/(k+3).
	total := 0.0
	for k := range v.words {
		total += 1 / float64(k+3)
	}
	at, sum := 0, 0.0
	for k := range v.words {
		sum += 1 / float64(k+3)
		for end := int(math.Round(sum / total * float64(len(v.often)))); at < end && at < len(v.often); at++ {
			v.often[at] = int32(k)
		}
	}
	return v
}

var (
	onsets = strings.Fields("b c d f g h j k l m n p r s t v w z br ch cr dr fl gr pl pr sh sl st th tr")
	codas  = []string{"", "", "", "n", "r", "l", "s", "t", "m", "nd", "st", "ng"}
	// Weighted by how often they stand here.
	small = strings.Fields("the the the the the the of of of of and and and and to to to a a a in in in that for for it as with with on on by at from or an which not their its into than then when some more most after before between during through also only over under about these those such each other")
	verbs = strings.Fields("is is is was was has had makes made gives takes became holds shows keeps leads needs allows follows means")
)

// word is a frequent word more often than a rare one.
func (v *vocabulary) word(r *rand.Rand) string { return v.words[v.often[r.Uint64()&0xffff]] }

func (v *vocabulary) name(r *rand.Rand) string { return capital(v.word(r)) }

// title of a number: two words that no other number has, in no order that shows.
func (v *vocabulary) title(i int) string {
	const first = 1481 // prime, so that neighbours share neither word
	k := uint64(i) * 7919 % (first * vocabularySize)
	return capital(v.words[k%first+200]) + " " + v.words[k/first]
}

func capital(s string) string {
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return s
	}
	return string(s[0]-'a'+'A') + s[1:]
}

// sentence is prose without a meaning, of about 16 words.
func (v *vocabulary) sentence(r *rand.Rand, b []byte) []byte {
	n := max(5, logNormal(r, 15, 0.4))
	verb := 2 + r.IntN(3)
	start := len(b)
	for i := range n {
		if i > 0 {
			if i > 4 && i < n-3 && r.IntN(9) == 0 {
				b = append(b, ',')
			}
			b = append(b, ' ')
		}
		switch {
		case i == verb:
			b = append(b, verbs[r.IntN(len(verbs))]...)
		case i < n-1 && i != verb-1 && r.IntN(5) < 2:
			b = append(b, small[r.IntN(len(small))]...)
		default:
			b = append(b, v.word(r)...)
		}
	}
	if c := b[start]; c >= 'a' && c <= 'z' {
		b[start] = c - 'a' + 'A'
	}
	return append(b, '.')
}

// eastern is a sentence in which every word is an ideograph or two, with kana
// between them where it is Japanese.
func eastern(r *rand.Rand, b []byte, japanese bool) []byte {
	for range max(6, logNormal(r, 18, 0.4)) {
		// Character k of 3,000 is the more frequent the smaller k is.
		b = append(b, string(rune(0x4e00+powerLaw(r, 3000)*7%20000))...)
		if japanese && r.IntN(2) == 0 {
			b = append(b, kana[r.IntN(len(kana))]...)
		}
		if r.IntN(14) == 0 {
			b = append(b, "、"...)
		}
	}
	return append(b, "。"...)
}

var kana = strings.Fields("の は が を に と で から まで する した ある いる もの こと")
