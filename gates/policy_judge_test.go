package gates

import (
	"strings"
	"testing"
)

func TestJudgeOfAPolicy(t *testing.T) {
	for name, c := range map[string]struct{ text, fault string }{
		"local":      {"judge: {use: http, endpoint: 'http://127.0.0.1:11434', api: ollama, model: 'm:7b', timeout: 5m}", ""},
		"hosted":     {"judge: {use: http, endpoint: 'https://api.example.org/v1', model: m, key_env: EXAMPLE_KEY, calibration: 03_Sources/j.json}", ""},
		"onnx":       {"judge: {use: onnx, model: nli}", ""},
		"for eval":   {"judge: {endpoint: 'http://localhost:1', model: m}", ""},
		"nowhere":    {"judge: {use: http, model: m}", "judge.endpoint"},
		"no model":   {"judge: {use: http, endpoint: 'http://h'}", "judge.model"},
		"key in it":  {"judge: {use: http, endpoint: 'http://u:p@h', model: m}", "has a user"},
		"a key":      {"judge: {use: http, endpoint: 'http://h', model: m, key_env: 'sk-123'}", "no name of an environment variable"},
		"elsewhere":  {"judge: {use: onnx, model: ../../etc}", "not a plain name"},
		"agent":      {"judge: {use: agent/claude, model: m}", ""},
		"its own":    {"judge: {use: agent/mine}\nagents: {specs: {mine: {command: [mine]}}}", ""},
		"any agent":  {"judge: {use: agent}", "judge.use"},
		"no agent":   {"judge: {use: agent/}", "judge.use"},
		"its form":   {"judge: {use: agent/NAME}", "no agent of that name"},
		"unknown":    {"judge: {use: agent/nobody}", "no agent of that name"},
		"a path":     {"judge: {use: agent/../x}", "no agent of that name"},
		"no program": {"judge: {use: agent/ollama}", "which is no program"},
		"outside":    {"judge: {calibration: ../x.json}", "outside the vault"},
		"other API":  {"judge: {api: soap}", "judge.api"},
		"other file": {"judge: {use: http, endpoint: 'file:///etc/passwd', model: m}", "no http or https address"},
	} {
		_, err := ParsePolicy("p", []byte("version: 1.0\n"+c.text+"\n"))
		if c.fault == "" && err != nil || c.fault != "" && (err == nil || !strings.Contains(err.Error(), c.fault)) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// An embedding is like a judge, and is refused where nobody has approved its host: without
// it search would have other answers.
func TestEmbeddingOfAPolicy(t *testing.T) {
	for name, c := range map[string]struct{ text, fault string }{
		"built in":   {"embedding: {use: builtin}", ""},
		"local":      {"embedding: {use: http, endpoint: 'http://127.0.0.1:11434', api: ollama, model: m, timeout: 5m}", ""},
		"approved":   {"safety: {approved_domains: [example.org]}\nembedding: {use: http, endpoint: 'https://api.example.org/v1', model: m, key_env: EXAMPLE_KEY}", ""},
		"unapproved": {"embedding: {use: http, endpoint: 'https://api.example.org/v1', model: m}", "not in safety.approved_domains"},
		"denied":     {"safety: {approved_domains: [reddit.com]}\nembedding: {use: http, endpoint: 'https://reddit.com', model: m}", "denied"},
		"nowhere":    {"embedding: {use: http, model: m}", "embedding.endpoint"},
		"no model":   {"embedding: {use: http, endpoint: 'http://localhost:1'}", "embedding.model"},
		"a key":      {"embedding: {use: http, endpoint: 'http://localhost:1', model: m, key_env: 'sk-123'}", "no name of an environment variable"},
		"a folder":   {"embedding: {use: onnx}", "not in this version"},
		"a file":     {"embedding: {use: http, endpoint: 'file:///etc/passwd', model: m}", "no http or https address"},
	} {
		_, err := ParsePolicy("p", []byte("version: 1.0\n"+c.text+"\n"))
		if c.fault == "" && err != nil || c.fault != "" && (err == nil || !strings.Contains(err.Error(), c.fault)) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// What would leave the machine needs a person's word in the policy; what stays needs none.
func TestMayAsk(t *testing.T) {
	for _, c := range []struct {
		endpoint, approved string
		leaves, may        bool
	}{
		{"http://127.0.0.1:11434", "", false, true},
		{"http://[::1]:1", "", false, true},
		{"http://localhost:1", "", false, true},
		{"http://LOCALHOST.:1", "", false, true},
		{"http://127.0.0.1.example.org", "", true, false},
		{"http://localhost.example.org", "", true, false},
		{"https://api.example.org", "", true, false},
		{"https://api.example.org", "example.org", true, true},
		{"https://reddit.com", "reddit.com", true, false},
		{"http://192.168.1.5:11434", "", true, false},
		{"http://192.168.1.5:11434", "192.168.1.5", true, true},
		{"http://0.0.0.0:11434", "", true, false},
	} {
		p := Default()
		p.Judge.Use, p.Judge.Endpoint, p.Judge.Model = "http", c.endpoint, "m"
		if c.approved != "" {
			p.Safety.ApprovedDomains = []string{c.approved}
		}
		if p.Judge.Leaves() != c.leaves || (p.MayAsk() == nil) != c.may {
			t.Errorf("%s, approved %q: leaves %v, %v", c.endpoint, c.approved, p.Judge.Leaves(), p.MayAsk())
		}
	}
}
