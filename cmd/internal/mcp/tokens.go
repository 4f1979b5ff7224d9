package mcp

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
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
	token = tokenPrefix + rand.Text()
	return token, t.edit(name, func(hashes map[string]string, by string) error {
		hashes[by] = hashOf(token)
		return nil
	})
}

// Remove takes the token of a name away.
func (t *Tokens) Remove(name string) error {
	return t.edit(name, func(hashes map[string]string, by string) error {
		if hashes[by] == "" {
			return fmt.Errorf("%s has no token", by)
		}
		delete(hashes, by)
		return nil
	})
}

// Names lists who has one.
func (t *Tokens) Names() ([]string, error) {
	hashes, err := t.read()
	return append([]string{}, slices.Sorted(maps.Keys(hashes))...), err
}

// read has the hash of each name's token.
func (t *Tokens) read() (map[string]string, error) {
	text, err := os.ReadFile(t.File)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("read tokens: %w", err)
	}
	hashes := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if name, hash, ok := strings.Cut(strings.TrimSpace(line), " "); ok {
			hashes[name] = hash
		}
	}
	return hashes, nil
}

// edit replaces the file, for its user alone, where something of a name is changed.
func (t *Tokens) edit(name string, change func(hashes map[string]string, by string) error) error {
	by, err := Identity(name)
	if err != nil {
		return err
	}
	hashes, err := t.read()
	if err == nil {
		err = change(hashes, by)
	}
	if err != nil {
		return err
	}
	var text strings.Builder
	for _, name := range slices.Sorted(maps.Keys(hashes)) {
		fmt.Fprintf(&text, "%s %s\n", name, hashes[name])
	}
	if err := os.MkdirAll(filepath.Dir(t.File), 0o700); err != nil {
		return fmt.Errorf("write tokens: %w", err)
	}
	if err := vault.Replace(t.File, []byte(text.String()), 0o600); err != nil {
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
	hashes, err := t.read()
	if err != nil {
		return nil, err
	}
	for name, hash := range hashes {
		if _, err := Identity(name); err == nil && hash == hashOf(token) {
			return &auth.TokenInfo{UserID: name}, nil
		}
	}
	return nil, auth.ErrInvalidToken
}
