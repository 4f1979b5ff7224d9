package provenance

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Ids are written into people's notes: they may never change.
//
// Invariant (names and stored text): Ids never change: they are in people's notes. See also
// TestNormalizeTextIsIdempotent, TestLedgerLineIsFrozen.
func TestIDsAreFrozen(t *testing.T) {
	s := NewSourceID("https://www.rfc-editor.org/rfc/rfc9111.html")
	if want := SourceID("sr_yzttlv6nrp5bq2ud"); s != want {
		t.Errorf("source id is %s, was %s", s, want)
	}
	c := NewChunkID(s, "A response is fresh for 600 seconds.")
	if want := ChunkID("chk_cokg3wg6jmbfp6nl"); c != want {
		t.Errorf("chunk id is %s, was %s", c, want)
	}
	if !s.Valid() || !c.Valid() || SourceID(c).Valid() || ChunkID("chk_1").Valid() {
		t.Error("Valid does not tell ids apart")
	}
}

func TestNormalizeText(t *testing.T) {
	id := NewChunkID("sr_x", "x").Anchor()
	for _, c := range []struct{ name, in, want string }{
		{"white space and line ends", "  a\r\n\r\n\tb\u00a0c ", "a b c"},
		{"composition", "e\u0301", "é"},
		{"escapes", `\[\[not a link\]\] and \#tag, 2 \* 3`, "[[not a link]] and #tag, 2 * 3"},
		{"escaped twice", `\\\[x\]`, "[x]"},
		{"backslash before a letter stays", `C:\new`, `C:\new`},
		{"own anchor", "text ^" + id, "text"},
		{"own anchor on its own line", "- a\n- b\n\n^" + id + "\n", "- a - b"},
		{"another block id stays", "text ^quote-1", "text ^quote-1"},
		{"empty", " \n", ""},
	} {
		if got := NormalizeText(c.in); got != c.want {
			t.Errorf("%s: NormalizeText(%q) = %q, want %q", c.name, c.in, got, c.want)
		}
	}
}

func TestNormalizeTextIsIdempotent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(
			rapid.String(),
			rapid.StringMatching(`([\\\[\]*#^ a-c<\n]|\x{338}|\x{301})*`),
		).Draw(t, "text")
		once := NormalizeText(text)
		if twice := NormalizeText(once); twice != once {
			t.Fatalf("%q becomes %q, then %q", text, once, twice)
		}
	})
}

// An unchanged passage keeps its id wherever it moves, and another source's equal
// passage has another.
func TestChunkIDDependsOnWordsAndSource(t *testing.T) {
	a := NewChunkID("sr_a", "The cache closes\nthe stream. \\[1\\]")
	if b := NewChunkID("sr_a", "The cache   closes the\r\nstream. [1] ^"+a.Anchor()); b != a {
		t.Errorf("the same words give %s and %s", a, b)
	}
	if b := NewChunkID("sr_b", "The cache closes the stream. [1]"); b == a {
		t.Error("two sources share a chunk id")
	}
	if b := NewChunkID("sr_a", "The cache closes the streams. [1]"); b == a {
		t.Error("two texts share a chunk id")
	}
}

func TestAnchorRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := NewChunkID("sr_x", rapid.String().Draw(t, "text"))
		for _, anchor := range []string{c.Anchor(), strings.ToUpper(c.Anchor())} {
			if back, ok := ChunkFromAnchor(anchor); !ok || back != c {
				t.Fatalf("%s comes back as %s, %v", anchor, back, ok)
			}
		}
	})
	for _, bad := range []string{"", "chk-", "chk-abc", "chk_aaaaaaaaaaaaaaaa", "chk-aaaaaaaaaaaaaaa1", "^chk-aaaaaaaaaaaaaaaa", "chk-aaaaaaaaaaaaaaaaa"} {
		if c, ok := ChunkFromAnchor(bad); ok {
			t.Errorf("%q is read as %s", bad, c)
		}
	}
}
