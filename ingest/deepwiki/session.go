package deepwiki

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"assay/ingest/tool"
	"assay/ingest/web"
)

// A session is a connection to the server, its tools as it told them at the start.
type session struct {
	e        Wiki
	mcp      *mcp.ClientSession
	stop     context.CancelFunc // of the connection
	http     *http.Transport
	no       refusal
	tools    map[string]string // by name, the argument that takes the repository
	requests int
}

// A refusal is what policy or the address check said, kept since the layers between
// make another error of it.
type refusal struct {
	mu  sync.Mutex
	err error
}

func (r *refusal) set(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.err = err
}

func (r *refusal) get() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.err
}

func (e Wiki) endpoint() string {
	if e.Endpoint != "" {
		return e.Endpoint
	}
	return Public
}

func (e Wiki) most() int64 {
	if e.MaxAnswer > 0 {
		return e.MaxAnswer
	}
	return 50 << 20
}

func (e Wiki) connect(ctx context.Context) (*session, error) {
	at, err := web.Canonical(e.endpoint())
	if err != nil {
		return nil, fmt.Errorf("reach DeepWiki: %w", err)
	}
	s := &session{e: e, tools: map[string]string{}}
	s.http = &http.Transport{DialContext: e.Client.Dial, MaxResponseHeaderBytes: 256 << 10, TLSHandshakeTimeout: 30 * time.Second, DisableCompression: true, ForceAttemptHTTP2: true}
	client := mcp.NewClient(&mcp.Implementation{Name: "assay", Version: "1"}, &mcp.ClientOptions{Capabilities: &mcp.ClientCapabilities{}})
	limited, cancel := e.limited(ctx)
	defer cancel()
	// The connection outlives this call, so its context has no time limit.
	ctx, s.stop = context.WithCancel(ctx)
	type opened struct {
		mcp *mcp.ClientSession
		err error
	}
	done := make(chan opened, 1)
	go func() {
		c, err := client.Connect(ctx, &mcp.StreamableClientTransport{
			Endpoint: at, MaxRetries: -1, DisableStandaloneSSE: true, MaxEventSize: int(e.most()) + 1, // the bound of the body comes first
			HTTPClient: &http.Client{Transport: s, CheckRedirect: func(_ *http.Request, via []*http.Request) error {
				if len(via) > 5 {
					return errors.New("more redirects than we follow")
				}
				return nil
			}},
		}, nil)
		done <- opened{c, err}
	}()
	select {
	case o := <-done:
		s.mcp, err = o.mcp, o.err
	case <-limited.Done():
		err = s.explain(ctx, limited.Err())
		s.stop()
		go func() { // what opens too late is closed
			if o := <-done; o.mcp != nil {
				_ = o.mcp.Close()
			}
			s.http.CloseIdleConnections()
		}()
		return nil, err
	}
	if err != nil {
		err = s.explain(ctx, err)
		s.stop()
		s.http.CloseIdleConnections()
		return nil, err
	}
	for t, err := range s.mcp.Tools(limited, nil) {
		if err != nil {
			err = s.explain(ctx, err)
			s.close()
			return nil, err
		}
		if len(s.tools) < 1000 {
			s.tools[t.Name] = argument(t)
		}
	}
	return s, nil
}

func (e Wiki) limited(ctx context.Context) (context.Context, context.CancelFunc) {
	d := e.Timeout
	if d <= 0 {
		d = 2 * time.Minute
	}
	return context.WithTimeout(ctx, d)
}

// argument is the name under which a tool takes the repository: as it is known, else
// the first that the tool requires.
func argument(t *mcp.Tool) string {
	schema, _ := t.InputSchema.(map[string]any)
	known, _ := schema["properties"].(map[string]any)
	if _, ok := known["repoName"]; ok || len(known) == 0 {
		return "repoName"
	}
	required, _ := schema["required"].([]any)
	for _, name := range required {
		if s, ok := name.(string); ok {
			return s
		}
	}
	return "repoName"
}

func (s *session) close() {
	// A server that does not answer the farewell must not hold us up.
	done := make(chan struct{})
	go func() { _ = s.mcp.Close(); close(done) }()
	select {
	case <-done:
	case <-time.After(2 * time.Second):
	}
	s.stop()
	s.http.CloseIdleConnections()
}

// RoundTrip asks policy about every hop and bounds every answer.
func (s *session) RoundTrip(r *http.Request) (*http.Response, error) {
	if allow := s.e.Client.Options().Allow; allow != nil {
		if err := allow(r.URL.String()); err != nil {
			no := &tool.Failure{Verdict: web.Denied, Reason: err.Error()}
			s.no.set(no)
			return nil, no
		}
	}
	r = r.Clone(r.Context())
	r.Header.Set("User-Agent", s.e.Client.Options().UserAgent)
	resp, err := s.http.RoundTrip(r)
	var no *web.AddressError
	if errors.As(err, &no) {
		s.no.set(&tool.Failure{Verdict: web.Denied, Reason: no.Error() + "; " + no.Hint()})
	}
	if err != nil {
		return nil, err
	}
	switch resp.StatusCode {
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		s.no.set(&tool.Failure{Verdict: web.Failed, Class: web.ClassThrottled, Reason: "the server answered " + resp.Status})
	case http.StatusUnauthorized, http.StatusForbidden:
		s.no.set(&tool.Failure{Verdict: web.Failed, Class: web.ClassForbidden, Reason: "the server answered " + resp.Status})
	}
	resp.Body = &bounded{resp.Body, s.e.most(), s.e.most(), &s.no}
	return resp, nil
}

// bounded is a body that may not be longer than so much.
type bounded struct {
	io.ReadCloser
	most, left int64
	no         *refusal
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.left <= 0 {
		err := &tool.Failure{Verdict: web.Failed, Class: web.ClassTooLarge, Reason: fmt.Sprintf("the answer has more than %d bytes", b.most)}
		b.no.set(err)
		return 0, err
	}
	n, err := b.ReadCloser.Read(p[:min(int64(len(p)), b.left)])
	b.left -= int64(n)
	return n, err
}

// ask calls a tool that takes a repository, and gives its text.
func (s *session) ask(ctx context.Context, name, repo string) (string, error) {
	arg, ok := s.tools[name]
	if !ok {
		return "", &tool.Failure{Verdict: web.Failed, Class: web.ClassTool, Reason: "the server has no tool " + name}
	}
	limited, cancel := s.e.limited(ctx)
	defer cancel()
	s.requests++
	r, err := s.mcp.CallTool(limited, &mcp.CallToolParams{Name: name, Arguments: map[string]any{arg: repo}})
	if err != nil {
		return "", s.explain(ctx, err)
	}
	var b strings.Builder
	for _, c := range r.Content {
		if t, ok := c.(*mcp.TextContent); ok {
			b.WriteString(t.Text + "\n")
		}
	}
	text := tool.Plain([]byte(b.String()))
	if r.IsError {
		return "", nothing(text)
	}
	return text, nil
}

// explain gives an error of the connection its class.
func (s *session) explain(ctx context.Context, err error) error {
	class := web.ClassTool
	switch {
	case s.no.get() != nil:
		return s.no.get()
	case ctx.Err() != nil:
		return &tool.Failure{Verdict: web.Failed, Class: web.ClassCancelled, Reason: "the run was stopped: " + context.Cause(ctx).Error()}
	case errors.Is(err, context.DeadlineExceeded):
		return &tool.Failure{Verdict: web.Failed, Class: web.ClassTimeout, Reason: "the MCP server did not answer in time"}
	case strings.Contains(err.Error(), "connection refused"):
		class = web.ClassConnect
	case strings.Contains(err.Error(), "no such host"):
		class = web.ClassDNS
	}
	said := strings.Join(strings.Fields(tool.Plain([]byte(err.Error()))), " ")
	if r := []rune(said); len(r) > 300 {
		said = string(r[:300]) + "…"
	}
	return &tool.Failure{Verdict: web.Failed, Class: class, Reason: "ask the MCP server: " + said}
}
