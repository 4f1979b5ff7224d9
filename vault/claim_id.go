package vault

import (
	"crypto/sha256"
	"encoding/base32"
)

// claimAlphabet is base32 in lower case.
var claimAlphabet = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// NewClaimID names the claim that normalizedText makes in the note at notePath:
// "cl_" and 80 bits of the SHA-256 of both.
func NewClaimID(notePath, normalizedText string) ClaimID {
	var room [512]byte
	b := append(append(append(room[:0], notePath...), 0), normalizedText...)
	sum := sha256.Sum256(b)
	id := [3 + 16]byte{'c', 'l', '_'}
	claimAlphabet.Encode(id[3:], sum[:10])
	return ClaimID(id[:])
}
