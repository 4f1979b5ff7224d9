package compiler

import (
	"assay/compiler/codec"
	"assay/vault"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The codec of a note loses nothing.
func TestNoteCodec(t *testing.T) {
	t.Parallel()
	for name, text := range tea {
		n := vault.Parse(name, []byte(text+"\n> [!question] Why?\n\nA claim (Derived). ^block\n\n[^1]: note\n"), vault.Options{})
		got, err := decodeNote(encodeNote(newParsed(n)))
		if err != nil {
			t.Fatal(err)
		}
		if got.cold != nil {
			got.note.Footnotes, got.note.Claims = getCold(codec.NewDecoder(got.cold))
		}
		if d := cmp.Diff(n, got.note); d != "" || got.claims != newParsed(n).claims {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
}
