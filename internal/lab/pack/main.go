// Pack reads the WordNet 3.0 database and writes what the lexical judge needs of it:
// for each stem the stems that may stand for it.
//
//	go run ./internal/lab/pack -o gates/judge/lexicon/wordnet.txt /usr/share/wordnet
//
// A line is stem, synonyms, derived forms, more general words and opposites, with
// tabs between and spaces within. Lines are sorted, so that the judge searches them
// where they lie. Only words that WordNet's own counted texts have are kept, and of a word only its frequent senses: "bank" as a
// river's side would let anything pass.
package main

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"assay/text"
)

// A synset is one meaning: its words and where it points to.
type synset struct {
	words    []string
	near     bool // an adjective that leans on another: huge on large
	pointers []pointer
}

type pointer struct {
	sign         string
	to           string // part of speech and offset
	source, word int    // words of either side, from 1; 0 for the whole meaning
}

type relations [4]map[string]bool // synonyms, derived, general, opposite

const (
	synonym = iota
	derived
	general
	opposite
)

func main() {
	out := flag.String("o", "wordnet.txt", "file to write")
	flag.Parse()
	if err := pack(flag.Arg(0), *out); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

var files = map[string]string{"n": "noun", "v": "verb", "a": "adj", "r": "adv"}

func pack(dir, out string) error {
	sets := map[string]*synset{}
	for pos, name := range files {
		if err := eachLine(filepath.Join(dir, "data."+name), func(line string) { readSynset(sets, pos, line) }); err != nil {
			return err
		}
	}
	counts := map[string]int{} // by lemma, part of speech and sense
	if err := eachLine(filepath.Join(dir, "cntlist.rev"), func(line string) {
		f := strings.Fields(line)
		lemma, key, _ := strings.Cut(f[0], "%")
		pos := map[byte]string{'1': "n", '2': "v", '3': "a", '4': "r", '5': "a"}[key[0]]
		counts[lemma+" "+pos+" "+f[1]], _ = strconv.Atoi(f[2])
	}); err != nil {
		return err
	}
	kept := map[string]bool{} // lemma and synset: a frequent sense
	lemmas := map[string][]string{}
	for pos, name := range files {
		if err := eachLine(filepath.Join(dir, "index."+name), func(line string) {
			f := strings.Fields(line)
			if !plain(f[0]) {
				return
			}
			n, _ := strconv.Atoi(f[2])
			offsets := f[len(f)-n:]
			total := 0
			for k := range offsets {
				total += counts[fmt.Sprintf("%s %s %d", f[0], pos, k+1)]
			}
			if total == 0 {
				return
			}
			for k, at := range offsets {
				if k == 0 || k < 4 && 6*counts[fmt.Sprintf("%s %s %d", f[0], pos, k+1)] > total {
					kept[f[0]+" "+pos+at] = true
					lemmas[f[0]] = append(lemmas[f[0]], pos+at)
				}
			}
		}); err != nil {
			return err
		}
	}
	table := map[string]*relations{}
	for lemma, senses := range lemmas {
		for _, id := range senses {
			relate(table, sets, kept, lemma, id)
		}
	}
	return write(table, out)
}

func readSynset(sets map[string]*synset, pos, line string) {
	line, _, _ = strings.Cut(line, " | ")
	f := strings.Fields(line)
	s := &synset{near: f[2] == "s"}
	n, _ := strconv.ParseInt(f[3], 16, 32)
	at := 4
	for range n {
		word, _, _ := strings.Cut(strings.ToLower(f[at]), "(")
		s.words = append(s.words, word)
		at += 2
	}
	p, _ := strconv.Atoi(f[at])
	at++
	for range p {
		to := f[at+2]
		if to == "s" {
			to = "a"
		}
		source, _ := strconv.ParseInt(f[at+3][:2], 16, 32)
		word, _ := strconv.ParseInt(f[at+3][2:], 16, 32)
		s.pointers = append(s.pointers, pointer{f[at], to + f[at+1], int(source), int(word)})
		at += 4
	}
	sets[pos+f[0]] = s
}

func relate(table map[string]*relations, sets map[string]*synset, kept map[string]bool, lemma, id string) {
	s := sets[id]
	if s == nil {
		return
	}
	own := slices.Index(s.words, lemma) + 1
	for _, w := range s.words {
		if kept[w+" "+id] {
			add(table, lemma, w, synonym)
		}
	}
	for _, p := range s.pointers {
		to := sets[p.to]
		if to == nil || p.source != 0 && p.source != own {
			continue
		}
		switch p.sign {
		case "+", "\\":
			if p.word > 0 && p.word <= len(to.words) {
				add(table, lemma, to.words[p.word-1], derived)
			}
		case "!":
			if p.word > 0 && p.word <= len(to.words) && kept[to.words[p.word-1]+" "+p.to] {
				add(table, lemma, to.words[p.word-1], opposite)
			}
		case "@", "&":
			if p.sign == "&" && !s.near {
				continue
			}
			for _, w := range to.words {
				if kept[w+" "+p.to] {
					add(table, lemma, w, general)
				}
			}
		}
	}
}

func add(table map[string]*relations, from, to string, kind int) {
	if !plain(from) || !plain(to) {
		return
	}
	a, b := text.Stem(from, "en"), text.Stem(to, "en")
	if a == b {
		return
	}
	if table[a] == nil {
		table[a] = &relations{{}, {}, {}, {}}
	}
	table[a][kind][b] = true
}

// plain reports one word of three letters or more.
func plain(w string) bool { return len(w) >= 3 && strings.Trim(w, "abcdefghijklmnopqrstuvwxyz") == "" }

func write(table map[string]*relations, out string) error {
	var b strings.Builder
	for _, s := range slices.Sorted(maps.Keys(table)) {
		r := table[s]
		b.WriteString(s)
		for kind := range r {
			b.WriteByte('\t')
			var list []string
			for w := range r[kind] {
				if kind == general && (r[synonym][w] || r[derived][w]) || kind == derived && r[synonym][w] {
					continue
				}
				list = append(list, w)
			}
			slices.Sort(list)
			b.WriteString(strings.Join(list, " "))
		}
		b.WriteByte('\n')
	}
	if err := os.WriteFile(out, []byte(b.String()), 0o644); err != nil {
		return fmt.Errorf("write words: %w", err)
	}
	return nil
}

// eachLine reads a file of the database, its licence at the top left out.
func eachLine(path string, do func(string)) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("read WordNet: %w", err)
	}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimRight(line, "\r\n"); line != "" && line[0] != ' ' {
			do(line)
		}
	}
	return nil
}
