package compiler

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"assay/agents"
	"assay/compiler/view"
	"assay/gates"
	"assay/ingest/discover"
	"assay/templates/skills"
	"assay/vault"
)

// Brought is what the vault brings along that would run, be asked or get a key here, and the
// digest by which a person trusts it.
func (c *Compiler) Brought() (list []gates.Brought, digest string) {
	a := c.Policy.Agents
	// A prompt does nothing where no agent is asked; a source of `assay research` may always be.
	own := c.skillHashes(a.Use != gates.AgentsNone || len(a.Specs) > 0 || c.Opts.Agent != "" || c.Policy.Judge.Agent() != "")
	list = c.Policy.Brought(own)
	return list, gates.DigestOfBrought(list)
}

// Trusted reports whether the user of this machine lets what the vault brings along act. A
// vault that brings nothing needs nobody's trust.
func (c *Compiler) Trusted() bool {
	_, digest := c.Brought()
	return digest == "" || c.user().Trusts(digest)
}

// skillHashes are the skills of the vault itself, by name: prompts only where that is asked for.
func (c *Compiler) skillHashes(prompts bool) map[string]string {
	out := map[string]string{}
	entries, _ := os.ReadDir(filepath.Join(c.Root, skills.Folder)) // nothing there is no skill
	for _, e := range entries {
		if prompt := slices.Contains(skills.Names(), e.Name()); prompt && !prompts {
			continue
		}
		if text, err := c.ReadFile(skills.File(e.Name())); err == nil {
			out[e.Name()] = vault.HashText(text).String() + whereTo(skills.File(e.Name()), text)
		}
	}
	return out
}

// whereTo says what a source of a vault's own asks, and which keys of the user's it sends
// there: "" for a prompt.
func whereTo(name string, text []byte) string {
	s, err := discover.ParseSkill(name, text)
	if err != nil || s == nil {
		return ""
	}
	out := "; it asks " + s.Request.URL
	for _, at := range []string{s.Request.Base.Env, s.Request.Base.Default} {
		if at != "" {
			out += " (" + at + ")"
		}
	}
	keys := slices.Clone(s.Auth.Env)
	if l := s.Auth.Login; l != nil {
		keys = append(keys, l.Env...)
	}
	if len(keys) > 0 {
		out += ", and sends what is in " + strings.Join(keys, ", ")
	}
	return out
}

func (c *Compiler) user() view.User {
	if c.World.OpenUser == nil || c.Guest() {
		return nobody{}
	}
	return c.World.OpenUser(c.Root)
}

// nobody has said anything.
type nobody struct{}

func (nobody) Trusts(string) bool             { return false }
func (nobody) Lets(string, string) bool       { return false }
func (nobody) Skill(string) ([]byte, error)   { return nil, nil }
func (nobody) Agents() ([]agents.Spec, error) { return nil, nil }

// Skill is a skill as it is now.
func (c *Compiler) Skill(name string) (skills.Skill, error) { return c.skill(name, c.Trusted()) }

// skill is a skill as it is now: the vault's own where it is trusted, else the user's, else
// that which comes with assay. It is read anew each time, so that an edit counts at once.
func (c *Compiler) skill(name string, trusted bool) (skills.Skill, error) {
	if trusted {
		text, err := c.ReadFile(skills.File(name))
		if err == nil {
			return skills.Parse(name, text)
		}
		if _, there := os.Lstat(filepath.Join(c.Root, filepath.FromSlash(skills.File(name)))); !errors.Is(there, fs.ErrNotExist) {
			return skills.Skill{}, err
		}
	}
	text, err := c.user().Skill(name)
	if err != nil {
		return skills.Skill{}, err
	}
	if text == nil {
		text = skills.Text(name)
	}
	return skills.Parse(name, text)
}
