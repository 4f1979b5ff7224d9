package provenance

import (
	"crypto/sha256"
	"encoding/base32"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// idEncoding is the alphabet of every id we write: base32 of RFC 4648 section 6,
// in lower case and without padding. Lower case, because Obsidian and case-blind
// file systems would otherwise hold two ids for one.
var idEncoding = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

const (
	// SourcePrefix begins the ids of sources, and so the names of their folders.
	SourcePrefix = "sr_"
	// AnchorPrefix begins the block ids of passages, which have all one length.
	AnchorPrefix = "chk-"
	AnchorLength = len(AnchorPrefix) + idChars

	chunkPrefix = "chk_"
	eventPrefix = "ev_"

	// idChars is the length of source and chunk ids: 80 bits, so that the chance
	// of a single collision among a million chunks is about 4·10⁻¹³.
	idChars = 16
	// eventChars is the length of event ids: 160 bits, since the ledger has to
	// withstand someone who looks for a collision, not only bad luck.
	eventChars = 32
)

func encodeID(sum []byte, chars int) string {
	return idEncoding.EncodeToString(sum[:chars*5/8])
}

// NewSourceID names the source at a canonical URL or, for a local file, at a path
// relative to the vault. Making the URL canonical is the caller's part.
func NewSourceID(canonicalURL string) SourceID {
	sum := sha256.Sum256([]byte(norm.NFC.String(strings.TrimSpace(canonicalURL))))
	return SourceID(SourcePrefix + encodeID(sum[:], idChars))
}

// NewChunkID names a passage of a source. It hashes the source's id, a line feed
// and [NormalizeText] of the text, so that the id survives re-wrapping, another
// place in the page, and the escapes that a stored page needs.
func NewChunkID(s SourceID, text string) ChunkID {
	h := sha256.New()
	h.Write([]byte(s))
	h.Write([]byte{'\n'})
	h.Write([]byte(NormalizeText(text)))
	return ChunkID(chunkPrefix + encodeID(h.Sum(nil), idChars))
}

// NormalizeText is what of a passage counts for its id. In this order: NFC; every
// backslash before ASCII punctuation is dropped (which undoes Markdown's escapes,
// CommonMark section 2.4, however often they were applied); white space of any
// kind is folded to one space; words that are our own chunk anchors (^chk-…) are
// left out. It is idempotent.
//
// It is coarser than Markdown: a backslash in a code span goes too. Two passages of
// one source that differ in nothing else would share an id, which is harmless.
func NormalizeText(text string) string {
	text = dropEscapes(norm.NFC.String(text))
	words := strings.Fields(text)
	kept := words[:0]
	for _, w := range words {
		if strings.HasPrefix(w, "^") {
			if _, ok := ChunkFromAnchor(w[1:]); ok {
				continue
			}
		}
		kept = append(kept, w)
	}
	return strings.Join(kept, " ")
}

func dropEscapes(text string) string {
	if strings.IndexByte(text, '\\') < 0 {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) && isPunct(text[i+1]) {
			continue
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// isPunct reports ASCII punctuation as CommonMark defines it.
func isPunct(c byte) bool {
	return c >= '!' && c <= '/' || c >= ':' && c <= '@' || c >= '[' && c <= '`' || c >= '{' && c <= '~'
}

// Valid reports whether s has the form of a source id.
func (s SourceID) Valid() bool { return validID(string(s), SourcePrefix, idChars) }

// Valid reports whether c has the form of a chunk id.
func (c ChunkID) Valid() bool { return validID(string(c), chunkPrefix, idChars) }

// Anchor is c as a block id, without the '^': Obsidian allows letters, digits and
// dashes there, so chk_ab… becomes chk-ab….
func (c ChunkID) Anchor() string {
	if rest, ok := strings.CutPrefix(string(c), chunkPrefix); ok {
		return AnchorPrefix + rest
	}
	return string(c)
}

// ChunkFromAnchor reads a block id back, without its '^'. Upper case is accepted,
// since editors and renderers compare block ids and footnote labels without case.
func ChunkFromAnchor(anchor string) (ChunkID, bool) {
	if len(anchor) != AnchorLength {
		return "", false
	}
	rest, ok := strings.CutPrefix(strings.ToLower(anchor), AnchorPrefix)
	c := ChunkID(chunkPrefix + rest)
	return c, ok && c.Valid()
}

func validID(id, prefix string, chars int) bool {
	rest, ok := strings.CutPrefix(id, prefix)
	if !ok || len(rest) != chars {
		return false
	}
	for i := 0; i < len(rest); i++ {
		if c := rest[i]; (c < 'a' || c > 'z') && (c < '2' || c > '7') {
			return false
		}
	}
	return true
}
