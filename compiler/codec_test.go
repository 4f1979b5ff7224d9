package compiler_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"assay/compiler/codec"
	"assay/compiler/view"
	"assay/vault/markdown"
)

// The codec of a note loses nothing.
func TestNoteCodec(t *testing.T) {
	t.Parallel()
	for name, text := range tea {
		n := markdown.Parse(name, []byte(text+"\n> [!question] Why?\n\nA claim (Derived). ^block\n\n[^1]: note\n"), markdown.Options{})
		got, err := codec.Decode[view.Parsed](codec.Encode(view.NewParsed(n)))
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(n, view.Warm(got.Note, got.Cold)); d != "" || got.Claims != view.NewParsed(n).Claims {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
}
