package mcp

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assay/compiler/reports"
)

func TestIdentity(t *testing.T) {
	for name, want := range map[string]string{
		"": Unnamed, "claude": "mcp:claude", "mcp:claude": "mcp:claude", "a.b-c_1": "mcp:a.b-c_1",
		"person:ada": "", "agent:codex": "", "assay-engineer:x": "", "mcp:person:ada": "", "a b": "", "-x": "", "mcp:": "", "ada\n": "",
		strings.Repeat("x", 65): "",
	} {
		if got, err := Identity(name); got != want || (err != nil) != (want == "") {
			t.Errorf("%q is %q, %v", name, got, err)
		}
	}
}

func TestListensToThisMachineAlone(t *testing.T) {
	for address, ok := range map[string]bool{
		"127.0.0.1:0": true, "localhost:0": true, "0.0.0.0:0": false, ":0": false, "192.0.2.1:0": false, "example.org:80": false, "127.0.0.1": false,
	} {
		l, err := Listen(address)
		if (err == nil) != ok {
			t.Errorf("%s: %v", address, err)
		}
		if l != nil {
			l.Close()
		}
	}
}

func TestTokens(t *testing.T) {
	file := filepath.Join(t.TempDir(), "assay", "tokens")
	tokens, other := &Tokens{File: file}, &Tokens{File: file} // of the command, and of a server that runs
	whose := func(token string) string {
		info, err := other.verify(t.Context(), token, nil)
		if err != nil {
			return ""
		}
		return info.UserID
	}
	if whose("assay_") != "" {
		t.Error("a token counts before there is one")
	}
	first, err := tokens.New("editor")
	if err != nil || whose(first) != "mcp:editor" {
		t.Fatalf("%s: %v", whose(first), err)
	}
	second, err := tokens.New("editor")
	if err != nil || whose(first) != "" || whose(second) != "mcp:editor" {
		t.Errorf("the new token does not take the place of the old: %v", err)
	}
	text, err := os.ReadFile(file)
	if err != nil || strings.Contains(string(text), second) {
		t.Errorf("the token is kept: %v", err)
	}
	if err := os.WriteFile(file, append(text, "person:ada "+hashOf("stolen")+"\n"...), 0o600); err != nil || whose("stolen") != "" {
		t.Errorf("a token makes a person: %v", err)
	}
	if err := tokens.Remove("editor"); err != nil || whose(second) != "" {
		t.Errorf("a token that was removed counts: %v", err)
	}
	if err := tokens.Remove("editor"); err == nil {
		t.Error("what is not there is removed")
	}
}

func TestEraOfARequest(t *testing.T) {
	for name, c := range map[string]struct {
		header, value, body string
		want                bool
	}{
		"a header of the later":  {"Mcp-Protocol-Version", "2026-07-28", "{}", true},
		"one of the earlier":     {"Mcp-Protocol-Version", "2025-11-25", `{"method":"tools/list"}`, false},
		"a session":              {"Mcp-Session-Id", "x", `{"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}`, false},
		"initialize":             {"", "", `{"method":"initialize"}`, false},
		"discover":               {"", "", `{"method":"server/discover"}`, true},
		"a body that says so":    {"", "", `{"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}`, true},
		"a body that is no JSON": {"", "", `{`, false},
	} {
		r := httptest.NewRequest(http.MethodPost, Path, strings.NewReader(c.body))
		r.Header.Set(c.header, c.value)
		if got := sessionless(r); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
		text := make([]byte, len(c.body)+1)
		if n, _ := r.Body.Read(text); string(text[:n]) != c.body {
			t.Errorf("%s: the body is %q afterwards", name, text[:n])
		}
	}
}

// Work is done one piece at a time, in the order in which it came, and is forgotten an hour later.
func TestWorksTakeTurns(t *testing.T) {
	ws := &New(Options{}).works
	var order []int
	var last *job
	for i := range 20 {
		j, err := ws.start("mcp:a", "x", func(context.Context, func(reports.Event)) Work {
			order = append(order, i) // no two at once
			return Work{Status: done}
		})
		if err != nil {
			t.Fatal(err)
		}
		<-j.ended
		last = j
	}
	if len(order) != 20 || last.now().Status != done {
		t.Errorf("%d, %+v", len(order), last.now())
	}
	if _, err := ws.of("mcp:b", last.id); err == nil {
		t.Error("another client has the job")
	}
	last.until = time.Now().Add(-time.Second)
	ws.mu.Lock()
	ws.forget("mcp:a")
	ws.mu.Unlock()
	if _, err := ws.of("mcp:a", last.id); err == nil {
		t.Error("a job is kept for ever")
	}
	block := make(chan struct{})
	defer close(block)
	for range jobsOfOne {
		if _, err := ws.start("mcp:a", "x", func(context.Context, func(reports.Event)) Work { <-block; return Work{} }); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := ws.start("mcp:a", "x", func(context.Context, func(reports.Event)) Work { return Work{} }); err == nil {
		t.Error("a client has as much under way as it likes")
	}
}

func TestBudgets(t *testing.T) {
	g := &New(Options{}).guard
	for _, b := range []budget{reads, changes, sessions} {
		n := 0
		for g.take("mcp:a", b) && n < 10_000 {
			n++
		}
		if n < b.burst || n > 2*b.burst {
			t.Errorf("%s: %d at once", b.name, n)
		}
		if !g.take("mcp:b", b) {
			t.Errorf("%s: one client spends another's", b.name)
		}
	}
	if !g.take("mcp:a", floods) || g.take("mcp:a", floods) || !g.take("mcp:b", floods) {
		t.Error("a flood is told of once")
	}
}
