// Package onnx asks a model in a folder of this machine whether a text supports
// a claim: a cross-encoder with one score, or a model of natural language inference with
// the classes entailment, neutral and contradiction. No C, no network, no server. Read
// [Judge] first.
//
// The graph is run by onnx-gomlx on gomlx's pure Go backend, which is what hugot's Go
// session is. hugot itself is left out: it joins claim and text by writing the separator
// between them as text, so that a source could forge one; its tokenizer ends the process
// on text that it cannot take; it reads addresses as well as files; and its cross-encoder
// knows one class. Claim and text are cut into tokens here, each by itself, and no text can
// become a token that means something to the model.
package onnx

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"assay/gates/judge"
	"assay/provenance"
	"assay/vault"
)

// Version is that of how a question becomes tokens, and logits an answer.
const Version = "onnx/1"

// The files of a model's folder.
const (
	modelFile     = "model.onnx"
	tokenizerFile = "tokenizer.json"
	configFile    = "config.json"
)

// Bounds on what is read of a folder.
const (
	maxModel  = 2 << 30
	maxConfig = 64 << 20
)

// Judge runs one model. It is safe for concurrent use, and runs one question at a time:
// the backend uses all cores for each.
type Judge struct {
	name, version string
	dir           string
	config        config
	tokens        *tokenizer

	mu      sync.Mutex
	session *session // made when first asked: it takes seconds and memory
	failed  error
}

// Open reads what is small of a model, and hashes the rest: what answers is the model as
// it lies there, under whatever name.
func Open(dir, name string) (*Judge, error) {
	j := &Judge{name: "onnx/" + name, dir: dir}
	var err error
	if j.config, err = readConfig(dir); err != nil {
		return nil, err
	}
	if j.tokens, err = readTokenizer(dir); err != nil {
		return nil, err
	}
	sum, err := hashOf(dir)
	if err != nil {
		return nil, err
	}
	j.version = Version + "+" + sum
	return j, nil
}

// Look says what lies in a folder, without reading the model itself.
func Look(dir string) (string, error) {
	c, err := readConfig(dir)
	if err != nil {
		return "", err
	}
	t, err := readTokenizer(dir)
	if err != nil {
		return "", err
	}
	info, err := os.Stat(filepath.Join(dir, modelFile))
	if err != nil {
		return "", fmt.Errorf("read model: there is no %s in %s", modelFile, dir)
	}
	kind := "a cross-encoder"
	if len(c.labels) > 1 {
		kind = "a model of inference with " + strings.Join(c.labels, ", ")
	}
	return fmt.Sprintf("%s, %s, %.0f MB", kind, t.kind, math.Ceil(float64(info.Size())/1e6)), nil
}

// Size is how many bytes a model takes on disk; 0 where it is not there.
func Size(dir string) int64 {
	info, err := os.Stat(filepath.Join(dir, modelFile))
	if err != nil {
		return 0
	}
	return info.Size()
}

// Identity is the model's name, and a version that has its bytes in it.
func (j *Judge) Identity() judge.Identity { return judge.Identity{Name: j.name, Version: j.version} }

// Ask runs the model. A text that is too long for it is shown in parts that overlap, and
// the part that supports the claim most speaks for it.
func (j *Judge) Ask(ctx context.Context, q judge.Question) (judge.Reply, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if err := j.open(); err != nil {
		return judge.Reply{}, err
	}
	text := q.Text
	if len(q.Context) > 0 {
		text = strings.Join(q.Context, ". ") + ".\n" + text
	}
	claim, body := j.tokens.encode(q.Claim), j.tokens.encode(text)
	room := j.config.most - len(claim) - j.tokens.extra()
	if len(claim) == 0 || len(body) == 0 {
		return judge.Reply{}, errors.New("the model has no token for the claim or the text")
	}
	if room < j.config.most/2 {
		return judge.Reply{}, fmt.Errorf("the claim takes %d of the %d tokens that the model holds", len(claim), j.config.most)
	}
	var best judge.Reply
	for i, part := range parts(body, room) {
		if err := ctx.Err(); err != nil {
			return judge.Reply{}, err
		}
		logits, err := j.session.run(j.tokens.pair(claim, part, len(j.config.labels) > 1), j.config.pad)
		if err != nil {
			return judge.Reply{}, fmt.Errorf("run %s: %w", j.name, err)
		}
		r, err := j.config.read(logits)
		if err != nil {
			return judge.Reply{}, fmt.Errorf("run %s: %w", j.name, err)
		}
		if i == 0 || r.Score > best.Score {
			best = r
		}
	}
	return best, nil
}

// open loads the model, once.
func (j *Judge) open() error {
	if j.session != nil || j.failed != nil {
		return j.failed
	}
	raw, err := readFile(j.dir, modelFile, maxModel)
	if err == nil {
		j.session, err = newSession(raw)
	}
	if err != nil {
		j.failed = fmt.Errorf("open %s: %w", j.name, err)
	}
	return j.failed
}

// parts cuts tokens into windows of a length, each overlapping the one before by a
// quarter. More than eight say the same eight times over.
func parts(tokens []int, room int) [][]int {
	const most = 8
	var out [][]int
	step := max(1, room-room/4)
	for from := 0; len(out) < most; from += step {
		to := min(len(tokens), from+room)
		out = append(out, tokens[from:to])
		if to == len(tokens) {
			break
		}
	}
	return out
}

// config is what config.json says that matters here.
type config struct {
	labels []string // in the order of logits; one or none: a cross-encoder's score
	yes    int      // index of entailment
	no     int      // of contradiction; -1 for none
	most   int      // tokens
	pad    int
}

// defaultMost is what models of this family hold that do not say.
const defaultMost = 512

func readConfig(dir string) (config, error) {
	c := config{no: -1, most: defaultMost}
	raw, err := readFile(dir, configFile, maxConfig)
	if err != nil {
		return c, err
	}
	var f struct {
		Type   string            `json:"model_type"`
		Labels map[string]string `json:"id2label"`
		Most   int               `json:"max_position_embeddings"`
		Pad    *int              `json:"pad_token_id"`
	}
	if err := json.Unmarshal(raw, &f); err != nil {
		return c, fmt.Errorf("read %s: %w", configFile, err)
	}
	if f.Most > 0 {
		c.most = min(f.Most, defaultMost)
	}
	if f.Type == "roberta" || f.Type == "xlm-roberta" {
		c.most -= 2 // their positions begin behind the padding's
	}
	if c.most < 16 {
		return c, fmt.Errorf("read %s: a model of %d tokens holds no claim and text", configFile, c.most)
	}
	if f.Pad != nil {
		c.pad = *f.Pad
	}
	c.labels = make([]string, len(f.Labels))
	for i := range c.labels {
		c.labels[i] = f.Labels[fmt.Sprint(i)]
	}
	if len(c.labels) < 2 {
		return c, nil
	}
	c.yes = -1
	for i, label := range c.labels {
		low := strings.ToLower(label)
		switch {
		case strings.HasPrefix(low, "not") || strings.HasPrefix(low, "non"):
		case strings.HasPrefix(low, "entail") || strings.HasPrefix(low, "support") || low == "consistent":
			c.yes = i
		case strings.HasPrefix(low, "contradict") || strings.HasPrefix(low, "refute"):
			c.no = i
		}
	}
	if c.yes < 0 {
		return c, fmt.Errorf("read %s: none of its labels (%s) is entailment", configFile, strings.Join(c.labels, ", "))
	}
	return c, nil
}

// read turns logits into an answer.
func (c config) read(logits []float32) (judge.Reply, error) {
	for _, l := range logits {
		if math.IsNaN(float64(l)) || math.IsInf(float64(l), 0) {
			return judge.Reply{}, errors.New("its answer is no number")
		}
	}
	if len(c.labels) < 2 {
		if len(logits) != 1 {
			return judge.Reply{}, fmt.Errorf("it gives %d numbers, and config.json names no labels", len(logits))
		}
		r := judge.Reply{Score: round(1 / (1 + math.Exp(-float64(logits[0]))))}
		if r.Score >= 0.5 {
			r.Stance = provenance.Supports
		}
		return r, nil
	}
	if len(logits) != len(c.labels) {
		return judge.Reply{}, fmt.Errorf("it gives %d numbers for %d labels", len(logits), len(c.labels))
	}
	most, sum := float64(logits[0]), 0.0
	for _, l := range logits {
		most = math.Max(most, float64(l))
	}
	p := make([]float64, len(logits))
	for i, l := range logits {
		p[i] = math.Exp(float64(l) - most)
		sum += p[i]
	}
	r := judge.Reply{Score: round(p[c.yes] / sum)}
	switch {
	case r.Score >= 0.5:
		r.Stance = provenance.Supports
	case c.no >= 0 && p[c.no]/sum >= 0.5:
		r.Stance = provenance.Contradicts
	}
	return r, nil
}

// round keeps four digits: those beyond differ from one processor to another.
func round(f float64) float64 { return math.Round(f*1e4) / 1e4 }

func readFile(dir, name string, most int64) ([]byte, error) {
	f, err := vault.Open(filepath.Join(dir, name))
	if err != nil {
		return nil, fmt.Errorf("read model: there is no %s in %s", name, dir)
	}
	defer f.Close()
	raw, err := io.ReadAll(io.LimitReader(f, most+1))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	if int64(len(raw)) > most {
		return nil, fmt.Errorf("read %s: it is larger than %d MB", name, most>>20)
	}
	return raw, nil
}

// hashOf names a model by its bytes.
func hashOf(dir string) (string, error) {
	h := sha256.New()
	for _, name := range [...]string{modelFile, tokenizerFile, configFile} {
		f, err := vault.Open(filepath.Join(dir, name))
		if err != nil {
			return "", fmt.Errorf("read model: there is no %s in %s", name, dir)
		}
		n, err := io.Copy(h, f)
		f.Close()
		if err != nil {
			return "", fmt.Errorf("read %s: %w", name, err)
		}
		fmt.Fprintf(h, "\n%d\n", n)
	}
	return hex.EncodeToString(h.Sum(nil))[:12], nil
}
