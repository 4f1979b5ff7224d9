package audit

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"assay/compiler/codec"
	"assay/compiler/compose"
	"assay/compiler/reports"
	"assay/ingest/alike"
	"assay/provenance"
)

func TestFlawOf(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       flaw
	}{
		{"prose", "Green tea is steeped at 80 degrees for two minutes.", sound},
		{"nothing", "", empty},
		{"a heading", "# Green tea", empty},
		{"replacement characters", "Gr�ner Tee wird bei 80 Grad f�r zwei Minuten gebr�ht.", damaged},
		{"apostrophes", "Itâ€™s the kettleâ€™s own fault, and thatâ€™s what the manual doesnâ€™t say at all.", damaged},
		{"Russian", "Ð—ÐµÐ»Ñ‘Ð½Ñ‹Ð¹ Ñ‡Ð°Ð¹ Ð·Ð°Ð²Ð°Ñ€Ð¸Ð²Ð°ÑŽÑ‚ Ð¿Ñ€Ð¸ 80 Ð³Ñ€Ð°Ð´ÑƒÑÐ°Ñ… Ð´Ð²Ðµ Ð¼Ð¸Ð½ÑƒÑ‚Ñ‹", damaged},
		{"lost twice", "The priceï¿½s ï¿½ 80 for a kettle, ï¿½ 90 with a lid.", damaged},
		{"control characters", "The \x01 kettle \x02 boils \x03 and then rests again.", damaged},
		{"French", "Le thé « vert » est infusé à 80 degrés ; « voilà » l’été, où l’on rêvait d’un café… désolé » ! ÇA ÉTÉ NOËL — À L’ŒUVRE”", sound},
		{"Portuguese", "A EXTENSÃO DA REGIÃO É GRANDE, disse o “irmão” da nação; informações sobre o pão.", sound},
		{"Czech", "Příliš žluťoučký kůň úpěl ďábelské ódy, řekl „Ágnes“ a „Åsa“.", sound},
		{"about encodings", "If `Ã©` or `â€™` or `Ã¼` shows, the text was read in a wrong encoding by someone.", sound},
		{"Thai", "ชาเขียว ชง ที่ อุณหภูมิ แปดสิบ องศา เป็น เวลา สอง นาที", sound},
		{"signs", "+---+---+ |***| |:::| ==== ///// ~~~~~ a b c d e f <<<< >>>> ####", signs},
		{"code", "if (a[i] == NULL) { return (x->y != 0) ? f(x, &y) : -1; } /* the end of the list */", sound},
		{"a table", "| Kettle | Litres |\n|---|---|\n| one | 1.7 |\n| two | 2.4 |\n", sound},
	} {
		if got, why := flawOf("", c.text, compose.CountWords(c.text)); got != c.want || (got == sound) != (why == "") {
			t.Errorf("%s: flaw %d (%s), want %d", c.name, got, why, c.want)
		}
	}
}

func TestSampleGrowsWithTheSource(t *testing.T) {
	for passages, want := range map[int]int{1: 1, 4: 4, 20: 5, 100: 10, 400: 20, 10_000: 25} {
		all := make([]provenance.Passage, passages)
		for i := range all {
			all[i] = provenance.Passage{ID: provenance.ChunkID(fmt.Sprint(i)), Text: fmt.Sprintf("The passage numbered %d has a sentence to search for.", i), Intact: true}
		}
		got := sample(all)
		if len(got) != want {
			t.Errorf("%d samples of %d passages, want %d", len(got), passages, want)
		}
		if d := cmp.Diff(got, sample(all), cmp.AllowUnexported(sampleSentence{})); d != "" {
			t.Errorf("another sample of the same passages:\n%s", d)
		}
	}
	if got := sample([]provenance.Passage{{Text: "| a | table |"}}); len(got) != 0 {
		t.Errorf("a table has no sentence: %v", got)
	}
}

func TestInspectionCodec(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringN(0, 8, 40)
		in := Inspection{distinct: rapid.IntRange(0, 9).Draw(t, "distinct"), words: 7, repeated: 3, licence: rapid.Bool().Draw(t, "licence")}
		for range rapid.IntRange(1, 4).Draw(t, "pages") {
			text := word.Draw(t, "text")
			in.Pages = append(in.Pages, inspectedPage{file: word.Draw(t, "file"), url: text, passages: 3, broken: 1, fault: text, lacks: []string{"date"},
				retrieved: time.Unix(rapid.Int64Range(1, 1<<32).Draw(t, "time"), 0).UTC(), words: 9, flaw: wall, why: text, sketch: alike.NewSketch(alike.Shingles(text))})
		}
		in.copies = [][]int{{0, len(in.Pages) - 1}}
		in.faults = []reports.AuditPage{{Page: "a", File: "b", Why: "c"}}
		in.samples = []sampleSentence{{"chk", word.Draw(t, "sentence")}}
		b := codec.Encode(in)
		got, err := codec.Decode[Inspection](b)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(in, got, cmp.AllowUnexported(Inspection{}, inspectedPage{}, sampleSentence{})); d != "" {
			t.Fatal(d)
		}
		cut := rapid.IntRange(0, len(b)-1).Draw(t, "cut")
		if _, err := codec.Decode[Inspection](b[:cut]); err == nil {
			t.Fatalf("read an inspection from %d of %d bytes", cut, len(b))
		}
	})
}

func FuzzFlaw(f *testing.F) {
	f.Add("Page not found", "# Gr�n\n\nThe â€™ kettle \x01 `Ã©` 404")
	f.Add("", "Ð\xff\xc3é…»")
	f.Fuzz(func(t *testing.T, title, text string) {
		d := damage(text)
		if d.runes > d.all || d.letters > d.all || (d.places > 0) != (d.sample != "") {
			t.Errorf("%+v", d)
		}
		if got, why := flawOf(title, text, compose.CountWords(text)); (got == sound) != (why == "") {
			t.Errorf("flaw %d: %q", got, why)
		}
	})
}
