package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	// Path is where the protocol is spoken over HTTP.
	Path = "/mcp"

	bodyMost    = 1 << 20 // bytes of one request
	sessionIdle = 20 * time.Minute

	withoutSessions = "2026-07-28" // the first revision that has none
)

// HTTP serves clients on this machine that have a token, until ctx ends.
func (s *Server) HTTP(ctx context.Context, l net.Listener, tokens *Tokens) error {
	server := &http.Server{Handler: s.Handler(tokens), ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10,
		ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)}
	served := make(chan error, 1)
	go func() { served <- server.Serve(l) }()
	var err error
	select {
	case err = <-served:
	case <-ctx.Done():
		over, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		if server.Shutdown(over) != nil {
			server.Close() // a client holds a stream open
		}
	}
	s.works.stop()
	return err
}

// Handler speaks both eras of the protocol. A page in a browser is refused, and so is who has no
// token.
func (s *Server) Handler(tokens *Tokens) http.Handler {
	get := func(*http.Request) *sdk.Server { return s.sdk }
	old := sdk.NewStreamableHTTPHandler(get, &sdk.StreamableHTTPOptions{SessionTimeout: sessionIdle, MaxRequestBodyBytes: bodyMost})
	now := sdk.NewStreamableHTTPHandler(get, &sdk.StreamableHTTPOptions{Stateless: true, PropagateRequestCancellation: true, MaxRequestBodyBytes: bodyMost})
	eras := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if sessionless(r) {
			now.ServeHTTP(w, r)
		} else {
			old.ServeHTTP(w, r)
		}
	})
	mux := http.NewServeMux()
	mux.Handle(Path, auth.RequireBearerToken(tokens.verify, &auth.RequireBearerTokenOptions{AllowMissingExpiration: true})(eras))
	return http.NewCrossOriginProtection().Handler(mux)
}

// sessionless reports whether a request is of the era without sessions: by its header, or where
// that lacks by what its body says of itself.
func sessionless(r *http.Request) bool {
	if r.Header.Get("Mcp-Protocol-Version") >= withoutSessions {
		return true
	}
	if r.Method != http.MethodPost || r.Header.Get("Mcp-Session-Id") != "" || r.Body == nil {
		return false
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, bodyMost+1))
	r.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(body), r.Body), r.Body}
	var m struct {
		Method string
		Params struct {
			Meta map[string]any `json:"_meta"`
		}
	}
	if err != nil || json.Unmarshal(body, &m) != nil {
		return false
	}
	_, said := m.Params.Meta[sdk.MetaKeyProtocolVersion]
	return said || m.Method == "server/discover"
}

// Listen takes an address of this machine, and no other.
func Listen(address string) (net.Listener, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, fmt.Errorf("listen on %s: want a host and a port, such as 127.0.0.1:7420", address)
	}
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return nil, fmt.Errorf("listen on %s: a vault is served to this machine alone; to reach it from another one, tunnel to it (ssh -L)", address)
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("listen on %s: %w", address, errors.Unwrap(err))
	}
	return l, nil
}
