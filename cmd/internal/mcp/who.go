package mcp

import (
	"fmt"
	"regexp"
	"strings"

	"assay/gates"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// Unnamed is who asks over standard input and output and was given no name.
const Unnamed = "mcp:client"

var clientName = regexp.MustCompile(`^[a-zA-Z0-9][a-zA-Z0-9._-]{0,63}$`)

// Identity is the actor that a name stands for: mcp:NAME. Nobody who connects is a person, an
// agent that a person started, or one of the built-in actors.
func Identity(name string) (string, error) {
	if name == "" {
		return Unnamed, nil
	}
	plain := strings.TrimPrefix(name, "mcp:")
	if !clientName.MatchString(plain) {
		err := fmt.Errorf("%q is no name of an MCP client", name)
		if strings.HasPrefix(name, "person:") {
			err = fmt.Errorf("%s: whoever asks over MCP is a client and no person", name)
		}
		return "", gates.WithHint(err, "write --as NAME: letters, digits, dots and dashes")
	}
	return "mcp:" + plain, nil
}

// who asks: by the token over HTTP, else by what the process was started with. What a client says
// of itself counts for nothing.
func (s *Server) who(extra *sdk.RequestExtra) string {
	if extra != nil && extra.TokenInfo != nil {
		return extra.TokenInfo.UserID
	}
	return s.o.As
}
