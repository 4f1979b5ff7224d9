package agents

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"

	"assay/agents/endpoint"
)

// An endpoint is one agent among the others.
func TestEndpointAsAgent(t *testing.T) {
	t.Parallel()
	for _, api := range []string{endpoint.OpenAI, endpoint.Ollama} {
		var asked map[string]any
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if json.NewDecoder(r.Body).Decode(&asked) != nil {
				t.Error("the question is no JSON")
			}
			message := map[string]any{"role": "assistant", "content": `{"say":"hello"}`}
			json.NewEncoder(w).Encode(map[string]any{"message": message, "done": true, "eval_count": 7,
				"choices": []any{map[string]any{"message": message, "finish_reason": "stop"}}, "usage": map[string]any{"total_tokens": 7}})
		}))
		defer s.Close()
		b := newBench(t)
		b.env["OLLAMA_MODEL"] = "m:7b"
		o := b.options()
		o.Endpoint = func(s Spec) (*endpoint.Client, error) {
			return endpoint.New(endpoint.Options{Endpoint: s.Endpoint, API: s.API, Model: s.Model})
		}
		list := Merge(Table(), Spec{Name: "ollama", Endpoint: s.URL, API: api, ModelEnv: "OLLAMA_MODEL"})
		found, missing := Find(list, o, Choice{Only: "ollama"})
		if len(found) != 1 {
			t.Fatal(missing)
		}
		r, err := found[0].Ask(t.Context(), question(t))
		if err != nil || string(r.JSON) != `{"say":"hello"}` || r.Tokens != 7 || asked["model"] != "m:7b" {
			t.Errorf("%s: %s, %v; asked %v", api, r.JSON, err, asked)
		}
		if thinks, ok := asked["think"]; api == endpoint.Ollama && (!ok || thinks != false || asked["format"] == nil) {
			t.Errorf("asked %v", asked)
		}
	}
}
