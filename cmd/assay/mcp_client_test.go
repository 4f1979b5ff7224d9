package main

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"assay/internal/assaytest"
	"assay/provenance"
)

// A client is connected to the real program.
type client struct {
	*testing.T
	*mcp.ClientSession
}

// stdioClient starts `assay mcp` on a vault and connects to it.
func stdioClient(t *testing.T, dir, as string) client {
	t.Helper()
	cmd := assaytest.Program(dir, "mcp", "--as", as)
	cmd.Stderr = os.Stderr
	return clientBy(t, &mcp.CommandTransport{Command: cmd}, "some client")
}

func clientBy(t *testing.T, transport mcp.Transport, name string) client {
	t.Helper()
	c, err := mcp.NewClient(&mcp.Implementation{Name: name, Version: "1"}, nil).Connect(t.Context(), transport, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return client{t, c}
}

// call calls a tool, and reads what it answers with into answer, if that is not nil.
func (c client) call(name string, args map[string]any, answer any) *mcp.CallToolResult {
	c.Helper()
	r, err := c.CallTool(c.Context(), &mcp.CallToolParams{Name: name, Arguments: args})
	if err != nil {
		c.Fatalf("%s: %v", name, err)
	}
	if answer != nil {
		text, err := json.Marshal(r.StructuredContent)
		if err == nil {
			err = json.Unmarshal(text, answer)
		}
		if err != nil {
			c.Fatalf("%s: %v", name, err)
		}
	}
	return r
}

// said is the text of an answer.
func said(r *mcp.CallToolResult) string {
	var b strings.Builder
	for _, content := range r.Content {
		if text, ok := content.(*mcp.TextContent); ok {
			b.WriteString(text.Text)
		}
	}
	return b.String()
}

// An answer is what tools that change something say, as far as these tests ask.
type workAnswer struct {
	Status, Message, Next, Job string
	Approval                   *struct {
		State, Needs, Digest, By, Reason string
		Commands                         []string
	}
	Source *struct {
		ID, State, URL string
		Map            *struct {
			Digest string
			Count  int
		}
	}
	Packet *struct {
		Note, Digest string
		Ready        bool
		Blockers     []string
	}
	Audit *struct{ OK bool }
}

// work calls a tool that changes something.
func (c client) work(name string, args map[string]any) (w workAnswer, failed bool) {
	c.Helper()
	r := c.call(name, args, &w)
	return w, r.IsError
}

// events are the ledger of a vault.
func events(t testing.TB, dir string) []provenance.Event {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "03_Sources", "ledger.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	return provenance.ReadLedger(text).Events()
}

// refused holds that the ledger has a refusal of what somebody asked for.
func refused(t *testing.T, dir, by, what, reason string) provenance.Event {
	t.Helper()
	pattern := regexp.MustCompile(reason)
	for _, e := range events(t, dir) {
		if e.Kind == provenance.KindRefused && e.Actor == by && e.Text("what") == what && pattern.MatchString(e.Text("reason")) {
			return e
		}
	}
	t.Errorf("no event says that %s was refused to %s: %s", what, by, reason)
	return provenance.Event{}
}

// A served vault answers over HTTP.
type served struct {
	dir, url string
	config   string // the user's folder
	cmd      *exec.Cmd
}

// serveVault starts `assay mcp --http` on a vault, for clients of these names.
func serveVault(t testing.TB, dir string, names ...string) (s *served, tokens map[string]string) {
	t.Helper()
	s, tokens = &served{dir: dir, config: t.TempDir()}, map[string]string{}
	for _, name := range names {
		cmd := s.program("mcp", "token", name)
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		tokens[name] = strings.TrimSpace(string(out))
	}
	s.start(t)
	t.Cleanup(func() { s.cmd.Process.Kill(); s.cmd.Wait() })
	return s, tokens
}

func (s *served) program(args ...string) *exec.Cmd {
	cmd := assaytest.Program(s.dir, args...)
	cmd.Env = append(cmd.Env, "XDG_CONFIG_HOME="+s.config, "HOME="+s.config, "AppData="+s.config)
	return cmd
}

func (s *served) start(t testing.TB) {
	t.Helper()
	s.cmd = s.program("mcp", "--http", "127.0.0.1:0")
	messages, err := s.cmd.StderrPipe()
	if err == nil {
		err = s.cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(messages)
	for lines.Scan() {
		if m := regexp.MustCompile(`http://\S+/mcp`).FindString(lines.Text()); m != "" {
			s.url = m
			go func() {
				for lines.Scan() {
				}
			}()
			return
		}
		t.Log(lines.Text())
	}
	t.Fatal("the program never says where it serves")
}

// bearer sends a token with every request.
type bearer struct {
	token string
	next  http.RoundTripper
}

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+b.token)
	return b.next.RoundTrip(r)
}

func (s *served) transport(token string) *mcp.StreamableClientTransport {
	return &mcp.StreamableClientTransport{Endpoint: s.url, HTTPClient: &http.Client{Transport: bearer{token, http.DefaultTransport}}, DisableStandaloneSSE: true}
}

// eventually waits until something holds.
func eventually(t testing.TB, what string, holds func() bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	for !holds() {
		select {
		case <-ctx.Done():
			t.Fatalf("%s: not in time", what)
		case <-time.After(20 * time.Millisecond):
		}
	}
}
