// Package skills has the words that agents are asked with. Each is a file, SKILL.md: what it is
// for and what it needs in front, and a body in Jinja's language. Read [Skill] first.
//
// A vault or a person may have another file of the same name. Whoever asks reads it when asking,
// so that an edit counts from the next question on, and has its hash among what an answer hangs
// on. A body gets text and lists and gives text; it reads no file, and a name in it that nobody
// gave is an error.
package skills

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/nikolalohinski/gonja/v2/builtins"
	"github.com/nikolalohinski/gonja/v2/config"
	"github.com/nikolalohinski/gonja/v2/exec"
	"github.com/nikolalohinski/gonja/v2/loaders"
)

// The skills that assay asks with.
const (
	Draft      = "draft"       // write a note from passages
	Repair     = "repair"      // mend what was wrong with it
	Plan       = "plan"        // say what else to look for
	Rerank     = "rerank"      // say how well hits answer a question
	LastResort = "last_resort" // search the web where no source has anything
	Judge      = "judge"       // say whether a passage supports a claim
	Conflict   = "conflict"    // say which way out of a conflict its sources speak for
)

// Names lists them.
func Names() []string { return []string{Draft, Plan, Repair, Rerank, LastResort, Judge, Conflict} }

// Prompts are the skills that a person chooses in an MCP client. Each has one input.
func Prompts() []string { return []string{"answer_from_evidence", "fill_gap"} }

// File is where a skill of a name lies, below the vault or a folder of configuration.
func File(name string) string { return Folder + "/" + name + "/SKILL.md" }

// IsFile reports whether a path below the vault is where a skill of some name lies.
func IsFile(name string) bool {
	ok, _ := path.Match(File("*"), name)
	return ok
}

// Folder of a vault that has skills of its own.
const Folder = "skills"

// A Skill is one file, read.
type Skill struct {
	Name         string
	Description  string
	Inputs       []Input
	OutputFormat string // json; text, of what a person chooses
	Version      int
	Kind         string // prompt; others are not ours
	Body         string
	Hash         string // of the whole file
}

// An Input is what a body has to be given, by name.
type Input struct {
	Name     string
	Type     string // string or list
	Optional bool   // null is a value of it
}

//go:embed */SKILL.md
var embedded embed.FS

// Text is the file of a skill that assay brings.
func Text(name string) []byte {
	text, err := embedded.ReadFile(name + "/SKILL.md")
	if err != nil {
		return nil
	}
	return text
}

// maxFile is the most that a skill may have: it is a page of text.
const maxFile = 64 << 10

// Parse reads a skill.
func Parse(name string, text []byte) (Skill, error) {
	if len(text) > maxFile {
		return Skill{}, fmt.Errorf("read skill %s: it is larger than 64 KiB", name)
	}
	text = bytes.ReplaceAll(bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")), []byte("\r\n"), []byte("\n"))
	front, body, ok := bytes.Cut(bytes.TrimPrefix(text, []byte("---\n")), []byte("\n---\n"))
	if !ok || !bytes.HasPrefix(text, []byte("---\n")) {
		return Skill{}, fmt.Errorf("read skill %s: it has no front matter between two lines of ---", name)
	}
	var meta struct {
		Name         string              `yaml:"name"`
		Description  string              `yaml:"description"`
		Inputs       []map[string]string `yaml:"inputs"`
		OutputFormat string              `yaml:"output_format"`
		Version      int                 `yaml:"version"`
		Kind         string              `yaml:"kind"`
	}
	if err := yaml.Unmarshal(front, &meta); err != nil {
		return Skill{}, fmt.Errorf("read skill %s: %s", name, strings.SplitN(err.Error(), "\n", 2)[0])
	}
	s := Skill{Name: meta.Name, Description: meta.Description, OutputFormat: meta.OutputFormat, Version: meta.Version, Kind: meta.Kind, Body: string(body)}
	sum := sha256.Sum256(text)
	s.Hash = hex.EncodeToString(sum[:16])
	for _, in := range meta.Inputs {
		for _, key := range slices.Sorted(maps.Keys(in)) {
			kind, null, _ := strings.Cut(in[key], "|")
			s.Inputs = append(s.Inputs, Input{key, strings.TrimSpace(kind), strings.TrimSpace(null) == "null"})
		}
	}
	switch {
	case s.Name != name:
		return Skill{}, fmt.Errorf("read skill %s: it is named %q", name, s.Name)
	case s.OutputFormat != "json" && !slices.Contains(Prompts(), name):
		return Skill{}, fmt.Errorf("read skill %s: its output_format is %q, and answers are json", name, s.OutputFormat)
	case s.Kind != "" && s.Kind != "prompt":
		return Skill{}, fmt.Errorf("read skill %s: its kind is %q, and it is asked as a prompt", name, s.Kind)
	}
	return s, nil
}

// Render is the prompt of a skill with its inputs. It fails where the skill asks for what it is
// not given.
func (s Skill) Render(inputs map[string]any) (string, error) {
	given := map[string]any{}
	for _, in := range s.Inputs {
		v, ok := inputs[in.Name]
		switch {
		case !ok && !in.Optional:
			return "", fmt.Errorf("ask by skill %s: it wants %q, which assay has not: it has %s", s.Name, in.Name, strings.Join(slices.Sorted(maps.Keys(inputs)), ", "))
		case v == nil && !in.Optional:
			return "", fmt.Errorf("ask by skill %s: %q is null, and it says that it is not", s.Name, in.Name)
		}
		given[in.Name] = v
	}
	loader, err := loaders.NewMemoryLoader(map[string]string{"/skill": s.Body})
	if err != nil {
		return "", fmt.Errorf("ask by skill %s: %w", s.Name, err)
	}
	c := config.New()
	c.StrictUndefined, c.TrimBlocks, c.LeftStripBlocks = true, true, true
	t, err := exec.NewTemplate("/skill", c, loader, &exec.Environment{Context: exec.EmptyContext(), Filters: builtins.Filters,
		Tests: builtins.Tests, ControlStructures: builtins.ControlStructures, Methods: builtins.Methods})
	if err != nil {
		return "", fmt.Errorf("read skill %s: %w", s.Name, err)
	}
	text, err := t.ExecuteToString(exec.NewContext(given))
	if err != nil {
		return "", fmt.Errorf("ask by skill %s: %w", s.Name, err)
	}
	if text = strings.TrimSpace(text); text == "" {
		return "", errors.New("ask by skill " + s.Name + ": it asks nothing")
	}
	return text + "\n", nil
}
