package main

import (
	"maps"
	"slices"
	"testing"

	"assay/gates/judge"
)

func TestCostsNameCodeThatIsThere(t *testing.T) {
	t.Chdir("../../..")
	var rules []string
	for _, r := range judge.Rules() {
		rules = append(rules, r.Name)
	}
	var groups []string
	for _, f := range judge.Features() {
		groups = append(groups, f.Group)
	}
	for _, of := range []struct {
		code  map[string]string
		names []string
	}{{ruleCode, rules}, {groupCode, groups}} {
		for _, name := range slices.Sorted(maps.Keys(of.code)) {
			if !slices.Contains(of.names, name) {
				t.Errorf("nothing is called %q", name)
			}
			if _, err := lines(of.code[name]); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}
