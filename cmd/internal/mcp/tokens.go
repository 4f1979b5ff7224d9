package mcp

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/auth"

	"assay/vault"
)

// Tokens are the names that may connect over HTTP, each with the hash of its token. They lie with
// the user, outside every vault: what comes with a vault lets nobody in.
type Tokens struct{ File string }

// tokenPrefix tells people and scanners what it is.
const tokenPrefix = "assay_"

// New makes a token for a name, in place of the one that it had, and gives it: it is kept nowhere.
func (t *Tokens) New(name string) (token string, err error) {
	by, err := Identity(name)
	if err != nil {
		return "", err
	}
	token = tokenPrefix + rand.Text()
	return token, t.edit(func(lines []string) []string {
		return append(without(lines, by), by+" "+hashOf(token))
	})
}

// Remove takes the token of a name away.
func (t *Tokens) Remove(name string) error {
	by, err := Identity(name)
	if err != nil {
		return err
	}
	lines, err := t.lines()
	if err == nil && len(without(lines, by)) == len(lines) {
		err = fmt.Errorf("%s has no token", by)
	}
	if err != nil {
		return err
	}
	return t.edit(func(lines []string) []string { return without(lines, by) })
}

// Names lists who has one.
func (t *Tokens) Names() ([]string, error) {
	lines, err := t.lines()
	names := []string{}
	for _, line := range lines {
		name, _, _ := strings.Cut(line, " ")
		names = append(names, name)
	}
	slices.Sort(names)
	return names, err
}

func without(lines []string, by string) []string {
	return slices.DeleteFunc(slices.Clone(lines), func(line string) bool { return strings.HasPrefix(line, by+" ") })
}

func (t *Tokens) lines() (lines []string, err error) {
	text, err := os.ReadFile(t.File)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read tokens: %w", err)
	}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return lines, nil
}

// edit replaces the file, for its user alone.
func (t *Tokens) edit(change func([]string) []string) error {
	lines, err := t.lines()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(t.File), 0o700); err != nil {
		return fmt.Errorf("write tokens: %w", err)
	}
	if err := vault.Replace(t.File, []byte(strings.Join(change(lines), "\n")+"\n"), 0o600); err != nil {
		return fmt.Errorf("write tokens: %w", err)
	}
	return nil
}

func hashOf(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// verify says whose a token is. One that was taken away counts no longer, in a running server too.
func (t *Tokens) verify(_ context.Context, token string, _ *http.Request) (*auth.TokenInfo, error) {
	lines, err := t.lines()
	if err != nil {
		return nil, err
	}
	for _, line := range lines {
		name, hash, _ := strings.Cut(line, " ")
		if _, err := Identity(name); err == nil && hash == hashOf(token) {
			return &auth.TokenInfo{UserID: name}, nil
		}
	}
	return nil, auth.ErrInvalidToken
}
