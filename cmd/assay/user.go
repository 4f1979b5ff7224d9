package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"assay/agents"
	"assay/gates"
	"assay/templates/skills"
	"assay/vault"
)

// user is the configuration of whoever runs this, in a folder that no vault has a say in.
type user struct {
	dir    string // "" where there is none
	root   string // of the vault
	getenv func(string) string
}

func openUser(getenv func(string) string, root string) user {
	return user{configDir(getenv), root, getenv}
}

// configDir is the user's own folder of configuration, "" for none.
func configDir(getenv func(string) string) string {
	dir, err := os.UserConfigDir()
	if home := getenv("XDG_CONFIG_HOME"); home != "" {
		dir, err = home, nil
	}
	if err != nil || !filepath.IsAbs(dir) {
		return ""
	}
	return filepath.Join(dir, "assay")
}

// A trust says what of one vault a person let act, and when.
type trust struct {
	Digest string          `json:"digest"`
	At     time.Time       `json:"at"`
	Items  []gates.Brought `json:"items"` // for people who look at the file
}

// trustFile has a trust for each vault, by its folder.
func (u user) trustFile() string { return filepath.Join(u.dir, "trusted.json") }

func (u user) trusts() (map[string]trust, error) {
	all := map[string]trust{}
	text, err := vault.ReadFile(u.trustFile())
	if errors.Is(err, fs.ErrNotExist) {
		return all, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &all)
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", u.trustFile(), cause(err))
	}
	return all, nil
}

// Trusts reports whether what the vault brings along is what a person let act here. Where the
// file cannot be read nothing is.
func (u user) Trusts(digest string) bool {
	if u.dir == "" || digest == "" {
		return false
	}
	all, err := u.trusts()
	return err == nil && all[realPath(u.root)].Digest == digest
}

// trust writes that it is, or that nothing is any more.
func (u user) trust(t *trust) error {
	if u.dir == "" {
		return hinted(errors.New("this user has no configuration folder"), "set XDG_CONFIG_HOME to one")
	}
	all, err := u.trusts()
	if err != nil {
		return err
	}
	delete(all, realPath(u.root))
	if t != nil {
		all[realPath(u.root)] = *t
	}
	text, err := json.MarshalIndent(all, "", "  ")
	if err == nil {
		err = os.MkdirAll(u.dir, 0o700)
	}
	if err == nil {
		err = vault.Replace(u.trustFile(), append(text, '\n'), 0o600)
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", u.trustFile(), cause(err))
	}
	return nil
}

// Lets reports whether a variable lets a host have a key.
func (u user) Lets(variable, endpoint string) bool {
	at, err := url.Parse(endpoint)
	return err == nil && letsKey(variable, at, u.getenv)
}

// Skill is the user's own skill of a name, nil where there is none.
func (u user) Skill(name string) ([]byte, error) { return u.read(skills.File(name)) }

// Agents are the user's own.
func (u user) Agents() ([]agents.Spec, error) {
	text, err := u.read("agents.yaml")
	if err != nil || text == nil {
		return nil, err
	}
	return agents.Read(text)
}

func (u user) read(file string) ([]byte, error) {
	if u.dir == "" {
		return nil, nil
	}
	name := filepath.Join(u.dir, filepath.FromSlash(file))
	text, err := vault.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, cause(err))
	}
	return text, nil
}
