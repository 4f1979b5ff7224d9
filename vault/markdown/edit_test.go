package markdown

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Invariant (writing): An edit of frontmatter changes its key and no other byte. See also
// TestSetThenRemoveIsNothing, FuzzSetMeta.
func TestSetMeta(t *testing.T) {
	list := metaList("sr_a", "sr_b")
	for _, c := range []struct {
		name, text string
		value      string
		want       string // "" for a refusal
	}{
		{"no frontmatter", "# A\n", list, "---\nk: [\"sr_a\", \"sr_b\"]\n---\n# A\n"},
		{"empty file", "", metaText("x"), "---\nk: \"x\"\n---\n"},
		{"byte order mark", "\ufeff# A\r\n", metaText("x"), "\ufeff---\r\nk: \"x\"\r\n---\r\n# A\r\n"},
		{"a rule, not a fence", "text\n---\nmore\n---\n", metaText("x"), "---\nk: \"x\"\n---\ntext\n---\nmore\n---\n"},
		{"new key", "---\n# mine\na: 'b'   # c\nlist:\n  - x\n\n---\nbody", metaText("x"), "---\n# mine\na: 'b'   # c\nlist:\n  - x\n\nk: \"x\"\n---\nbody"},
		{"crlf", "---\r\na: b\r\n---\r\n", metaText("x"), "---\r\na: b\r\nk: \"x\"\r\n---\r\n"},
		{"cr", "---\ra: b\r---\r", metaText("x"), "---\ra: b\rk: \"x\"\r---\r"},
		{"dots", "---\na: b\n...\n", metaText("x"), "---\na: b\nk: \"x\"\n...\n"},
		{"replace", "---\na: b\nk: old\nc: d\n---\n", metaText("x"), "---\na: b\nk: \"x\"\nc: d\n---\n"},
		{"comment kept", "---\nk:   'old # no'  # why\nc: d\n---\n", metaText("x"), "---\nk:   \"x\"  # why\nc: d\n---\n"},
		{"no value", "---\nk:\nc: d\n---\n", metaText("x"), "---\nk: \"x\"\nc: d\n---\n"},
		{"no value, comment", "---\nk: # why\nc: d\n---\n", metaText("x"), "---\nk: \"x\" # why\nc: d\n---\n"},
		{"quoted key", "---\n\"k\": old\n---\n", metaText("x"), "---\n\"k\": \"x\"\n---\n"},
		{"flow list", "---\nk: [a, 'b, c'] # two\nc: d\n---\n", list, "---\nk: [\"sr_a\", \"sr_b\"] # two\nc: d\n---\n"},
		{"flow over lines", "---\nk: [a,\n  b\n]\nc: d\n---\n", list, "---\nk: [\"sr_a\", \"sr_b\"]\nc: d\n---\n"},
		{"block list", "---\nk: # why\n    - a\n    - b\n    - c\n\n# next\nc: d\n---\n", list, "---\nk: [\"sr_a\", \"sr_b\"] # why\n\n# next\nc: d\n---\n"},
		{"list without indent", "---\nk:\n- a\n- b\nc: d\n---\n", list, "---\nk: [\"sr_a\", \"sr_b\"]\nc: d\n---\n"},
		{"list to text", "---\nk:\n- a\n- b\nc: d\n---\n", metaText("x"), "---\nk: \"x\"\nc: d\n---\n"},
		{"block scalar", "---\nk: |\n  # not a comment\n\n  text\nc: d\n---\n", metaText("x"), "---\nk: \"x\"\nc: d\n---\n"},
		{"folded text", "---\nk: some\n  more\nc: d\n---\n", metaText("x"), "---\nk: \"x\"\nc: d\n---\n"},
		{"raw", "---\nk: false\n---\n", "true", "---\nk: true\n---\n"},
		{"same raw list", "---\nk:\n  - a # one\n  - 'b'\n---\n", `["a","b"]`, "---\nk:\n  - a # one\n  - 'b'\n---\n"},
		{"raw that is no value", "---\nk: a\n---\n", "[a", ""},
		{"same text", "---\nk: plain\n---\n", metaText("plain"), "---\nk: plain\n---\n"},
		{"same list", "---\nk: [sr_a, 'sr_b']\n---\n", list, "---\nk: [sr_a, 'sr_b']\n---\n"},
		{"nested key of that name", "---\na:\n  k: no\n---\n", metaText("x"), "---\na:\n  k: no\nk: \"x\"\n---\n"},
		{"empty list", "---\nk:\n  - a\n---\n", metaList(), "---\nk: []\n---\n"},
		{"escapes", "", metaText("a\"b\\c\nd\u2028\u0001é"), "---\nk: \"a\\\"b\\\\c\\nd\\u2028\\u0001é\"\n---\n"},
		{"remarks in the list", "---\nk:\n  - a\n  # because\n  - b\n---\n", list, ""},
		{"unclosed", "---\na: b\n", list, ""},
		{"not YAML", "---\na: [b\n---\n", list, ""},
		{"not a mapping", "---\n- a\n---\n", list, ""},
		{"flow mapping", "---\n{a: b}\n---\n", list, ""},
		{"twice", "---\nk: a\nk: b\n---\n", list, ""},
		{"anchor in use", "---\nk: &x [a]\nc: *x\n---\n", list, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := SetMeta([]byte(c.text), "k", c.value)
			if c.want == "" {
				if !errors.Is(err, ErrUnsafeEdit) || got != nil {
					t.Errorf("got %q, %v", got, err)
				}
				return
			}
			if err != nil || string(got) != c.want {
				t.Errorf("got  %q, %v\nwant %q", got, err, c.want)
			}
		})
	}
}

func TestRemoveMeta(t *testing.T) {
	for text, want := range map[string]string{
		"---\na: b\nk: c\n---\nx":                     "---\na: b\n---\nx",
		"---\nk:\n  - a\n  # why\n  - b\nc: d\n---\n": "---\nc: d\n---\n",
		"---\nk: a\n---\nbody":                        "body",
		"---\n# mine\nk: a\n---\nbody":                "---\n# mine\n---\nbody",
		"no frontmatter":                              "no frontmatter",
		"---\na: b\n---\n":                            "---\na: b\n---\n",
	} {
		if got, err := RemoveMeta([]byte(text), "k"); err != nil || string(got) != want {
			t.Errorf("%q: got %q, %v, want %q", text, got, err, want)
		}
	}
	if _, err := RemoveMeta([]byte("---\nk: &x 1\na: *x\n---\n"), "k"); !errors.Is(err, ErrUnsafeEdit) {
		t.Errorf("an anchor that is in use was removed: %v", err)
	}
}

var frontLines = rapid.SampledFrom([]string{
	"a: b", "title: 'it''s'  # mine", "# comment", "", "list:\n  - one\n  - two", "tags: [x, \"y\"]", "text: |\n  long\n\n  text", "n: 12", "d: 2024-01-02", "empty:",
	"deep:\n  k: v\n  more:\n    - 1", "zero:\n- a\n- b", "quoted: \"a: b # c\"", "ünï: ok", "\"q k\": v", "date created: 2022-06-09", "   ",
})

// drawNote makes a note with a frontmatter of distinct keys.
func drawNote(t *rapid.T) []byte {
	eol := rapid.SampledFrom([]string{"\n", "\r\n", "\r"}).Draw(t, "eol")
	var b strings.Builder
	b.WriteString(rapid.SampledFrom([]string{"", "\ufeff"}).Draw(t, "bom"))
	if rapid.Bool().Draw(t, "front") {
		lines := rapid.SliceOfNDistinct(frontLines, 0, 8, func(s string) string { return s }).Draw(t, "lines")
		b.WriteString("---\n" + strings.Join(append(lines, ""), "\n") + "---")
		if rapid.Bool().Draw(t, "more") {
			b.WriteString("\n")
		}
	}
	b.WriteString(rapid.SampledFrom([]string{"", "\n# Body\n\ntext\n---\n", "\nbody"}).Draw(t, "body"))
	return []byte(strings.ReplaceAll(b.String(), "\n", eol))
}

func drawValue(t *rapid.T) string {
	if rapid.Bool().Draw(t, "list") {
		return metaList(rapid.SliceOfN(rapid.String(), 0, 4).Draw(t, "items")...)
	}
	return metaText(rapid.String().Draw(t, "text"))
}

func TestSetThenRemoveIsNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := drawNote(t)
		set, err := SetMeta(text, "provenance_agent", drawValue(t))
		if err != nil {
			t.Fatalf("set in %q: %v", text, err)
		}
		back, err := RemoveMeta(set, "provenance_agent")
		if err != nil || !bytes.Equal(back, text) {
			t.Fatalf("%q became\n%q and then\n%q, %v", text, set, back, err)
		}
	})
}

func TestSetMetaTwiceIsTheLast(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text, a, b := drawNote(t), drawValue(t), drawValue(t)
		direct, err := SetMeta(text, "k", b)
		if err != nil {
			t.Fatal(err)
		}
		once, err := SetMeta(text, "k", a)
		if err != nil {
			t.Fatal(err)
		}
		twice, err := SetMeta(once, "k", b)
		if err != nil || !bytes.Equal(direct, twice) {
			t.Fatalf("directly %q, by way of another value %q, %v", direct, twice, err)
		}
	})
}

func FuzzSetMeta(f *testing.F) {
	for _, text := range []string{"", "# A\n", "---\na: b\n---\n", "---\r\nk: [a,\r\n  b] # c\r\n---\r\nx", "\ufeff---\nk:\n- a\n---\n", "---\n---\n", "---\nk: &a 1\nb: *a\n---", "---\nk: |+\n\n\n---\n"} {
		f.Add([]byte(text), "v")
	}
	f.Fuzz(func(t *testing.T, text []byte, value string) {
		before, _ := frontOf(text)
		_, e, finding := find(text, "k")
		had := finding == nil && e.end != 0
		out, err := SetMeta(text, "k", metaText(value))
		if err != nil {
			return
		}
		after, err := frontOf(out)
		if err != nil || !after.present {
			t.Fatalf("%q lost its frontmatter in %q: %v", text, out, err)
		}
		body := text[before.open:]
		if before.present {
			body = text[before.close:]
		}
		if !bytes.HasSuffix(out, body) {
			t.Fatalf("the body of %q changed in %q", text, out)
		}
		if again, err := SetMeta(out, "k", metaText(value)); err != nil || !bytes.Equal(again, out) {
			t.Fatalf("setting it again in %q gave %q, %v", out, again, err)
		}
		if back, err := RemoveMeta(out, "k"); !had && (err != nil || !bytes.Equal(back, text)) {
			t.Fatalf("%q became %q and then %q, %v", text, out, back, err)
		}
	})
}

func TestSplice(t *testing.T) {
	if got := Splice([]byte("a\r\nb\r\n"), 3, 4, "x\ny"); string(got) != "a\r\nx\r\ny\r\n" {
		t.Errorf("%q", got)
	}
	if got := Splice([]byte("ab"), 1, 9, "x\r\n"); string(got) != "ax\n" {
		t.Errorf("%q", got)
	}
}

// metaText is a text.
func metaText(s string) string { return quote(s) }

// metaList is a list of texts.
func metaList(items ...string) string {
	quoted := make([]string, len(items))
	for i, s := range items {
		quoted[i] = quote(s)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}
