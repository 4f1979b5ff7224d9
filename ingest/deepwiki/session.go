package deepwiki

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"assay/ingest/plain"
	"assay/ingest/tool"
	"assay/ingest/web"
	"assay/text"
)

// A way is the connection to the server. What it refuses is kept, since the layers
// between make another error of it.
type way struct {
	e    Wiki
	http *http.Transport
	no   atomic.Pointer[web.Failure]
}

func (e Wiki) most() int64 { return cmp.Or(max(e.MaxAnswer, 0), 50<<20) }

// ask connects to the server, calls a tool that takes a repository, and gives its text.
func (e Wiki) ask(ctx context.Context, name, repo string) (string, error) {
	at, err := web.Canonical(cmp.Or(e.Endpoint, Public))
	if err != nil {
		return "", fmt.Errorf("reach DeepWiki: %w", err)
	}
	w := &way{e: e, http: &http.Transport{
		DialContext: e.Client.Dial, MaxResponseHeaderBytes: 256 << 10, TLSHandshakeTimeout: 30 * time.Second, DisableCompression: true, ForceAttemptHTTP2: true,
	}}
	defer w.http.CloseIdleConnections()
	limited, cancel := context.WithTimeout(ctx, cmp.Or(max(e.Timeout, 0), 2*time.Minute))
	defer cancel()
	client := mcp.NewClient(&mcp.Implementation{Name: "assay", Version: "1"}, &mcp.ClientOptions{Capabilities: &mcp.ClientCapabilities{}})
	s, err := client.Connect(limited, &mcp.StreamableClientTransport{
		Endpoint: at, MaxRetries: -1, DisableStandaloneSSE: true, MaxEventSize: int(e.most()) + 1, // the bound of the body comes first
		HTTPClient: &http.Client{Transport: w, CheckRedirect: func(_ *http.Request, via []*http.Request) error {
			if len(via) > 5 {
				return errors.New("more redirects than we follow")
			}
			return nil
		}},
	}, nil)
	if err != nil {
		return "", w.explain(ctx, err)
	}
	defer func() { // a server that does not answer the farewell must not hold us up
		defer time.AfterFunc(2*time.Second, cancel).Stop()
		_ = s.Close()
	}()
	argument := ""
	for t, err := range s.Tools(limited, nil) {
		if err != nil {
			return "", w.explain(ctx, err)
		}
		if t.Name == name {
			argument = argumentOf(t)
			break
		}
	}
	if argument == "" {
		return "", tool.Failed(web.ClassTool, "the server has no tool %s", name)
	}
	r, err := s.CallTool(limited, &mcp.CallToolParams{Name: name, Arguments: map[string]any{argument: repo}})
	if err != nil {
		return "", w.explain(ctx, err)
	}
	var b strings.Builder
	for _, c := range r.Content {
		if t, ok := c.(*mcp.TextContent); ok {
			b.WriteString(t.Text + "\n")
		}
	}
	text := plain.Text([]byte(b.String()))
	if r.IsError {
		return "", nothing(text)
	}
	return text, nil
}

// argumentOf is the name under which a tool takes the repository: as it is known, else
// the first that the tool requires.
func argumentOf(t *mcp.Tool) string {
	schema, _ := t.InputSchema.(map[string]any)
	known, _ := schema["properties"].(map[string]any)
	required, _ := schema["required"].([]any)
	if _, ok := known["repoName"]; !ok && len(known) > 0 && len(required) > 0 {
		if s, ok := required[0].(string); ok {
			return s
		}
	}
	return "repoName"
}

// RoundTrip asks policy about every hop and bounds every answer.
func (w *way) RoundTrip(r *http.Request) (*http.Response, error) {
	if no := w.e.Client.Allow(r.URL.String()); no != nil {
		w.no.Store(no)
		return nil, no
	}
	r = r.Clone(r.Context())
	r.Header.Set("User-Agent", w.e.Client.Options().UserAgent)
	resp, err := w.http.RoundTrip(r)
	if no, ok := errors.AsType[*web.Failure](err); ok {
		w.no.Store(no)
	}
	if err != nil {
		return nil, err
	}
	switch resp.StatusCode {
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		w.no.Store(tool.Failed(web.ClassThrottled, "the server answered %s", resp.Status))
	case http.StatusUnauthorized, http.StatusForbidden:
		w.no.Store(tool.Failed(web.ClassForbidden, "the server answered %s", resp.Status))
	}
	resp.Body = &bounded{resp.Body, w.e.most(), w}
	return resp, nil
}

// bounded is a body that may not be longer than so much.
type bounded struct {
	io.ReadCloser
	left int64
	way  *way
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.left <= 0 {
		no := tool.Failed(web.ClassTooLarge, "the answer has more than %d bytes", b.way.e.most())
		b.way.no.Store(no)
		return 0, no
	}
	n, err := b.ReadCloser.Read(p[:min(int64(len(p)), b.left)])
	b.left -= int64(n)
	return n, err
}

// explain gives an error of the connection its class.
func (w *way) explain(ctx context.Context, err error) error {
	class := web.ClassTool
	switch {
	case w.no.Load() != nil:
		return w.no.Load()
	case ctx.Err() != nil:
		return tool.Failed(web.ClassCancelled, "the run was stopped: %s", context.Cause(ctx))
	case errors.Is(err, context.DeadlineExceeded):
		return tool.Failed(web.ClassTimeout, "the MCP server did not answer in time")
	case strings.Contains(err.Error(), "connection refused"):
		class = web.ClassConnect
	case strings.Contains(err.Error(), "no such host"):
		class = web.ClassDNS
	}
	return tool.Failed(class, "ask the MCP server: %s", text.Clip(plain.Line(err.Error()), 300))
}
