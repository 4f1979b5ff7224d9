package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/compiler/stats"
	"assay/internal/assaytest"
)

// Each edge of the graph of the example leads from a claim that holds to a passage that the
// vault has; a claim that does not hold has none. As JSON-LD every node is there once, and
// every reference leads to a node.
func TestGraph(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "vault")
	if err := os.CopyFS(dir, os.DirFS("../../example-vault")); err != nil {
		t.Fatal(err)
	}
	assaytest.Run(t, dir, "build")
	out, _ := assaytest.Must(t, 0, dir, "graph", "--json")
	var g stats.Graph
	if err := json.Unmarshal([]byte(out), &g); err != nil {
		t.Fatal(err)
	}
	tier, carried := map[string]string{}, map[string]bool{}
	for _, c := range g.Claims {
		tier[c.ID] = c.Tier
	}
	for _, e := range g.Edges {
		if e.Kind != "supports" {
			continue
		}
		carried[e.From] = true
		if !strings.Contains("T5 T3 T2", tier[e.From]) || e.Quote == "" {
			t.Errorf("%+v of a claim at %s", e, tier[e.From])
		}
	}
	for id, at := range tier {
		if at == "T5" && !carried[id] || at == "T0" && carried[id] {
			t.Errorf("%s at %s, carried %v", id, at, carried[id])
		}
	}
	out, _ = assaytest.Must(t, 0, dir, "graph", "--format", "jsonld")
	var l struct {
		Graph []map[string]any `json:"@graph"`
	}
	if err := json.Unmarshal([]byte(out), &l); err != nil {
		t.Fatal(err)
	}
	nodes := map[string]bool{}
	for _, n := range l.Graph {
		id := n["@id"].(string)
		if nodes[id] {
			t.Errorf("%s twice", id)
		}
		nodes[id] = true
	}
	for _, n := range l.Graph {
		for _, key := range []string{"prov:wasQuotedFrom", "prov:wasAssociatedWith"} {
			if to, ok := n[key].(map[string]any); ok && !nodes[to["@id"].(string)] {
				t.Errorf("%v leads nowhere", to)
			}
		}
	}
	if _, said := assaytest.Must(t, 2, dir, "graph", "--format", "dot"); !strings.Contains(said, "jsonld") {
		t.Error(said)
	}
}
