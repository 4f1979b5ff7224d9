package main

import (
	"encoding/json"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// node gives what runs a program of the packages in ASSAY_MCP_NODE, a folder that .ci/run fills.
func node(t *testing.T) func(args ...string) *exec.Cmd {
	dir := os.Getenv("ASSAY_MCP_NODE")
	if dir == "" {
		t.Skip("ASSAY_MCP_NODE names no folder with the npm packages; .ci/run makes one where it can")
	}
	bin := filepath.Join(dir, "node_modules", "node", "bin", "node")
	if _, err := os.Stat(bin); err != nil {
		bin = "node"
	}
	return func(args ...string) *exec.Cmd {
		cmd := exec.Command(bin, args...)
		cmd.Dir = dir
		return cmd
	}
}

// behindToken passes requests on with a token, for clients that can send none. Who asks of what
// host stays as it is.
func behindToken(t *testing.T, s *served, token string) string {
	to, err := url.Parse(s.url)
	if err != nil {
		t.Fatal(err)
	}
	proxy := httptest.NewServer(&httputil.ReverseProxy{FlushInterval: -1, Rewrite: func(r *httputil.ProxyRequest) {
		r.Out.URL.Scheme, r.Out.URL.Host = to.Scheme, to.Host
		r.Out.Host = r.In.Host
		r.Out.Header.Set("Authorization", "Bearer "+token)
	}})
	t.Cleanup(proxy.Close)
	return proxy.URL + to.Path
}

// The official conformance suite, against the program itself: the era with sessions, and the one
// without. What it does not pass stands in testdata/mcp, each with its reason.
func TestConformance(t *testing.T) {
	t.Parallel()
	run := node(t)
	s, tokens := serveVault(t, attacked(t), "conformance")
	for name, args := range map[string][]string{
		"2025-11-25": {"--suite", "active", "--spec-version", "2025-11-25"},
		"2026-07-28": {"--suite", "all", "--spec-version", "2026-07-28"},
	} {
		t.Run(name, func(t *testing.T) {
			expected, err := filepath.Abs(filepath.Join("testdata", "mcp", "expected-failures-"+name+".yaml"))
			if err != nil {
				t.Fatal(err)
			}
			suite := append([]string{"node_modules/.bin/conformance", "server", "--url", behindToken(t, s, tokens["conformance"]), "--timeout", "60000", "--expected-failures", expected}, args...)
			out, err := run(suite...).CombinedOutput()
			if err != nil && strings.Contains(string(out), "Scenario timed out") { // a connection that the proxy lost: each takes milliseconds else
				out, err = run(suite...).CombinedOutput()
			}
			_, summary, _ := strings.Cut(string(out), "=== SUMMARY ===")
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			t.Log(summary)
		})
	}
}

// The Inspector, as a command, lists and calls tools.
func TestInspector(t *testing.T) {
	t.Parallel()
	run := node(t)
	dir := attacked(t)
	program, err := exec.LookPath("assay")
	if err != nil {
		t.Fatal(err)
	}
	inspect := func(args ...string) []byte {
		t.Helper()
		cmd := run(append([]string{"node_modules/.bin/mcp-inspector", "--cli", program, "mcp", dir, "--as", "inspector"}, args...)...)
		cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(cmd.Path)+string(os.PathListSeparator)+os.Getenv("PATH"))
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
		return out
	}
	var listed struct {
		Tools []struct {
			Name        string
			Annotations map[string]any
		}
	}
	if err := json.Unmarshal(inspect("--method", "tools/list"), &listed); err != nil || len(listed.Tools) == 0 {
		t.Fatalf("%v: %+v", err, listed)
	}
	for _, tool := range listed.Tools {
		for _, hint := range []string{"title", "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"} {
			if _, said := tool.Annotations[hint]; !said {
				t.Errorf("%s does not say its %s", tool.Name, hint)
			}
		}
	}
	if out := string(inspect("--method", "tools/call", "--tool-name", "semantic_search_sources", "--tool-arg", "query=green tea")); !strings.Contains(out, "80 degrees") {
		t.Errorf("%s", out)
	}
	if out := string(inspect("--method", "resources/list")); !strings.Contains(out, "assay://note/") {
		t.Errorf("%s", out)
	}
}
