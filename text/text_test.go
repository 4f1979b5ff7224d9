package text

import (
	"strings"
	"testing"
)

func scan(s, lang string) []Token {
	sc := Scanner{Text: s, Lang: lang, Stems: NewStems()}
	sc.Scan(0, len(s))
	return sc.Toks
}

func lows(toks []Token) string {
	var words []string
	for i := range toks {
		words = append(words, toks[i].Low)
	}
	return strings.Join(words, " ")
}

// German is often written without umlauts.
func TestUmlautsMayBeSpelled(t *testing.T) {
	for spelled, word := range map[string]string{"koennen": "können", "fuer": "für", "uebung": "übung", "haeuser": "häuser", "neue": "neue", "quelle": "quelle"} {
		if a, b := Stem(spelled, "de"), Stem(word, "de"); a != b {
			t.Errorf("%s is %s, %s is %s", spelled, a, word, b)
		}
	}
	if _, bears := NewStems().Bearing("fuer", "de"); bears {
		t.Error("fuer bears meaning")
	}
}

func TestWords(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"The mill, built in 1,200 days.", "the mill built in 1,200 days"},
		{"It doesn't run; Orla's cannot.", "it doesn n't run orla cannot"},
		{"call module.open_file(x) at v1.2.3", "call module.open_file x at v1.2.3"},
		{"gradients ﬂow, the ﬁrst ofﬁce", "gradients flow the first office"},
		{"𝒚 and 𝜇 of １２ rows", "y and μ of 12 rows"},
		{`0\.3 to 1\.25, v2\.1 of a\_b`, "0.3 to 1.25 v2.1 of a_b"},
		{"tools, e.g. a lathe, i.e. wood", "tools eg a lathe eg wood"},
		{"see [the docs](https://example.org/a/b) or https://example.org/c", "see the docs or"},
		{"水は100度で沸く", "水 100 度 沸"},
		{"连接超时", "连接 接超 超时"},
	} {
		if got := lows(scan(c.text, Language(c.text))); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

// A token points at its bytes, whatever its letters were folded to.
func TestPlaces(t *testing.T) {
	s := "Der Weg – ﬁnal, 東京の塔, naïve e.g. 12 km"
	last := int32(0)
	for _, tok := range scan(s, "en") {
		if tok.Start < 0 || tok.End > int32(len(s)) || tok.Start >= tok.End || tok.End < last {
			t.Errorf("%q at %d–%d behind %d", tok.Low, tok.Start, tok.End, last)
		}
		last = tok.Start
	}
}

// Forms of one word share a stem, whichever side of the Atlantic wrote them.
func TestStem(t *testing.T) {
	s := NewStems()
	for _, c := range [][2]string{
		{"organisation", "organized"}, {"materialise", "materialize"}, {"centre", "center"}, {"behaviours", "behavior"},
		{"labelled", "labeling"}, {"analysed", "analyze"}, {"catalogue", "catalog"}, {"wrote", "writing"}, {"children", "child"},
	} {
		if a, b := s.Stem(c[0], "en"), s.Stem(c[1], "en"); a != b {
			t.Errorf("%s %s: %s, %s", c[0], c[1], a, b)
		}
	}
	for _, c := range [][2]string{{"promise", "promote"}, {"metric", "metre"}, {"calling", "calibrate"}} {
		if a, b := s.Stem(c[0], "en"), s.Stem(c[1], "en"); a == b {
			t.Errorf("%s %s: both %s", c[0], c[1], a)
		}
	}
}

// Names and code in Latin letters do not make English of a Chinese or Japanese sentence, nor one
// foreign name Chinese of an English one. Hangul is written in more letters.
func TestLanguageOfMixedText(t *testing.T) {
	for text, want := range map[string]string{
		"Jetpack Compose for XR: 创建空间化组件":                             "zh",
		"SLO = Service Level Objective（サービス品質目標）":                     "ja",
		"The app 微信 is used by most people in the country every day.": "en",
		"Redis Streams: consumer group 지원":                            "en",
		"이 서버는 Redis 를 캐시로 쓴다.":                                       "ko",
		"Rematore bilanciere: 3 x 8-12. Tira verso l'ombelico. Lat pulldown: 4 x 10, su elastici. Face pull: il gomito sale agli occhi.":                                                "it", // few small words, none of English
		strings.Repeat("The mechanisms of growth are not the same in all of the muscles. ", 30) + strings.Repeat("La crescita del muscolo dipende dal carico e dalla sua durata. ", 90): "it", // an abstract
	} {
		if got := Language(text); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// A text in Latin letters that is in none of the languages read is not taken for English.
func TestUndeterminedLanguage(t *testing.T) {
	for text, want := range map[string]string{
		"Phương pháp này giúp mô hình học nhanh hơn và sử dụng ít bộ nhớ hơn so với cách cũ":                            Undetermined,
		"Serwer przechowuje hasła użytkowników w zaszyfrowanej postaci, a klucze są trzymane osobno i często zmieniane": Undetermined,
		"Đà Nẵng and Huế are cities in the centre of the country, and Hội An is a town near them on the coast":          "en",
		"Müller, Gödel, Erdős, Poincaré, Ramón y Cajal":                                                                 "en",
	} {
		if got := Language(text); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// A short text that tells nothing may be in the language of what it stands in.
func TestMaySay(t *testing.T) {
	for _, c := range []struct {
		text, lang string
		want       bool
	}{
		{"Ansatz: Vollständige lokale Anwendung mit Graph-Viewer", "de", true},
		{"depends-on: A braucht B zum Funktionieren", "de", true},
		{"Was das Muster einzigartig macht: die Schleife, nicht die Suche.", "de", true},
		{"Full-blown local app with graph viewer", "de", false},
		{"The name came from the system itself.", "de", false},
		{"Outils : Docker, Kubernetes", "fr", true},
		{"Học tăng cường", Undetermined, true},
		{"It is a flat array of edges", Undetermined, false},
	} {
		if got := MaySay(c.text, c.lang); got != c.want {
			t.Errorf("%s in %s: %v", c.text, c.lang, got)
		}
	}
}

// A letter with an accent is no capital letter.
func TestHasUpper(t *testing.T) {
	for word, want := range map[string]bool{"mständen": false, "añadir": false, "十分": false, "iPhone": true, "Éclair": true, "": false} {
		if HasUpper(word) != want {
			t.Error(word)
		}
	}
}

func TestPlainLetters(t *testing.T) {
	for word, want := range map[string]string{"Proción": "procion", "Dhirāʿ": "dhira", "Dhirāʾ": "dhira", "М31": "m31", "О'Хара": "oxapa", "道": "道"} {
		if got := PlainLetters(word); got != want {
			t.Errorf("%s: %s", word, got)
		}
	}
}
