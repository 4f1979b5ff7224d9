package agents

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

const form = `{"type":"object","properties":{"say":{"type":"string"}},"required":["say"],"additionalProperties":false}`

func question(t *testing.T) Question {
	t.Helper()
	s, err := NewSchema("word", form)
	if err != nil {
		t.Fatal(err)
	}
	return Question{Prompt: "Say a word: naïve, 茶.", Schema: s}
}

// ask finds the agents of a chain and asks them in order.
func ask(t *testing.T, b *bench, names ...string) (who, said string, err error) {
	t.Helper()
	found, missing := Find(Table(), b.options(), Choice{Chain: names})
	if len(missing) > 0 {
		t.Fatalf("missing: %v", missing)
	}
	q := question(t)
	err = Walk(t.Context(), found, func(ctx context.Context, a *Agent) error {
		r, err := a.Ask(ctx, q)
		if err == nil {
			var word struct{ Say string }
			who, said = a.Name, ""
			if err = json.Unmarshal(r.JSON, &word); err == nil {
				said = word.Say
			}
		}
		return err
	})
	return who, said, err
}

func TestTable(t *testing.T) {
	t.Parallel()
	list, err := Read(specs)
	if err != nil {
		t.Fatal(err)
	}
	tiers := map[string]int{"claude": 10, "codex": 9, "agy": 7, "gemini": 7, "ollama": 6}
	for _, s := range list {
		if want, ok := tiers[s.Name]; ok && s.Tier != want {
			t.Errorf("%s has tier %d", s.Name, s.Tier)
		}
		delete(tiers, s.Name)
		if s.Program.Program != "" && len(s.Never) == 0 {
			t.Errorf("%s: nothing is said of what it must not be run with", s.Name)
		}
	}
	if len(tiers) > 0 {
		t.Errorf("not there: %v", tiers)
	}
	for what, text := range map[string]string{
		"a flag that must not be":   "x: {program: x, args: [--yolo], never: [--yolo]}",
		"the same with a value":     "x: {program: x, args: [--yolo=1], never: [--yolo]}",
		"neither program nor place": "x: {tier: 3}",
		"both":                      "x: {program: x, endpoint: 'http://h'}",
		"a key nobody knows":        "x: {program: x, shell: true}",
		"a form nobody knows":       "x: {program: x, answer: {form: xml}}",
		"an object without a field": "x: {program: x, answer: {form: object}}",
		"a tier above all":          "x: {program: x, tier: 11}",
	} {
		if _, err := Read([]byte(text)); err == nil {
			t.Errorf("%s is taken", what)
		}
	}
}

// Whatever tools put around an answer, it is found.
func TestHabits(t *testing.T) {
	t.Parallel()
	envelope := func(field, value string) string {
		b, _ := json.Marshal(map[string]any{"type": "result", "is_error": false, field: value})
		return string(b)
	}
	for name, c := range map[string]struct {
		agent string
		habit habit
	}{
		"an envelope":                 {"claude", habit{Stdout: envelope("result", `{"say":"hello"}`)}},
		"a structured answer":         {"claude", habit{Stdout: `{"is_error":false,"result":"done","structured_output":{"say":"hello"}}`}},
		"a sentence before":           {"claude", habit{Stdout: envelope("result", "Sure, here it is:\n{\"say\":\"hello\"}")}},
		"a code fence":                {"claude", habit{Stdout: envelope("result", "```json\n{\"say\":\"hello\"}\n```\nAnything else?")}},
		"braces before":               {"claude", habit{Stdout: envelope("result", `In {braces}: {"say":"hello"}`)}},
		"another object before":       {"claude", habit{Stdout: envelope("result", `{"note":1} {"say":"hello"}`)}},
		"thoughts":                    {"claude", habit{Stdout: envelope("result", `<think>{"say":"no"}</think>{"say":"hello"}`)}},
		"colours":                     {"claude", habit{Stdout: "\x1b[1m" + envelope("result", `{"say":"hello"}`) + "\x1b[0m\r\n"}},
		"a warning before":            {"claude", habit{Stdout: "update available\n" + envelope("result", `{"say":"hello"}`)}},
		"noise on standard error":     {"claude", habit{Stdout: envelope("result", `{"say":"hello"}`), Stderr: "warning: {\n"}},
		"a file":                      {"codex", habit{Stdout: "thinking…", File: `{"say":"hello"}`}},
		"a list of messages":          {"qwen", habit{Stdout: `[{"type":"system"},{"type":"result","is_error":false,"result":"{\"say\":\"hello\"}"}]`}},
		"events":                      {"opencode", habit{Stdout: "{\"type\":\"step\"}\n{\"type\":\"text\",\"part\":{\"text\":\"{\\\"say\\\":\"}}\n{\"type\":\"text\",\"part\":{\"text\":\"\\\"hello\\\"}\"}}\n"}},
		"plain text":                  {"copilot", habit{Stdout: "● {\"say\":\"hello\"}\n"}},
		"text behind":                 {"cursor-agent", habit{Stdout: envelope("result", "{\"say\":\"hello\"}\nThat is all.}")}},
		"one that leaves another one": {"copilot", habit{Stdout: `{"say":"hello"}`, Fork: true}},
		"an error that is none":       {"agy", habit{Stdout: `{"response":"{\"say\":\"hello\"}","error":null}`, Version: "agy 1.1.23"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			b.put(t, c.agent, c.habit)
			if _, said, err := ask(t, b, c.agent); err != nil || said != "hello" {
				t.Errorf("%q, %v", said, err)
			}
		})
	}
}

// Invariant (agents): Whatever way an agent fails, the next one is asked, and what became of
// each is told.
func TestNextAgent(t *testing.T) {
	t.Parallel()
	good := habit{File: `{"say":"hello"}`}
	for name, c := range map[string]struct {
		habit habit
		says  string
	}{
		"a status that is not 0": {habit{Code: 3, Stderr: "quota exceeded"}, "quota exceeded"},
		"nothing":                {habit{}, "said nothing"},
		"blanks":                 {habit{Stdout: " \n"}, "said nothing"},
		"no JSON":                {habit{Stdout: "I cannot do that."}, "no JSON object"},
		"half a reply":           {habit{Stdout: `{"is_error":false,"result":"{\"say\":\"hel`}, "no JSON object"},
		"half an answer":         {habit{Stdout: `{"is_error":false,"result":"{\"say\":\"hel"}`}, "no JSON object"},
		"another schema":         {habit{Stdout: `{"is_error":false,"result":"{\"say\":3}"}`}, "not what was asked for"},
		"a member too many":      {habit{Stdout: `{"is_error":false,"result":"{\"say\":\"x\",\"path\":\"../../01_Wiki/x.md\"}"}`}, "not what was asked for"},
		"its own failure, badly": {habit{Stdout: `{"is_error":true,"result":"Not logged in"}`, Stderr: "a warning", Code: 1}, "gave an answer: claude: Not logged in"},
		"the same, elsewhere":    {habit{Stderr: "at x {\n  y\n}\n{\"is_error\":true,\"error\":{\"message\":\"no key\"}}", Code: 1}, "claude: no key"},
		"its own failure":        {habit{Stdout: `{"is_error":true,"result":"Not logged in"}`}, "Not logged in"},
		"a hang":                 {habit{Sleep: time.Minute}, "did not end within"},
		"a hang with a child":    {habit{Sleep: time.Minute, Fork: true}, "did not end within"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			b.put(t, "claude", c.habit)
			o := b.options()
			if c.habit.Sleep > 0 {
				o.Timeout = 500 * time.Millisecond
			}
			found, _ := Find(Table(), o, Choice{Chain: []string{"claude"}})
			err := Walk(t.Context(), found, func(ctx context.Context, a *Agent) error { _, err := a.Ask(ctx, question(t)); return err })
			var all *Error
			if !errors.As(err, &all) || len(all.Tried) != 1 || !strings.Contains(err.Error(), c.says) {
				t.Errorf("alone: %v", err)
			}
			if c.habit.Sleep > 0 {
				return
			}
			b.put(t, "codex", good)
			if who, said, err := ask(t, b, "claude", "codex"); who != "codex" || said != "hello" {
				t.Errorf("%s said %q, %v", who, said, err)
			}
			if n := len(b.runs(t, "claude")); n != 2 {
				t.Errorf("asked %d times", n)
			}
		})
	}
	b := newBench(t)
	b.put(t, "claude", habit{Code: 1, Stderr: "one"})
	b.put(t, "codex", habit{Code: 2, Stderr: "two"})
	_, _, err := ask(t, b, "codex", "claude")
	if err == nil || err.Error() != "no agent gave an answer: claude: one; codex: two" {
		t.Errorf("%v", err)
	}
}

// Who asks by the order of tiers, the one of the role before them, those of a low tier not at
// all; a person may ask whom they like.
func TestOrder(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for _, name := range []string{"claude", "codex", "agy", "gemini"} {
		b.put(t, name, habit{})
	}
	b.env["GEMINI_API_KEY"] = "k-1234567890"
	chain := []string{"ollama", "gemini", "agy", "codex", "claude"}
	for _, c := range []struct {
		choice Choice
		want   string
	}{
		{Choice{Chain: chain, MinTier: 8}, "claude codex"},
		{Choice{Chain: chain, MinTier: 6}, "claude codex gemini agy"},
		{Choice{Chain: chain, MinTier: 8, First: "codex"}, "codex claude"},
		{Choice{Chain: chain, MinTier: 6, First: "agy"}, "agy claude codex gemini"},
		{Choice{Chain: chain, MinTier: 8, Only: "agy"}, "agy"},
		{Choice{Chain: chain, MinTier: 8, Only: "nobody"}, ""},
	} {
		found, missing := Find(Table(), b.options(), c.choice)
		var names []string
		for _, a := range found {
			names = append(names, a.Name)
		}
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("%+v: %s; missing %v", c.choice, got, missing)
		}
	}
	b.env = map[string]string{}
	_, missing := Find(Table(), b.options(), Choice{Chain: append(chain, "opencode")})
	if len(missing) != 3 || missing[0].Why != "no model is named" || !strings.Contains(missing[1].Why, "needs a key") || !strings.Contains(missing[2].Why, "not installed") {
		t.Errorf("%v", missing)
	}
}

// An argument goes before the policy's model, that before the variable.
func TestModel(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.env["ANTHROPIC_MODEL"] = "from-env"
	b.put(t, "claude", habit{Stdout: `{"result":"{\"say\":\"x\"}"}`})
	for _, c := range []struct{ argument, policy, want string }{{"arg", "pol", "arg"}, {"", "pol", "pol"}, {"", "", "from-env"}} {
		o := b.options()
		o.Model = c.argument
		found, _ := Find(Merge(Table(), Spec{Name: "claude", Model: c.policy}), o, Choice{Only: "claude"})
		if _, err := found[0].Ask(t.Context(), question(t)); err != nil {
			t.Fatal(err)
		}
		runs := b.runs(t, "claude")
		args := runs[len(runs)-1].Args
		if i := slices.Index(args, "--model"); i < 0 || args[i+1] != c.want {
			t.Errorf("%v: %v", c, args)
		}
	}
}

// Invariant (agents): An agent gets its question as UTF-8 on standard input, in an empty folder,
// with flags that let it touch nothing, and no variable that is not its own.
func TestHowItIsRun(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.env = map[string]string{"ANTHROPIC_API_KEY": "k-1234567890", "OPENAI_API_KEY": "other", "HTTPS_PROXY": "http://p", "SECRET": "x"}
	b.put(t, "claude", habit{Stdout: `{"result":"{\"say\":\"x\"}"}`, Write: "stray"})
	b.put(t, "codex", habit{File: `{"say":"x"}`})
	for _, name := range []string{"claude", "codex"} {
		if _, _, err := ask(t, b, name); err != nil {
			t.Fatal(err)
		}
		r := b.runs(t, name)[0]
		if r.Stdin != "Say a word: naïve, 茶." || r.Files != 0 {
			t.Errorf("%s: %d files, asked %q", name, r.Files, r.Stdin)
		}
		if _, err := os.Stat(r.Dir); !os.IsNotExist(err) {
			t.Errorf("%s: its folder is still there: %v", name, err)
		}
		own, _ := Lookup(Table(), name)
		for _, v := range r.Env {
			key, _, _ := strings.Cut(v, "=")
			if b.env[key] != "" && !slices.Contains(own.Env, key) && !slices.Contains(proxies, key) {
				t.Errorf("%s sees %s", name, key)
			}
		}
		if name == "claude" && (!slices.Contains(r.Env, "ANTHROPIC_API_KEY=k-1234567890") || !slices.Contains(r.Args, form) || r.Args[slices.Index(r.Args, "--tools")+1] != "") {
			t.Errorf("%v, %v", r.Args, r.Env)
		}
		if name == "codex" && (!slices.Contains(r.Args, "read-only") || r.Args[len(r.Args)-1] != "-") {
			t.Errorf("%v", r.Args)
		}
	}
}

// An agent that is too old is not asked.
func TestMinVersion(t *testing.T) {
	t.Parallel()
	for version, fine := range map[string]bool{"1.1.22": true, "agy 1.2.0 (x)": true, "v2.0": true, "1.1.3": false, "1.0.99": false, "soon": false} {
		b := newBench(t)
		b.put(t, "agy", habit{Stdout: `{"response":"{\"say\":\"x\"}"}`, Version: version})
		_, _, err := ask(t, b, "agy")
		if (err == nil) != fine || len(b.runs(t, "agy")) > 0 != fine {
			t.Errorf("%s: %v", version, err)
		}
	}
}

// One that fails again and again is left alone.
func TestLeftAlone(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.put(t, "claude", habit{Code: 1})
	found, _ := Find(Table(), b.options(), Choice{Only: "claude"})
	for range 6 {
		if _, err := found[0].Ask(t.Context(), question(t)); err == nil {
			t.Fatal("no error")
		}
	}
	if n := len(b.runs(t, "claude")); n != lostAfter {
		t.Errorf("asked %d times", n)
	}
}

func FuzzObject(f *testing.F) {
	for _, s := range []string{`{"say":"x"}`, "```json\n{}\n```", "{{{", `<think>{`, `x{"a":{"say":"y"}}`} {
		f.Add(s)
	}
	s, err := NewSchema("word", form)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, said string) {
		raw, err := object(said, s.Holds)
		if err == nil && s.Holds(raw) != nil {
			t.Fatalf("%q gives %s", said, raw)
		}
		for _, a := range []Answer{{Form: "object", Fields: []string{"say", "a.b"}, Failed: "e"}, {Form: "lines", Fields: []string{"a.b"}, Join: true}} {
			_, _ = a.text(said, "")
		}
	})
}

// Who is to search the web is run with other arguments, which leave it that tool alone; who has
// none for it is not asked.
func TestSearching(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	list := []Spec{{Name: "seeker", Tier: 8, Program: Program{Program: "seeker", Args: []string{"--no-tools"}, Searching: []string{"--only", "search"}, Last: []string{"-"}}},
		{Name: "writer", Tier: 8, Program: Program{Program: "writer", Args: []string{"--no-tools"}}}}
	for _, s := range list {
		b.put(t, s.Name, habit{Stdout: `{"a":1}`})
	}
	found, _ := Find(list, b.options(), Choice{Chain: []string{"seeker", "writer"}})
	schema, err := NewSchema("x", `{"type":"object"}`)
	if err != nil || len(found) != 2 {
		t.Fatal(found, err)
	}
	for _, search := range []bool{false, true} {
		if _, err := found[0].Ask(t.Context(), Question{Prompt: "p", Schema: schema, Search: search}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := found[1].Ask(t.Context(), Question{Prompt: "p", Schema: schema, Search: true}); err == nil || len(b.runs(t, "writer")) > 0 || found[1].Searches() {
		t.Errorf("%v; it ran %d times", err, len(b.runs(t, "writer")))
	}
	runs := b.runs(t, "seeker")
	if strings.Join(runs[0].Args, " ") != "--no-tools -" || strings.Join(runs[1].Args, " ") != "--only search -" {
		t.Errorf("%+v", runs)
	}
}
