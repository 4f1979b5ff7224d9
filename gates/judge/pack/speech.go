package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

var parts = [...]struct{ file, sense string }{{"noun", "1"}, {"verb", "2"}, {"adj", "35"}, {"adv", "4"}}

// packSpeech writes which parts of speech a word may be, and how often it is which
// in WordNet's counted texts: two bits each for noun, verb, adjective and adverb,
// from 0 for never to 3 for mostly. Words that are nouns only and that those texts
// never have are left out: an unknown word is taken for a noun anyway.
func packSpeech(dir, out string) error {
	counts := map[string][4]float64{}
	for i, part := range parts {
		if err := eachLine(filepath.Join(dir, "index."+part.file), func(line string) {
			word, _, _ := strings.Cut(line, " ")
			c := counts[word]
			c[i] += 0.3 // listed, if never counted
			counts[word] = c
		}); err != nil {
			return err
		}
	}
	if err := eachLine(filepath.Join(dir, "cntlist.rev"), func(line string) {
		f := strings.Fields(line)
		word, key, _ := strings.Cut(f[0], "%")
		n, _ := strconv.Atoi(f[2])
		for i, part := range parts {
			if strings.Contains(part.sense, key[:1]) {
				c := counts[word]
				c[i] += float64(n)
				counts[word] = c
			}
		}
	}); err != nil {
		return err
	}
	table := map[string]uint8{}
	for word, c := range counts {
		if plain(word) && (c[0] >= 1 || c[1]+c[2]+c[3] > 0) {
			table[word] = bits(c)
		}
	}
	for i, part := range parts {
		if err := eachLine(filepath.Join(dir, part.file+".exc"), func(line string) {
			f := strings.Fields(line)
			if c, ok := counts[f[1]]; ok && plain(f[0]) && c[i] > 0 {
				table[f[0]] |= bits(c) & (3 << (2 * i))
			}
		}); err != nil {
			return err
		}
	}
	var lines []string
	for word, b := range table {
		lines = append(lines, fmt.Sprintf("%s\t%02x\n", word, b))
	}
	slices.Sort(lines)
	if err := os.WriteFile(out, []byte(strings.Join(lines, "")), 0o644); err != nil {
		return fmt.Errorf("write parts of speech: %w", err)
	}
	return nil
}

func bits(c [4]float64) uint8 {
	total := c[0] + c[1] + c[2] + c[3]
	var b uint8
	for i, n := range c {
		switch {
		case n >= 0.6*total:
			b |= 3 << (2 * i)
		case n >= 0.2*total:
			b |= 2 << (2 * i)
		case n > 0:
			b |= 1 << (2 * i)
		}
	}
	return b
}
