// Intents fits what tells the intent of a question, and writes it.
//
//	go run ./internal/lab/intents -o ingest/rank/intents.tsv
//
// It draws questions from the forms and the topics of ingest/rank/testdata/train, whose README says
// how they were made, and takes the questions of intents.tsv and intents-later.tsv with them. The
// model is multinomial logistic regression over [rank.Signs]. -cross says how often questions of
// forms and topics that it had not seen are told, in five folds; -known leaves a file of questions
// out of the fit and says how often those are told.
package main

import (
	"cmp"
	"flag"
	"fmt"
	"hash/fnv"
	"log"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"assay/ingest/rank"
)

const (
	times  = 8     // draws of a form for each of its alternatives,
	least  = 60    // at least
	most   = 2000  // and at most
	rounds = 6     // over all samples
	rate   = 0.3   // of AdaGrad
	decay  = 1e-3  // of weights, each step
	steps  = 30    // of a weight: letters each way
	size   = 98000 // of the file, in bytes
)

// A sample is a question as the model sees it.
type sample struct {
	text        string
	intent      int
	weight      float64
	form, topic int // the fold of each
	signs       []string
}

func main() {
	out := flag.String("o", "", "file to write")
	dir := flag.String("dir", "ingest/rank/testdata", "folder of the questions")
	cross := flag.Bool("cross", false, "measure by cross-validation")
	known := flag.String("known", "", "comma-separated files that are measured and not fitted")
	flag.Parse()
	drawn := draw(*dir)
	var held, asked []sample
	for _, name := range []string{"intents.tsv", "intents-later.tsv"} {
		if list := questions(filepath.Join(*dir, name)); !slices.Contains(strings.Split(*known, ","), name) {
			asked = append(asked, list...)
		} else {
			held = append(held, list...)
		}
	}
	if *cross {
		right, all := 0, 0
		for fold := range 5 {
			var train, test []sample
			for _, s := range drawn {
				switch {
				case s.form == fold && s.topic == fold:
					test = append(test, s)
				case s.form != fold && s.topic != fold:
					train = append(train, s)
				}
			}
			m := fit(train)
			r := m.right(test)
			fmt.Printf("fold %d: %d of %d\n", fold, r, len(test))
			right, all = right+r, all+len(test)
		}
		fmt.Printf("forms and topics not seen: %d of %d, %.3f\n", right, all, float64(right)/float64(all))
	}
	m := fit(append(drawn, asked...))
	text := m.write()
	fmt.Printf("%d signs, %d bytes; drawn %d of %d", strings.Count(text, "\n"), len(text), m.right(drawn), len(drawn))
	fmt.Printf("; asked %d of %d; held %d of %d\n", m.right(asked), len(asked), m.right(held), len(held))
	if *out != "" {
		if err := os.WriteFile(*out, []byte(text), 0o644); err != nil {
			log.Fatal(err)
		}
	}
}

func lines(name string) []string {
	text, err := os.ReadFile(name)
	if err != nil {
		log.Fatal(err)
	}
	var out []string
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			out = append(out, line)
		}
	}
	return out
}

func questions(name string) (out []sample) {
	for _, line := range lines(name) {
		intent, text, _ := strings.Cut(line, "\t")
		out = append(out, sample{text: text, intent: slices.Index(rank.Intents(), rank.Intent(intent)), weight: 1})
	}
	return out
}

func foldOf(s string) int {
	h := fnv.New32a()
	h.Write([]byte(s))
	return int(h.Sum32() % 5)
}

// draw makes questions of forms and topics.
func draw(dir string) (out []sample) {
	by := drawer{rand.New(rand.NewPCG(1, 2)), map[string][]string{}}
	for _, line := range lines(filepath.Join(dir, "train/topics.txt")) {
		kind, list, _ := strings.Cut(line, " ")
		by.topics[kind] = append(by.topics[kind], strings.Split(list, "; ")...)
	}
	total := map[int]int{}
	for _, name := range []string{"train/english.txt", "train/chinese.txt"} {
		for _, line := range lines(filepath.Join(dir, name)) {
			label, form, _ := strings.Cut(line, "\t")
			label, more, often := strings.Cut(label, "*")
			repeat := 1
			if often {
				fmt.Sscan(more, &repeat)
			}
			intent := slices.Index(rank.Intents(), rank.Intent(label))
			if intent < 0 {
				log.Fatalf("%s: %s", name, line)
			}
			n := repeat * min(max(times*(strings.Count(form, "|")+1), least), most)
			for range n {
				fold := by.IntN(5)
				out = append(out, sample{text: by.question(form, fold), intent: intent, form: foldOf(line), topic: fold})
			}
			total[intent] += n
		}
	}
	for i := range out {
		out[i].weight = float64(len(out)) / 7 / float64(total[out[i].intent])
	}
	return out
}

type drawer struct {
	*rand.Rand
	topics map[string][]string
}

func (d drawer) question(form string, fold int) string {
	text, rest := d.part(form, "")
	if rest != "" {
		log.Fatalf("%s: %q is left", form, rest)
	}
	var b strings.Builder
	pair := -1
	for {
		before, after, ok := strings.Cut(text, "{")
		b.WriteString(before)
		if !ok {
			return strings.Join(strings.Fields(b.String()), " ")
		}
		slot, after, _ := strings.Cut(after, "}")
		topic := d.fill(slot, fold, &pair)
		if slot == "X" && d.IntN(12) == 0 {
			topic = d.fill("题", fold, &pair)
		}
		if strings.ContainsAny(slot, "题冷甲乙做") && d.IntN(3) == 0 { // spaces are a habit
			topic = " " + topic + " "
		}
		b.WriteString(topic)
		text = after
	}
}

// part reads a form up to one of some marks, and chooses.
func (d drawer) part(form, until string) (out, rest string) {
	for form != "" && !strings.ContainsRune(until, rune(form[0])) {
		switch form[0] {
		case '(', '[':
			end := map[byte]string{'(': "|)", '[': "|]"}[form[0]]
			may := form[0] == '['
			var all []string
			for form[0] != end[1] {
				var one string
				if one, form = d.part(form[1:], end); form == "" {
					log.Fatal("a form is not closed: ", out)
				}
				all = append(all, one)
			}
			form = form[1:]
			if strings.HasPrefix(form, "?") {
				form, may = form[1:], true
			}
			if !may || d.IntN(2) == 0 {
				out += all[d.IntN(len(all))]
			}
		case '?':
			form = form[1:]
		default:
			out, form = out+form[:1], form[1:]
		}
	}
	return out, form
}

const rare = "梓桐砾沅昙邈翊珞岫澍茗箬棠霁鄱汐缙璟菖樾砚蕤溯翎岚榕漪瑾蘅芷弦栎"

// fill is a topic of a fold for a slot. Some are words that stand nowhere else, so that the model
// learns what a question is without knowing what it is about.
func (d drawer) fill(slot string, fold int, pair *int) string {
	switch slot {
	case "Y":
		return fmt.Sprint(2020 + d.IntN(12))
	case "V":
		return fmt.Sprintf("%d.%d", d.IntN(20), d.IntN(10))
	case "G":
		return gerund(d.fill("D", fold, pair))
	case "B2":
		slot = "B"
	}
	if slot == "Z" || slot == "冷" || d.IntN(3) == 0 && strings.Contains("XBN题", slot) {
		return d.unknown(slot == "题" || slot == "冷")
	}
	kind, bare := slot, slot == "X" && d.IntN(3) == 0 || slot == "B" && *pair < 0
	switch {
	case bare:
		kind = "B"
	case slot == "B": // of a pair
		kind = "A"
	case slot == "乙":
		kind = "甲"
	case slot == "题":
		kind = "T"
	}
	list := d.topics[kind]
	if len(list) == 0 {
		log.Fatalf("no topics for {%s}", slot)
	}
	at := d.IntN(len(list))
	for foldOf(list[at]) != fold {
		at = d.IntN(len(list))
	}
	if kind == "A" || kind == "甲" {
		if *pair < 0 {
			*pair = at
		}
		a, b, _ := strings.Cut(list[*pair], "/")
		if slot == "B" || slot == "乙" {
			return b
		}
		return a
	}
	return list[at]
}

// unknown is a topic that nobody has: words that stand nowhere else, or others' in another order.
func (d drawer) unknown(chinese bool) (s string) {
	known := d.IntN(2) == 0
	for range 1 + d.IntN(3) {
		switch kind := []string{"B", "D"}[d.IntN(2)]; {
		case chinese:
			r := []rune(rare)
			if known {
				r = []rune(d.topics["T"][d.IntN(len(d.topics["T"]))] + d.topics["做"][d.IntN(len(d.topics["做"]))])
			}
			s += string(r[d.IntN(len(r))]) + string(r[d.IntN(len(r))])
		case known: // but for the verb that what is done begins with
			words := strings.Fields(d.topics[kind][d.IntN(len(d.topics[kind]))])
			s += " " + words[len(words)-1]
		default:
			s += fmt.Sprintf(" zz%d", d.Int())
		}
	}
	return strings.TrimSpace(s)
}

// gerund is a verb phrase as what is done: "baking bread".
func gerund(doing string) string {
	verb, rest, _ := strings.Cut(doing, " ")
	switch {
	case strings.HasSuffix(verb, "e") && !strings.HasSuffix(verb, "ee"):
		verb = verb[:len(verb)-1]
	case slices.Contains(strings.Fields("set cut run get stop wrap plan stir tag squash-"), verb):
		verb += verb[len(verb)-1:]
	}
	return verb + "ing " + rest
}

// A model has weights of signs for each intent.
type model map[string]*[7]float64

// fit fits all signs, keeps those that tell most, as many as the file has room for, and fits again.
func fit(list []sample) model {
	count := map[string]int{}
	for i := range list {
		list[i].signs = rank.Signs(list[i].text)
		for _, s := range list[i].signs {
			count[s]++
		}
	}
	m := model{}
	for s, n := range count {
		if n >= 3 {
			m[s] = &[7]float64{}
		}
	}
	m.descend(list)
	tells := map[string]float64{}
	for s, w := range m {
		tells[s] = (slices.Max(w[:]) - slices.Min(w[:])) * math.Sqrt(float64(count[s]))
	}
	room := size
	order := slices.SortedFunc(maps.Keys(tells), func(a, b string) int {
		return cmp.Or(cmp.Compare(tells[b], tells[a]), strings.Compare(a, b))
	})
	for _, s := range order {
		if room -= len(s) + 9; room < 0 {
			delete(m, s)
		} else {
			*m[s] = [7]float64{}
		}
	}
	m.descend(list)
	return m
}

func (m model) descend(list []sample) {
	r := rand.New(rand.NewPCG(3, 4))
	seen := map[string]*[7]float64{}
	for s := range m {
		seen[s] = &[7]float64{}
	}
	for range rounds {
		for _, i := range r.Perm(len(list)) {
			s := &list[i]
			p := chances(m.score(s.signs))
			for _, sign := range s.signs {
				w, g2 := m[sign], seen[sign]
				if w == nil {
					continue
				}
				for k := range w {
					g := p[k] * s.weight
					if k == s.intent {
						g = (p[k] - 1) * s.weight
					}
					g += decay * w[k]
					g2[k] += g * g
					w[k] -= rate * g / math.Sqrt(g2[k]+1)
				}
			}
		}
	}
}

func (m model) score(signs []string) (out [7]float64) {
	for _, s := range signs {
		if w := m[s]; w != nil {
			for k := range out {
				out[k] += w[k]
			}
		}
	}
	return out
}

func chances(score [7]float64) [7]float64 {
	top, sum := slices.Max(score[:]), 0.0
	for k := range score {
		score[k] = math.Exp(score[k] - top)
		sum += score[k]
	}
	for k := range score {
		score[k] /= sum
	}
	return score
}

func (m model) right(list []sample) (n int) {
	for _, s := range list {
		score := m.score(rank.Signs(s.text))
		if slices.Index(score[:], slices.Max(score[:])) == s.intent {
			n++
		}
	}
	return n
}

// write gives a line to each sign: the sign, a tab, a letter for each intent, 'A' being -steps. The
// model has the weights that this says from then on.
func (m model) write() string {
	var all []float64
	for _, w := range m {
		for _, x := range w {
			all = append(all, math.Abs(x))
		}
	}
	slices.Sort(all)
	full := all[len(all)*999/1000] // a few beyond are cut
	var b strings.Builder
	for _, s := range slices.Sorted(maps.Keys(m)) {
		var code [7]byte
		for k, x := range m[s] {
			m[s][k] = math.Round(max(-1, min(1, x/full)) * steps)
			code[k] = byte('A' + int(m[s][k]) + steps)
		}
		if strings.Count(string(code[:]), string(code[0])) < 7 {
			fmt.Fprintf(&b, "%s\t%s\n", s, code)
		}
	}
	return b.String()
}
