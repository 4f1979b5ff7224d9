package compiler

import (
	"sort"
	"strings"

	"assay/compiler/codec"
	"assay/compiler/reports"
	"assay/compiler/store"
	"assay/compiler/view"
)

// remember keeps an action's inputs under its name, so that a later build can say
// what changed.
func (s *Session) remember(a *view.Action) {
	if a.Kind == "grade" {
		return // a note's verdicts name what they rest on themselves
	}
	e := &codec.Encoder{}
	codec.List(e, made(a), func(e *codec.Encoder, in *view.Input) {
		e.Str(in.Name)
		e.Str(in.Hash)
	})
	s.Store.Put(InputsKey(a), e.B)
}

// InputsKey is the same for every build of the program: it is one of what may have changed.
func InputsKey(a *view.Action) view.Key { return view.Digest("", []string{"inputs", a.Kind, a.Target}) }

// made are an action's inputs, and the program.
func made(a *view.Action) []view.Input {
	return append(a.Inputs[:len(a.Inputs):len(a.Inputs)], view.Input{Name: "assay", Hash: view.HashOf(store.BuildID())})
}

// explain says why an action runs: which input is new, or was another.
func (s *Session) explain(a *view.Action) reports.Explanation {
	x := reports.Explanation{Kind: a.Kind, Target: a.Target}
	before := map[string]string{}
	if b, ok := s.Store.Get(InputsKey(a)); ok {
		d := codec.NewDecoder(b)
		for _, in := range codec.Unlist(d, func(d *codec.Decoder, in *view.Input) { in.Name, in.Hash = d.Str(), d.Str() }) {
			before[in.Name] = in.Hash
		}
	}
	if len(before) == 0 {
		x.Why = []string{"not done before"}
		if a.Kind == "grade" {
			for _, in := range a.Inputs {
				x.Why = append(x.Why, in.Name+" "+Brief(in.Hash))
			}
		}
		return x
	}
	for _, in := range made(a) {
		switch old, ok := before[in.Name]; {
		case !ok:
			x.Why = append(x.Why, in.Name+": new "+Brief(in.Hash))
		case old != in.Hash:
			x.Why = append(x.Why, in.Name+": "+Brief(old)+" → "+Brief(in.Hash))
		}
		delete(before, in.Name)
	}
	var gone []string
	for name := range before {
		gone = append(gone, name+": gone")
	}
	sort.Strings(gone)
	x.Why = append(x.Why, gone...)
	if len(x.Why) == 0 {
		x.Why = []string{"its result is not in the store, or -B was given"}
	}
	return x
}

func Brief(hash string) string { return strings.TrimSpace(hash[:min(len(hash), 8)]) }
