package git

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"strings"

	"assay/vault"
)

// A pointer is what git-lfs commits in a file's place (its specification, version 1): at
// most 1,024 bytes, whose first line is this one.
const (
	pointerHead = "version https://git-lfs.github.com/spec/v1\n"
	pointerSize = 1024
)

// large is the text that git-lfs keeps for a blob, or the blob itself where it is none of
// its pointers.
func (r *Repo) large(ctx context.Context, name string, blob []byte) ([]byte, error) {
	if len(blob) > pointerSize || !bytes.HasPrefix(blob, []byte(pointerHead)) {
		return blob, nil
	}
	id := ""
	for line := range strings.Lines(string(blob)) {
		if rest, ok := strings.CutPrefix(line, "oid sha256:"); ok {
			id = strings.TrimSpace(rest)
		}
	}
	if raw, err := hex.DecodeString(id); err != nil || len(raw) != sha256.Size {
		return blob, nil
	}
	places := []string{r.abs(name)} // where it was checked out, and where git-lfs keeps it
	if dir, err := r.commonDir(ctx); err == nil {
		places = append(places, filepath.Join(dir, "lfs", "objects", id[:2], id[2:4], id))
	}
	for _, at := range places {
		text, err := vault.ReadFile(at)
		if sum := sha256.Sum256(text); err == nil && hex.EncodeToString(sum[:]) == id {
			return text, nil
		}
	}
	return nil, &Error{fmt.Sprintf("git holds only a git-lfs pointer in its place, and the text is not here (%s)", name), "`git lfs pull` has it", nil}
}
