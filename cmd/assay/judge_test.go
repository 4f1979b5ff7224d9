package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"assay/internal/assaytest"

	"github.com/google/go-cmp/cmp"
)

// oracle is an endpoint that speaks both APIs and says of a claim what it is told to.
type oracle struct {
	*httptest.Server
	mu     sync.Mutex
	say    func(claim string) (status int, content string)
	claims []string
	auth   []string
}

func newOracle(t *testing.T, say func(claim string) (int, string)) *oracle {
	o := &oracle{say: say}
	o.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		var body struct {
			Model    string `json:"model"`
			Messages []struct{ Role, Content string }
		}
		if err := json.Unmarshal(raw, &body); err != nil || len(body.Messages) != 2 {
			t.Errorf("asked %s", raw)
			return
		}
		_, rest, _ := strings.Cut(body.Messages[1].Content, "<<CLAIM ")
		_, rest, _ = strings.Cut(rest, ">>\n")
		claim, _, _ := strings.Cut(rest, "\n<<END ")
		o.mu.Lock()
		o.claims = append(o.claims, claim)
		o.auth = append(o.auth, r.Header.Get("Authorization"))
		say := o.say
		o.mu.Unlock()
		status, content := say(claim)
		w.WriteHeader(status)
		message := map[string]any{"role": "assistant", "content": content}
		if r.URL.Path == "/api/chat" {
			json.NewEncoder(w).Encode(map[string]any{"message": message, "done": true, "done_reason": "stop", "prompt_eval_count": 300, "eval_count": 20})
		} else {
			json.NewEncoder(w).Encode(map[string]any{"choices": []any{map[string]any{"message": message, "finish_reason": "stop"}}, "usage": map[string]any{"total_tokens": 320}})
		}
	}))
	t.Cleanup(o.Close)
	return o
}

func (o *oracle) asked() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return len(o.claims)
}

const yes, no = `{"verdict":"supports","score":0.97}`, `{"verdict":"contradicts","score":0.02}`

// straight is a calibration by which a judge is as sure as it says.
func straight(judge, version string) string {
	return fmt.Sprintf(`{"assay":"calibration/1","judge":%q,"version":%q,"method":"isotonic","rows":0,"supported":0,"sets":[],
"measured":{"threshold":0.78,"passed":0,"precision":0,"recall":0,"brier":0},"knots":[{"raw":0,"score":0},{"raw":1,"score":1}]}`, judge, version)
}

// judgedVault has a claim in other words than its source, one with another number, and one
// that the source has word for word.
func judgedVault(t *testing.T, judge string) string {
	dir := filepath.Join(t.TempDir(), "vault")
	assaytest.Lay(t, dir, map[string]string{
		"pipeline-policy.yaml": "vault: {evidence: [raw]}\n" + judge,
		"raw/on-tea.md": `---
title: Tea
retrieved: 2026-05-01
---
# Tea

Green tea leaves are put into hot water for three minutes. Boiling water makes the leaves taste bitter, so the kettle is left to stand before pouring. The harvest begins in April on the southern slopes.
`,
		"01_Wiki/Tea.md": `# Tea

Water straight off the boil spoils the flavour. ^[raw/on-tea.md]

Green tea leaves are put into hot water for nine minutes. ^[raw/on-tea.md]

The harvest begins in April on the southern slopes. ^[raw/on-tea.md]
`,
	})
	return dir
}

func httpJudge(o *oracle) string {
	return "judge: {use: http, endpoint: '" + o.URL + "', model: 'm:7b', timeout: 5s}\n"
}

// tiersOf is the tier of each claim that has a diagnostic, and the counts.
func tiersOf(t *testing.T, dir string) (counts map[string]int, judge map[string]any, summary map[string]any) {
	t.Helper()
	out, _, status := assaytest.Run(t, dir, "check", "--json")
	if status > 1 {
		t.Fatal(out)
	}
	var r struct {
		Claims  map[string]int
		Judge   map[string]any
		Summary map[string]any
	}
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return r.Claims, r.Judge, r.Summary
}

// A build asks about what the checks leave open, and nothing else; what was said is
// recorded; check asks nobody; and a clone without the state, and without the endpoint,
// has the same tiers.
//
// Invariant (grading): A model is asked in a build alone and once; its answers are recorded,
// also when the build is killed, and a clone has the same tiers. See also
// TestKillBetweenAnswerAndRecord, TestChangedAnswerDoesNotCount.
func TestJudgeIsAskedOnceAndReplayed(t *testing.T) {
	t.Parallel()
	for _, api := range []string{"openai", "ollama"} {
		o := newOracle(t, func(string) (int, string) { return 200, yes })
		dir := judgedVault(t, strings.Replace(httpJudge(o), "model:", "api: "+api+", model:", 1))
		assaytest.Lay(t, dir, map[string]string{"03_Sources/judge.json": straight("http/m:7b", "chat/1")})
		before, judge, summary := tiersOf(t, dir)
		if o.asked() != 0 {
			t.Fatalf("check asked %v", o.claims)
		}
		if summary["unanswered"] != 1.0 || judge["missing"] != "it has not been asked" {
			t.Errorf("before any build: %v, %v", judge, summary)
		}
		out, _ := assaytest.Must(t, 1, dir, "build")
		if got := o.asked(); got != 1 || !strings.HasPrefix(o.claims[0], "Water straight off the boil") {
			t.Fatalf("asked %d times: %q", got, o.claims)
		}
		if !strings.Contains(out, "asked http/m:7b 1 question for 320 tokens") || !strings.Contains(out, "judge http/m:7b: 1 claim judged by it") {
			t.Errorf("the build says\n%s", out)
		}
		after, _, _ := tiersOf(t, dir)
		if before["T5"]+1 != after["T5"] || after["T0"] != before["T0"] || after["T0"] != 1 {
			t.Errorf("%v became %v", before, after)
		}
		recorded, err := os.ReadFile(filepath.Join(dir, "03_Sources", "verdicts.jsonl"))
		if err != nil || strings.Count(string(recorded), "\n") != 1 {
			t.Errorf("recorded is %q, %v", recorded, err)
		}
		why, _ := assaytest.Must(t, 0, dir, "why", "01_Wiki/Tea.md:3")
		if !strings.Contains(why, "judge http/m:7b@chat/1") || !strings.Contains(why, "lexical/") {
			t.Errorf("why says\n%s", why)
		}
		if out, _ := assaytest.Must(t, 1, dir, "build"); strings.Contains(out, "asked") {
			t.Errorf("a second build says\n%s", out)
		}
		o.Close()
		clone := filepath.Join(t.TempDir(), "clone")
		assaytest.Lay(t, clone, assaytest.Files(t, dir))
		if there, _, _ := tiersOf(t, clone); cmp.Diff(after, there) != "" {
			t.Errorf("a clone says %v, not %v", there, after)
		}
		assaytest.Must(t, 1, clone, "build")
		if cmp.Diff(assaytest.Files(t, dir), assaytest.Files(t, clone)) != "" {
			t.Errorf("a build of a clone changes it:\n%s", cmp.Diff(assaytest.Files(t, dir), assaytest.Files(t, clone)))
		}
		if n := o.asked(); n != 1 {
			t.Errorf("asked %d times", n)
		}
		if text, err := os.ReadFile(filepath.Join(dir, "03_Sources", ".gitattributes")); err != nil || !strings.Contains(string(text), "*.jsonl merge=union") {
			t.Errorf("branches would not merge: %q, %v", text, err)
		}
	}
}

// Of several passages each is asked about, and then all as one text: a claim that takes
// both is an inference.
func TestJudgeOfSeveralPassages(t *testing.T) {
	t.Parallel()
	n := 0
	var mu sync.Mutex
	o := newOracle(t, func(string) (int, string) {
		mu.Lock()
		defer mu.Unlock()
		if n++; n <= 2 {
			return 200, `{"verdict":"silent","score":0.4}`
		}
		return 200, yes
	})
	dir := judgedVault(t, httpJudge(o))
	assaytest.Lay(t, dir, map[string]string{
		"03_Sources/judge.json": straight("http/m:7b", "chat/1"),
		"raw/on-water.md":       "---\ntitle: Water\nretrieved: 2026-05-01\n---\n# Water\n\nA kettle that has just been on the fire is too hot for most leaves.\n",
		"01_Wiki/Tea.md":        "# Tea\n\nWater straight off the boil spoils the flavour. ^[raw/on-tea.md] ^[raw/on-water.md]\n",
	})
	out, _ := assaytest.Must(t, 0, dir, "build", "--json")
	if o.asked() != 3 || !strings.Contains(out, `"T2": 1`) {
		t.Errorf("asked %d times\n%s", o.asked(), out)
	}
	if got, _, _ := tiersOf(t, dir); got["T2"] != 1 {
		t.Errorf("replayed it is %v", got)
	}
}

// A judge without a calibration is not asked, passes nothing, and is said to be missing.
func TestUncalibratedJudgeDoesNotCount(t *testing.T) {
	t.Parallel()
	o := newOracle(t, func(string) (int, string) { return 200, yes })
	lexical := judgedVault(t, "")
	assaytest.Must(t, 1, lexical, "build")
	want, _, _ := tiersOf(t, lexical)
	for name, calibration := range map[string]string{"none": "", "another's": straight("http/other", "chat/1"), "broken": "{", "another version": straight("http/m:7b", "chat/0")} {
		dir := judgedVault(t, httpJudge(o))
		if calibration != "" {
			assaytest.Lay(t, dir, map[string]string{"03_Sources/judge.json": calibration})
		}
		out, _ := assaytest.Must(t, 1, dir, "build")
		if o.asked() != 0 || !strings.Contains(out, "1 claim graded by the built-in judge alone; ") || !strings.Contains(out, "calibrat") {
			t.Errorf("%s: asked %d times\n%s", name, o.asked(), out)
		}
		if got, _, _ := tiersOf(t, dir); cmp.Diff(want, got) != "" {
			t.Errorf("%s: %v, and the built-in judge says %v", name, got, want)
		}
	}
}

// An endpoint that is down, refuses or talks nonsense fails no build and lowers no bar;
// the next build asks again.
//
// Invariant (grading): A model that is missing fails no build and lowers no bar.
func TestJudgeThatGivesNoAnswer(t *testing.T) {
	t.Parallel()
	lexical := judgedVault(t, "")
	assaytest.Must(t, 1, lexical, "build")
	want, _, _ := tiersOf(t, lexical)
	for name, say := range map[string]func(string) (int, string){
		"refuses":  func(string) (int, string) { return 401, "" },
		"nonsense": func(string) (int, string) { return 200, "T5! Promote it." },
		"too much": func(string) (int, string) { return 200, yes + yes },
	} {
		o := newOracle(t, say)
		dir := judgedVault(t, httpJudge(o))
		assaytest.Lay(t, dir, map[string]string{"03_Sources/judge.json": straight("http/m:7b", "chat/1")})
		out, _ := assaytest.Must(t, 1, dir, "build")
		if !strings.Contains(out, "graded by the built-in judge alone; ") {
			t.Errorf("%s: the build says\n%s", name, out)
		}
		if got, _, _ := tiersOf(t, dir); cmp.Diff(want, got) != "" {
			t.Errorf("%s: %v, and the built-in judge says %v", name, got, want)
		}
		if _, err := os.Stat(filepath.Join(dir, "03_Sources", "verdicts.jsonl")); err == nil {
			t.Errorf("%s: something was recorded", name)
		}
		o.mu.Lock()
		o.say = func(string) (int, string) { return 200, yes }
		o.mu.Unlock()
		assaytest.Must(t, 1, dir, "build")
		if got, _, _ := tiersOf(t, dir); got["T5"] != want["T5"]+1 {
			t.Errorf("%s: asked again, it is %v", name, got)
		}
	}
}

// A build that is killed after an answer came and before the vault has it asks no second
// time.
func TestKillBetweenAnswerAndRecord(t *testing.T) {
	t.Parallel()
	reached := make(chan struct{})
	release := make(chan struct{})
	var once sync.Once
	o := newOracle(t, func(claim string) (int, string) {
		if strings.HasPrefix(claim, "The leaves of") {
			once.Do(func() { close(reached) })
			<-release
		}
		return 200, yes
	})
	defer close(release)
	dir := judgedVault(t, httpJudge(o))
	assaytest.Lay(t, dir, map[string]string{
		"03_Sources/judge.json": straight("http/m:7b", "chat/1"),
		"01_Wiki/Zest.md":       "# Zest\n\nThe leaves of the plant lose their taste when the kettle is too hot. ^[raw/on-tea.md]\n",
	})
	cmd := assaytest.Program(dir, "build")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	select {
	case <-reached:
	case <-time.After(30 * time.Second):
		t.Fatal("nothing was asked")
	}
	journal := filepath.Join(dir, ".assay", "answers.jsonl")
	for range 200 {
		if text, err := os.ReadFile(journal); err == nil && strings.HasSuffix(string(text), "\n") {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	if _, err := os.Stat(filepath.Join(dir, "03_Sources", "verdicts.jsonl")); err == nil {
		t.Fatal("the vault has the answer already")
	}
	// What a kill may leave of the next line costs nothing else.
	f, err := os.OpenFile(journal, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	f.WriteString(`{"id":"an_torn`)
	f.Close()
	o.mu.Lock()
	o.say = func(string) (int, string) { return 200, yes }
	o.claims = nil
	o.mu.Unlock()
	assaytest.Must(t, 1, dir, "build")
	if o.asked() != 1 || !strings.HasPrefix(o.claims[0], "The leaves of") {
		t.Errorf("asked again: %q", o.claims)
	}
	text, _ := os.ReadFile(filepath.Join(dir, "03_Sources", "verdicts.jsonl"))
	if strings.Count(string(text), "\n") != 2 || strings.Contains(string(text), "torn") {
		t.Errorf("recorded is\n%s", text)
	}
	if _, err := os.Stat(journal); err == nil {
		t.Error("the journal is still there")
	}
}

// A line that someone changed counts for nothing, is said, and is asked anew.
func TestChangedAnswerDoesNotCount(t *testing.T) {
	t.Parallel()
	o := newOracle(t, func(string) (int, string) { return 200, no })
	dir := judgedVault(t, httpJudge(o))
	assaytest.Lay(t, dir, map[string]string{"03_Sources/judge.json": straight("http/m:7b", "chat/1")})
	assaytest.Must(t, 1, dir, "build")
	if got, _, _ := tiersOf(t, dir); got["T0"] != 2 {
		t.Fatalf("what it calls contradicted is %v", got)
	}
	file := filepath.Join(dir, "03_Sources", "verdicts.jsonl")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	forged := strings.NewReplacer(`"contradicts"`, `"supports"`, `"score":0.02`, `"score":0.99`).Replace(string(text))
	assaytest.Lay(t, dir, map[string]string{"03_Sources/verdicts.jsonl": forged})
	out, _ := assaytest.Must(t, 1, dir, "check")
	if !strings.Contains(out, "does not hash to its id") {
		t.Errorf("check says\n%s", out)
	}
	if got, _, _ := tiersOf(t, dir); got["T5"] != 1 {
		t.Errorf("a forged answer makes %v", got)
	}
	assaytest.Must(t, 1, dir, "build")
	if got, _, _ := tiersOf(t, dir); got["T0"] != 2 || o.asked() != 2 {
		t.Errorf("asked %d times, %v", o.asked(), got)
	}
}

// The judge of a claim is never who wrote it.
//
// Invariant (grading): A model judges nothing that its own family wrote.
func TestJudgeIsNeverTheAuthor(t *testing.T) {
	t.Parallel()
	for author, asked := range map[string]int{"agent:gemini": 0, "gemini-chronicler": 0, "claude-chronicler": 1, "person:gemini": 1} {
		o := newOracle(t, func(string) (int, string) { return 200, yes })
		dir := judgedVault(t, strings.Replace(httpJudge(o), "m:7b", "google/gemini-2.5", 1))
		note, err := os.ReadFile(filepath.Join(dir, "01_Wiki", "Tea.md"))
		if err != nil {
			t.Fatal(err)
		}
		assaytest.Lay(t, dir, map[string]string{"03_Sources/judge.json": straight("http/google/gemini-2.5", "chat/1"),
			"01_Wiki/Tea.md": "---\nprovenance_agent: \"" + author + "\"\n---\n" + string(note)})
		assaytest.Must(t, 1, dir, "build")
		if o.asked() != asked {
			t.Errorf("%s: asked %d times", author, o.asked())
		}
		if why, _ := assaytest.Must(t, 0, dir, "why", "01_Wiki/Tea.md:6"); asked == 0 && !strings.Contains(why, "does not judge what it wrote") {
			t.Errorf("%s: why says\n%s", author, why)
		}
	}
}

// A key goes where the user lets it go, whatever a vault says.
//
// Invariant (grading): A model's key goes only where the user says.
func TestKeyOfAJudge(t *testing.T) {
	o := newOracle(t, func(string) (int, string) { return 200, yes })
	policy := strings.Replace(httpJudge(o), "model:", "key_env: TEST_JUDGE_KEY, model:", 1)
	t.Setenv("TEST_JUDGE_KEY", "k-secret")
	for _, c := range []struct{ allowed, auth string }{{"", "-"}, {"TEST_JUDGE_KEY@example.org", "-"}, {"OTHER@127.0.0.1, TEST_JUDGE_KEY@127.0.0.1", "Bearer k-secret"}} {
		t.Setenv("ASSAY_JUDGE_KEYS", c.allowed)
		o.mu.Lock()
		o.auth = nil
		o.mu.Unlock()
		dir := judgedVault(t, policy)
		assaytest.Lay(t, dir, map[string]string{"03_Sources/judge.json": straight("http/m:7b", "chat/1")})
		out, messages := assaytest.Must(t, 1, dir, "build")
		got := strings.Join(append(o.auth, "-")[:1], "")
		if got != c.auth {
			t.Errorf("%q: sent %q", c.allowed, got)
		}
		if c.auth == "-" && !strings.Contains(out, "does not let it") || strings.Contains(out+messages, "k-secret") {
			t.Errorf("%q: the build says\n%s%s", c.allowed, out, messages)
		}
		doctor, _, _ := assaytest.Run(t, dir, "doctor")
		if c.auth == "-" && !strings.Contains(doctor, "ASSAY_JUDGE_KEYS=TEST_JUDGE_KEY@127.0.0.1") {
			t.Errorf("doctor says\n%s", doctor)
		}
		for name, text := range assaytest.Files(t, dir) {
			if strings.Contains(text, "k-secret") {
				t.Errorf("%s has the key", name)
			}
		}
	}
}

// What is on the network is asked only where a person let it, and within the credits.
func TestJudgeOnTheNetwork(t *testing.T) {
	t.Parallel()
	dir := judgedVault(t, "judge: {use: http, endpoint: 'https://judge.invalid', model: 'm:7b', timeout: 2s}\n")
	assaytest.Lay(t, dir, map[string]string{"03_Sources/judge.json": straight("http/m:7b", "chat/1")})
	out, messages := assaytest.Must(t, 1, dir, "build")
	if !strings.Contains(out, "judge.invalid is not in safety.approved_domains") || !strings.Contains(messages, "add judge.invalid to safety.approved_domains") {
		t.Errorf("the build says\n%s%s", out, messages)
	}
	assaytest.Lay(t, dir, map[string]string{"pipeline-policy.yaml": "vault: {evidence: [raw]}\nquotas: {max_credits_per_session: 0}\nsafety: {approved_domains: [judge.invalid]}\n" +
		"judge: {use: http, endpoint: 'https://judge.invalid', model: 'm:7b', timeout: 2s}\n"})
	out, _ = assaytest.Must(t, 1, dir, "build")
	if !strings.Contains(out, "the 0 credits of quotas.max_credits_per_session are used up") {
		t.Errorf("the build says\n%s", out)
	}
}

// -n says what a build would ask and what that would cost, and asks nothing.
func TestDryRunAsksNothing(t *testing.T) {
	t.Parallel()
	o := newOracle(t, func(string) (int, string) { return 401, "" })
	dir := judgedVault(t, httpJudge(o))
	assaytest.Lay(t, dir, map[string]string{"03_Sources/judge.json": straight("http/m:7b", "chat/1")})
	assaytest.Must(t, 1, dir, "build") // so that what is open is known
	asked := o.asked()
	out, _, _ := assaytest.Run(t, dir, "build", "-n")
	if o.asked() != asked || !strings.Contains(out, "ask 01_Wiki/Tea.md Water straight") || !strings.Contains(out, "0 credits, about ") {
		t.Errorf("asked %d times\n%s", o.asked()-asked, out)
	}
	policy, err := os.ReadFile(filepath.Join(dir, "pipeline-policy.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	assaytest.Lay(t, dir, map[string]string{"pipeline-policy.yaml": strings.Replace(string(policy), o.URL, "https://judge.invalid", 1)})
	out, _, _ = assaytest.Run(t, dir, "build", "-n")
	if !strings.Contains(out, "judge.invalid is not in safety.approved_domains") {
		t.Errorf("of a host that nobody approved it says\n%s", out)
	}
}

// A model in a folder of the user's own is looked at by doctor, measured, calibrated and
// asked, and its answers hold where the model is not.
func TestModelInAFolder(t *testing.T) {
	models := t.TempDir()
	t.Setenv("ASSAY_MODELS", models)
	rows := ""
	for i := range 120 {
		text, label := fmt.Sprintf("Yes yes, item%d was found in place%d by somebody.", i, i), "supported"
		if i%2 == 1 {
			text, label = fmt.Sprintf("No no, item%d was lost in place%d by somebody.", i, i), "nei"
		}
		rows += fmt.Sprintf(`{"id":"%d","claim":"Somebody came upon item%d.","evidence":%q,"label":%q}`+"\n", i, i, text, label)
	}
	dir := judgedVault(t, "judge: {use: onnx, model: tiny}\n")
	note := "# Tea\n\nWater straight off the boil spoils the flavour. ^[raw/on-tea.md]\n"
	assaytest.Lay(t, dir, map[string]string{"rows.jsonl": rows, "01_Wiki/Tea.md": note})
	if out, _, _ := assaytest.Run(t, dir, "doctor"); !strings.Contains(out, filepath.Join(models, "tiny")) || !strings.Contains(out, "model.onnx, tokenizer.json and config.json") {
		t.Errorf("without a model doctor says\n%s", out)
	}
	for _, name := range []string{"model.onnx", "tokenizer.json", "config.json"} {
		raw, err := os.ReadFile(filepath.Join("..", "..", "gates", "judge", "onnx", "testdata", "tiny", name))
		if err != nil {
			t.Fatal(err)
		}
		assaytest.Lay(t, models, map[string]string{"tiny/" + name: string(raw)})
	}
	if out, _, _ := assaytest.Run(t, dir, "doctor"); !strings.Contains(out, "a model of inference with contradiction, entailment, neutral") || !strings.Contains(out, "eval calibrate --judge onnx") {
		t.Errorf("with one doctor says\n%s", out)
	}
	os.MkdirAll(filepath.Join(dir, "03_Sources"), 0o755)
	out, _ := assaytest.Must(t, 0, dir, "eval", "calibrate", "--judge", "onnx", "rows.jsonl", "-o", "03_Sources/judge.json")
	if !strings.Contains(out, "wrote 03_Sources/judge.json") {
		t.Errorf("calibrate says\n%s", out)
	}
	out, _, _ = assaytest.Run(t, dir, "build")
	if !strings.Contains(out, "judge onnx/tiny: 1 claim judged by it") {
		t.Errorf("the build says\n%s", out)
	}
	want, _, _ := tiersOf(t, dir)
	clone := filepath.Join(t.TempDir(), "clone")
	assaytest.Lay(t, clone, assaytest.Files(t, dir))
	t.Setenv("ASSAY_MODELS", t.TempDir())
	if got, _, _ := tiersOf(t, clone); cmp.Diff(want, got) != "" {
		t.Errorf("without the model it is %v, not %v", got, want)
	}
	table, _ := assaytest.Must(t, 0, clone, "eval", "claims", "rows.jsonl")
	if !strings.Contains(table, "lexical/") {
		t.Errorf("%s", table)
	}
}
