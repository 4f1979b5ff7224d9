package ingest

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"unsafe"
)

// An embedder's file: a header of 64 bytes, then hashes (uint64), idf (float32)
// and rows (float32) of its terms, all little-endian, the rows on a multiple of
// four bytes so that a mapped file is used as it lies.
//
//	0  "assayemb"      8 format (uint32)   12 terms (uint32)
//	16 latent dims     20 hashed dims      24 docs (uint32)
//	28 pivot (float32) 32 terms version    60 CRC-32C of all that follows
const (
	embedMagic  = "assayemb"
	embedFormat = 1
	embedHeader = 64
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// MarshalBinary writes e as the bytes of its file.
func (e *Embedder) MarshalBinary() ([]byte, error) { return e.encode(), nil }

func (e *Embedder) encode() []byte {
	n := len(e.terms)
	b := make([]byte, embedHeader, embedHeader+n*(8+4+4*latentDims))
	copy(b, embedMagic)
	for i, v := range []uint32{embedFormat, uint32(n), latentDims, hashedDims, uint32(e.docs), math.Float32bits(e.pivot), TermsVersion} {
		binary.LittleEndian.PutUint32(b[8+4*i:], v)
	}
	for _, h := range e.terms {
		b = binary.LittleEndian.AppendUint64(b, h)
	}
	b = appendFloats(b, e.idf)
	b = appendFloats(b, e.rows)
	binary.LittleEndian.PutUint32(b[60:], crc32.Checksum(b[embedHeader:], castagnoli))
	return b
}

// ErrEmbedder means that bytes are not an embedder that this program can use.
var ErrEmbedder = errors.New("not a usable embedder")

// ReadEmbedder reads the bytes of an embedder's file, which must not change while
// the embedder is used. With verify the checksum is computed, about 10 ms for the
// largest.
func ReadEmbedder(hash string, b []byte, verify bool) (*Embedder, error) {
	if len(b) < embedHeader || !bytes.HasPrefix(b, []byte(embedMagic)) {
		return nil, fmt.Errorf("read embedder %s: %w: no header", hash, ErrEmbedder)
	}
	field := func(i int) int { return int(binary.LittleEndian.Uint32(b[8+4*i:])) }
	if field(0) != embedFormat || field(2) != latentDims || field(3) != hashedDims || field(6) != TermsVersion {
		return nil, fmt.Errorf("read embedder %s: %w: of another version", hash, ErrEmbedder)
	}
	n := field(1)
	if len(b) != embedHeader+n*(8+4+4*latentDims) {
		return nil, fmt.Errorf("read embedder %s: %w: %d terms do not fit %d bytes", hash, ErrEmbedder, n, len(b))
	}
	if verify && crc32.Checksum(b[embedHeader:], castagnoli) != binary.LittleEndian.Uint32(b[60:]) {
		return nil, fmt.Errorf("read embedder %s: %w: checksum", hash, ErrEmbedder)
	}
	e := &Embedder{hash: hash, docs: field(4), pivot: math.Float32frombits(uint32(field(5)))}
	terms, rest := b[embedHeader:embedHeader+8*n], b[embedHeader+8*n:]
	e.terms = make([]uint64, n)
	for i := range e.terms {
		e.terms[i] = binary.LittleEndian.Uint64(terms[8*i:])
	}
	e.idf, e.rows = Floats(rest[:4*n]), Floats(rest[4*n:])
	e.index()
	return e, nil
}

// Floats reads little-endian 32-bit floats, without a copy where the machine
// stores them so and b lies on a multiple of four bytes.
func Floats(b []byte) []float32 {
	n := len(b) / 4
	if n == 0 {
		return nil
	}
	if littleEndian && uintptr(unsafe.Pointer(&b[0]))%4 == 0 {
		return unsafe.Slice((*float32)(unsafe.Pointer(&b[0])), n)
	}
	v := make([]float32, n)
	for i := range v {
		v[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
	}
	return v
}

func appendFloats(b []byte, v []float32) []byte {
	for _, x := range v {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
	}
	return b
}

var littleEndian = binary.NativeEndian.Uint16([]byte{1, 0}) == 1

// hashOf names bytes by the first 16 hex digits of their SHA-256.
func hashOf(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:8])
}
