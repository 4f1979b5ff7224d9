package vault

import (
	"crypto/sha256"
	"encoding/base32"
	"strings"
)

// claimAlphabet writes ids in lower case without padding.
var claimAlphabet = base32.StdEncoding.WithPadding(base32.NoPadding)

// NewClaimID names the claim that normalizedText makes in the note at notePath:
// "cl_" and 80 bits of the SHA-256 of both.
func NewClaimID(notePath, normalizedText string) ClaimID {
	h := sha256.New()
	h.Write([]byte(notePath))
	h.Write([]byte{0})
	h.Write([]byte(normalizedText))
	sum := h.Sum(nil)
	return ClaimID("cl_" + strings.ToLower(claimAlphabet.EncodeToString(sum[:10])))
}
