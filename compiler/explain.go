package compiler

import (
	"assay/compiler/codec"
	"sort"
	"strings"
)

// remember keeps an action's inputs under its name, so that a later build can say
// what changed.
func (s *session) remember(a *Action) {
	if a.Kind == "grade" {
		return // a note's verdicts name what they rest on themselves
	}
	e := &codec.Encoder{}
	codec.List(e, a.made(), func(e *codec.Encoder, in *Input) {
		e.Str(in.Name)
		e.Str(in.Hash)
	})
	s.store.Put(inputsKey(a), e.B)
}

// inputsKey is the same for every build of the program: it is one of what may have changed.
func inputsKey(a *Action) Key { return digest("", []string{"inputs", a.Kind, a.Target}) }

// made are an action's inputs, and the program.
func (a *Action) made() []Input {
	return append(a.Inputs[:len(a.Inputs):len(a.Inputs)], Input{"assay", hashOf(buildID())})
}

// explain says why an action runs: which input is new, or was another.
func (s *session) explain(a *Action) Explanation {
	x := Explanation{Kind: a.Kind, Target: a.Target}
	before := map[string]string{}
	if b, ok := s.store.Get(inputsKey(a)); ok {
		d := codec.NewDecoder(b)
		for _, in := range codec.Unlist(d, func(d *codec.Decoder, in *Input) { in.Name, in.Hash = d.Str(), d.Str() }) {
			before[in.Name] = in.Hash
		}
	}
	if len(before) == 0 {
		x.Why = []string{"not done before"}
		if a.Kind == "grade" {
			for _, in := range a.Inputs {
				x.Why = append(x.Why, in.Name+" "+brief(in.Hash))
			}
		}
		return x
	}
	for _, in := range a.made() {
		switch old, ok := before[in.Name]; {
		case !ok:
			x.Why = append(x.Why, in.Name+": new "+brief(in.Hash))
		case old != in.Hash:
			x.Why = append(x.Why, in.Name+": "+brief(old)+" → "+brief(in.Hash))
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

func brief(hash string) string { return strings.TrimSpace(hash[:min(len(hash), 8)]) }
