package markdown

import (
	"crypto/sha256"
	"encoding/base32"
)

// claimAlphabet is base32 in lower case.
var claimAlphabet = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

const claimIDLength = 3 + 16

// NewClaimID names the claim that normalizedText makes in the note at notePath:
// "cl_" and 80 bits of the SHA-256 of both.
func NewClaimID(notePath, normalizedText string) ClaimID {
	var room [512]byte
	var id [claimIDLength]byte
	return ClaimID(appendClaimID(id[:0], append(append(append(room[:0], notePath...), 0), normalizedText...)))
}

// appendClaimID appends the name of a claim, given path and text with a zero between.
func appendClaimID(to, named []byte) []byte {
	sum := sha256.Sum256(named)
	return claimAlphabet.AppendEncode(append(to, "cl_"...), sum[:10])
}
