package view

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"assay/compiler/reports"
	"assay/compiler/store"
	"assay/text"
)

// An Input is a named thing an action reads, by hash.
type Input struct {
	Name string
	Hash string
}

// An Action is one step of work, named by a hash of all it reads.
type Action struct {
	Kind   string       // "parse", "extract", "index", "search", "draft", "grade"
	Target string       // for people: a path, or a path and a claim
	Inputs []Input      // everything run reads
	Cost   reports.Cost // before it is spent
	Run    func(context.Context, World) (any, error)
	Net    bool   // waits for others rather than for the CPU
	Reads  string // the text that takes most of its time; actions with one run one after another
	Keep   bool   // store the result for later builds
	Asked  bool   // somebody else gave the result, whichever build of the program asked
	key    Key
}

// Key of the action. The program, kind, target and inputs enter it.
func (a *Action) Key() Key {
	if a.key == (Key{}) {
		parts := make([]string, 0, 2+2*len(a.Inputs))
		parts = append(parts, a.Kind, a.Target)
		for _, in := range a.Inputs {
			parts = append(parts, in.Name, in.Hash)
		}
		if a.key = KeyOf(parts...); a.Asked {
			a.key = Digest("", parts)
		}
	}
	return a.key
}

// KeyOf names what this program makes of some parts. Another build of it may make something
// else of them, so that its own id is one of them.
func KeyOf(parts ...string) Key { return Digest(store.BuildID(), parts) }

// Digest hashes parts with their lengths, so that ("ab","c") and ("a","bc") differ, and a
// program before them unless it is "".
func Digest(program string, parts []string) Key {
	b := make([]byte, 0, 512)
	if program != "" {
		b = append(binary.AppendUvarint(b, uint64(len(program))), program...)
	}
	for _, p := range parts {
		b = append(binary.AppendUvarint(b, uint64(len(p))), p...)
	}
	sum := sha256.Sum256(b)
	return Key(sum[:16])
}

// HashOf is a short name for some text, as inputs use it, whatever program reads it.
func HashOf(parts ...string) string { return Digest("", parts).String() }

func (a *Action) String() string { return fmt.Sprintf("%s %s", a.Kind, a.Target) }

// Short is a claim as a target names it.
func Short(s string) string { return text.Clip(s, 60) }
