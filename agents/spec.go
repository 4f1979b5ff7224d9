package agents

import (
	"cmp"
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"
)

// A Spec is what is known of one agent: a program on $PATH, or an endpoint.
type Spec struct {
	Name     string `yaml:"-"`
	Family   string `yaml:"family"` // who makes it: agents of one family are one actor
	Tier     int    `yaml:"tier"`   // the higher, the sooner it is asked
	Program  `yaml:",inline"`
	Model    string `yaml:"model"`     // that it is asked for; "" for its own choice
	ModelEnv string `yaml:"model_env"` // the variable that names one where nothing else does
	Endpoint string `yaml:"endpoint"`  // where it listens, of one that is no program
	API      string `yaml:"api"`       // openai or ollama
	KeyEnv   string `yaml:"key_env"`   // the variable that holds the endpoint's key
	ReadFrom string `yaml:"read"`      // the version that was run with these lines, or whose words they are
}

// A Program says how one is run.
type Program struct {
	Program    string   `yaml:"program"`
	MinVersion string   `yaml:"min_version"`
	Args       []string `yaml:"args"`
	Searching  []string `yaml:"searching"`   // in their place where it is to search the web; none: it never is
	WithModel  []string `yaml:"with_model"`  // more of them, where there is a model
	WithSchema []string `yaml:"with_schema"` // where the answer has a schema
	Last       []string `yaml:"last"`
	Never      []string `yaml:"never"` // that it must not be run with
	Needs      []string `yaml:"needs"` // variables, of which one must be set
	Env        []string `yaml:"env"`   // variables that it sees besides those that all programs do
	Answer     Answer   `yaml:"answer"`
}

// An Answer says where in a program's output its answer stands.
type Answer struct {
	Form   string   `yaml:"form"`   // text, object, lines (an object each) or file
	Fields []string `yaml:"fields"` // of the object, by their paths; the first that is there
	Join   bool     `yaml:"join"`   // what stands in several objects is one text
	Failed string   `yaml:"failed"` // the field that says that it failed
}

//go:embed specs.yaml
var specs []byte

var table = sync.OnceValues(func() ([]Spec, error) { return Read(specs) })

// Table is the agents that assay knows, by name.
func Table() []Spec {
	list, err := table()
	if err != nil {
		panic(err) // a test reads it
	}
	return slices.Clone(list)
}

// Read reads specs, and refuses those that could not be kept.
func Read(text []byte) ([]Spec, error) {
	var byName map[string]Spec
	if err := yaml.UnmarshalWithOptions(text, &byName, yaml.DisallowUnknownField()); err != nil {
		return nil, fmt.Errorf("read agents: %w", err)
	}
	var out []Spec
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		s := byName[name]
		s.Name, s.Family = name, cmp.Or(s.Family, name)
		if err := s.Check(); err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

// Merge is a table with some specs added, or put in the place of those of their name. What a
// spec leaves open of one that is there already stays.
func Merge(list []Spec, more ...Spec) []Spec {
	list = slices.Clone(list)
	for _, s := range more {
		i := slices.IndexFunc(list, func(known Spec) bool { return known.Name == s.Name })
		switch {
		case i < 0:
			list = append(list, s)
		case s.Program.Program == "" && s.Endpoint == "":
			list[i].Tier = cmp.Or(max(s.Tier, 0), list[i].Tier)
			list[i].Model = cmp.Or(s.Model, list[i].Model)
		default:
			list[i] = s
		}
	}
	return list
}

// Check says what is wrong with a spec.
func (s Spec) Check() error {
	for _, list := range [][]string{s.Args, s.Searching, s.WithModel, s.WithSchema, s.Last} {
		for i, arg := range list {
			name, _, _ := strings.Cut(arg, "=")
			if slices.Contains(s.Never, arg) || slices.Contains(s.Never, name) {
				return fmt.Errorf("agent %s: its argument %d is %s, with which it must not be run", s.Name, i+1, arg)
			}
		}
	}
	switch {
	case (s.Program.Program == "") == (s.Endpoint == ""):
		return fmt.Errorf("agent %s: it needs a program or an endpoint, and one of them alone", s.Name)
	case s.Tier < 0 || s.Tier > 10:
		return fmt.Errorf("agent %s: its tier is %d, not between 0 and 10", s.Name, s.Tier)
	case !slices.Contains([]string{"", "text", "object", "lines", "file"}, s.Answer.Form):
		return fmt.Errorf("agent %s: no form of answer %q: text, object, lines or file", s.Name, s.Answer.Form)
	case (s.Answer.Form == "object" || s.Answer.Form == "lines") && len(s.Answer.Fields) == 0:
		return fmt.Errorf("agent %s: its answer is in an object, and no field is named", s.Name)
	}
	return nil
}

// Lookup finds a spec by name.
func Lookup(list []Spec, name string) (Spec, bool) {
	i := slices.IndexFunc(list, func(s Spec) bool { return s.Name == name })
	if i < 0 {
		return Spec{}, false
	}
	return list[i], true
}
