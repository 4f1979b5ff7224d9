package discover

import (
	"bytes"
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/adrg/frontmatter"
	"github.com/goccy/go-yaml"
)

// A Skill is one source as its SKILL.md describes it: what it is good for, for people
// and agents, and how it is asked, for the engine.
type Skill struct {
	Name         string         `yaml:"name"`
	Description  string         `yaml:"description"`
	Kind         string         `yaml:"kind"` // source, where a folder of skills has other kinds too
	Inputs       map[string]any `yaml:"inputs"`
	Outputs      map[string]any `yaml:"outputs"`
	WhenToUse    string         `yaml:"when_to_use"`
	WhenNotToUse string         `yaml:"when_not_to_use"`
	Class        string         `yaml:"class"`
	Use          string         `yaml:"use"` // always, configured (with its key or address) or named
	Request      Request        `yaml:"request"`
	Auth         Auth           `yaml:"auth"`
	Reply        Reply          `yaml:"reply"`
	Enrich       *Enrich        `yaml:"enrich"`
	Limits       Limits         `yaml:"limits"`
	Fallback     []Fallback     `yaml:"fallback"`
	Walls        []Wall         `yaml:"walls"`
	Canary       string         `yaml:"canary"`
	Seen         Seen           `yaml:"seen"`
	Foreign      bool           `yaml:"-"` // it came with a vault, and was trusted by a person
}

// A Request is how a source is asked. In its texts stand names in braces, such as
// {query}: see [Query.fill]. A parameter one of whose names has no value is left out.
type Request struct {
	Method  string            `yaml:"method"` // GET where empty
	Base    Base              `yaml:"base"`
	Values  map[string]Base   `yaml:"values"` // more names for braces
	URL     string            `yaml:"url"`
	Params  map[string]string `yaml:"params"`
	Headers map[string]string `yaml:"headers"`
	JSON    any               `yaml:"json"` // the body of a POST
	Needs   []string          `yaml:"needs"`
	Tool    string            `yaml:"tool"` // of a server that speaks MCP; JSON has its arguments
}

// A Base is the address that {base} stands for: what the environment says, else the
// default.
type Base struct {
	Env     string `yaml:"env"`
	Default string `yaml:"default"`
}

// Auth is what a source wants to be sent of who asks.
type Auth struct {
	Env      []string `yaml:"env"` // the first of these that is set is {key}
	Header   string   `yaml:"header"`
	Param    string   `yaml:"param"`
	Value    string   `yaml:"value"` // {key} where empty
	Required bool     `yaml:"required"`
	OwnFree  bool     `yaml:"own_free"` // not required of an address of the user's own
	Login    *Login   `yaml:"login"`
}

// A Login gets a token for a name and a password; the token is {key} then.
type Login struct {
	URL   string   `yaml:"url"`
	Env   []string `yaml:"env"` // name, password
	JSON  any      `yaml:"json"`
	Token string   `yaml:"token"` // path into the reply
}

// A Reply says where in an answer the hits stand, and what of a hit is what. Paths are
// those of gjson (tidwall/gjson, SYNTAX.md); XML and event streams are read as JSON
// first, see [asJSON].
type Reply struct {
	Form    string            `yaml:"form"` // json, xml, sse
	Hits    string            `yaml:"hits"`
	Partial string            `yaml:"partial"` // true where the source says it did not look everywhere
	Pause   string            `yaml:"pause"`   // seconds that the source asks to be left alone
	Engines string            `yaml:"engines"` // upstream engines that did not answer
	Map     Mapping           `yaml:"map"`
	Signals map[string]string `yaml:"signals"`
	Dates   string            `yaml:"dates"` // iso where empty, epoch, epoch_ms, parts
	Where   map[string]string `yaml:"where"` // items are hits only where the path has this text
	Answer  string            `yaml:"answer"`
}

// A Mapping names what of an item is what: paths, the first with a value counts, or
// texts with paths in braces.
type Mapping struct {
	Title   Paths `yaml:"title"`
	URL     Paths `yaml:"url"`
	Snippet Paths `yaml:"snippet"`
	Date    Paths `yaml:"date"`
	Author  Paths `yaml:"author"`
	ID      Paths `yaml:"id"`
	Engine  Paths `yaml:"engine"` // upstream, of a source that asks others
}

// Paths are alternatives; in YAML one text or a list.
type Paths []string

// UnmarshalYAML reads one text or a list.
func (p *Paths) UnmarshalYAML(raw []byte) error {
	var one string
	if err := yaml.Unmarshal(raw, &one); err == nil {
		*p = Paths{one}
		return nil
	}
	return yaml.Unmarshal(raw, (*[]string)(p))
}

// Enrich asks again about hits that were kept, each by its id or many in one request.
type Enrich struct {
	Request Request           `yaml:"request"`
	Hits    string            `yaml:"hits"` // the items of a reply on many; "" for one hit's reply
	ID      string            `yaml:"id"`   // path of an item's id, where there are many
	Snippet Paths             `yaml:"snippet"`
	Signals map[string]string `yaml:"signals"`
}

// Limits are a source's own: of its terms, or of politeness.
type Limits struct {
	RPS         float64       `yaml:"rps"`
	Concurrency int           `yaml:"concurrency"`
	Timeout     time.Duration `yaml:"timeout"`
	Fresh       time.Duration `yaml:"fresh"` // how long an answer is served from the cache
	MaxResults  int           `yaml:"max_results"`
	PerRun      int           `yaml:"per_run"`   // requests
	PerMonth    int           `yaml:"per_month"` // requests
	USD         float64       `yaml:"usd"`       // a request
}

// A Fallback names another skill that is asked where this one gave nothing.
type Fallback struct {
	On  []string `yaml:"on"` // 429, error, empty
	Use string   `yaml:"use"`
}

// A Wall is a reply that is a refusal, whatever its status says.
type Wall struct {
	Status int     `yaml:"status"`
	Has    string  `yaml:"has"`
	Is     Verdict `yaml:"is"`
}

// Seen says how sure it is that the source is as the skill says.
type Seen struct {
	Date string `yaml:"date"`
	In   string `yaml:"in"` // documentation, clients, memory, live
	Note string `yaml:"note"`
}

// Classes are what sources are of.
func Classes() []string {
	return []string{"code", "package", "paper", "web", "reference", "community", "social", "market", "video"}
}

// SkillFile is what a source's description is called, in a folder of its name.
const SkillFile = "SKILL.md"

const maxSkill = 64 << 10

// ReadSkills reads all skills of sources below a folder. One that cannot be read is an
// error among the others' answers.
func ReadSkills(files fs.FS, root string) (skills []*Skill, faults []error) {
	names, err := fs.Glob(files, path.Join(root, "*", SkillFile))
	if err != nil {
		return nil, []error{err}
	}
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			faults = append(faults, fmt.Errorf("read skill: %w", err))
			continue
		}
		switch s, err := ParseSkill(name, text); {
		case err != nil:
			faults = append(faults, err)
		case s != nil:
			skills = append(skills, s)
		}
	}
	return skills, faults
}

// ParseSkill reads a SKILL.md. It gives nil for a skill of another kind.
func ParseSkill(name string, text []byte) (s *Skill, err error) {
	if len(text) > maxSkill || bytes.Count(text, []byte("["))+bytes.Count(text, []byte("{")) > 1000 {
		return nil, fmt.Errorf("read skill %s: larger than any skill", name)
	}
	defer func() { // as with the policy: a panic of the YAML parser is a file we cannot read
		if v := recover(); v != nil {
			s, err = nil, fmt.Errorf("read skill %s: cannot be read as YAML: %v", name, v)
		}
	}()
	s = &Skill{}
	var kind struct {
		Kind string `yaml:"kind"`
	}
	loose := frontmatter.NewFormat("---", "---", yaml.Unmarshal)
	if _, err := frontmatter.MustParse(bytes.NewReader(text), &kind, loose); err != nil {
		return nil, fmt.Errorf("read skill %s: %s", name, said(err))
	}
	if kind.Kind != "source" && kind.Kind != "mcp" { // a prompt is another kind of skill
		return nil, nil
	}
	strict := frontmatter.NewFormat("---", "---", func(b []byte, v any) error { return yaml.UnmarshalWithOptions(b, v, yaml.Strict()) })
	if _, err := frontmatter.MustParse(bytes.NewReader(text), s, strict); err != nil {
		return nil, fmt.Errorf("read skill %s: %s", name, said(err))
	}
	s.defaults()
	if err := s.sound(path.Base(path.Dir(name))); err != nil {
		return nil, fmt.Errorf("read skill %s: %w", name, err)
	}
	return s, nil
}

func said(err error) string { return strings.TrimSpace(yaml.FormatError(err, false, false)) }

func (s *Skill) defaults() {
	s.Use = cmp.Or(s.Use, "always")
	s.Reply.Form = cmp.Or(s.Reply.Form, "json")
	s.Request.Method = cmp.Or(s.Request.Method, "GET")
	s.Limits.RPS = cmp.Or(s.Limits.RPS, 1)
	s.Limits.Concurrency = cmp.Or(s.Limits.Concurrency, 2)
	s.Limits.Timeout = cmp.Or(s.Limits.Timeout, 20*time.Second)
	s.Limits.Fresh = cmp.Or(s.Limits.Fresh, time.Hour)
}

var skillName = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,40}$`)

// sound says what of a skill cannot be meant.
func (s *Skill) sound(folder string) error {
	known := func(list []string, v string) bool { return slices.Contains(list, v) }
	switch {
	case !skillName.MatchString(s.Name):
		return fmt.Errorf("name %q: lower-case letters, digits and dashes", s.Name)
	case s.Name != folder:
		return fmt.Errorf("name %q: its folder is %q, and the two are the same", s.Name, folder)
	case s.Description == "", s.WhenToUse == "", s.WhenNotToUse == "":
		return fmt.Errorf("description, when_to_use and when_not_to_use say what a source is good for; one is empty")
	case !known(Classes(), s.Class):
		return fmt.Errorf("class %q: one of %s", s.Class, strings.Join(Classes(), ", "))
	case !known([]string{"always", "configured", "named"}, s.Use):
		return fmt.Errorf("use %q: always, configured or named", s.Use)
	case !known([]string{"json", "xml", "sse"}, s.Reply.Form):
		return fmt.Errorf("reply.form %q: json, xml or sse", s.Reply.Form)
	case !known([]string{"", "iso", "epoch", "epoch_ms", "parts"}, s.Reply.Dates):
		return fmt.Errorf("reply.dates %q: iso, epoch, epoch_ms or parts", s.Reply.Dates)
	case !known([]string{"GET", "POST"}, s.Request.Method):
		return fmt.Errorf("request.method %q: GET or POST", s.Request.Method)
	case !strings.HasPrefix(s.Request.URL, "https://") && !strings.HasPrefix(s.Request.URL, "{base}"):
		return fmt.Errorf("request.url %q: begins with https:// or {base}", s.Request.URL)
	case s.Kind != "mcp" && (len(s.Reply.Map.Title) == 0 || len(s.Reply.Map.URL) == 0):
		return fmt.Errorf("reply.map: title and url are needed")
	case s.Limits.RPS < 0 || s.Limits.RPS > 1000 || s.Limits.Concurrency < 0 || s.Limits.Concurrency > 64:
		return fmt.Errorf("limits: rps is up to 1000, concurrency up to 64")
	}
	for _, f := range s.Fallback {
		for _, on := range f.On {
			if !known([]string{"429", "error", "empty"}, on) {
				return fmt.Errorf("fallback: on %q: 429, error or empty", on)
			}
		}
	}
	return nil
}
