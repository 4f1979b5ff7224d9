// Package chat asks a language model behind an endpoint whether a text supports a claim:
// any that speaks OpenAI's chat completions, and Ollama. Read [Judge] first.
//
// What is sent is the claim and the text, both as data between marks that neither can
// know; what comes back is one JSON object of two fields, and everything else is no
// answer. The model is told nothing of tiers and decides none.
package chat

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
	"unicode"

	"assay/gates/judge"
)

// Version is that of the question: other words to the model are another judge.
const Version = "chat/1"

// The two shapes of endpoint.
const (
	OpenAI = "openai" // POST ENDPOINT/v1/chat/completions
	Ollama = "ollama" // POST ENDPOINT/api/chat
)

// Options say whom to ask. HTTP connects, and is the one that keeps to policy; Endpoint
// and Model must be set.
type Options struct {
	Endpoint string // such as http://127.0.0.1:11434; a path before /v1 may follow
	API      string // OpenAI where ""
	Model    string
	Key      string // sent as a bearer token; "" for none
	HTTP     *http.Client
	Timeout  time.Duration // of one request; 60 s where 0
	Retries  int           // after the first try; 2 where 0, none where negative
	MaxWait  time.Duration // that a Retry-After may ask for; 1 min where 0
	AtOnce   int           // requests under way; 4 where 0
	Sleep    func(context.Context, time.Duration) error
	Now      func() time.Time
}

// Judge asks one model. It is safe for concurrent use.
type Judge struct {
	o    Options
	url  string
	gate chan struct{}

	mu    sync.Mutex
	down  error // what the endpoint said to everything: asked no more
	row   int   // failures of the endpoint in a row
	plain bool  // the endpoint takes no schema, and gets none
}

// maxReply bounds what is read of a reply, and lostAfter how often in a row an endpoint
// may fail before it is left alone.
const (
	maxReply  = 1 << 20
	lostAfter = 3
)

// New makes a judge, and connects to nothing.
func New(o Options) (*Judge, error) {
	u, err := url.Parse(strings.TrimSuffix(o.Endpoint, "/"))
	switch {
	case err != nil:
		return nil, fmt.Errorf("read endpoint: %w", err)
	case u.Scheme != "http" && u.Scheme != "https" || u.Host == "":
		return nil, fmt.Errorf("read endpoint %q: it is no http or https address", o.Endpoint)
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return nil, errors.New("read endpoint: it has a user, query or fragment")
	case o.Model == "":
		return nil, errors.New("no model is named")
	}
	j := &Judge{o: o}
	switch o.API {
	case "", OpenAI:
		j.url = strings.TrimSuffix(u.String(), "/v1") + "/v1/chat/completions"
	case Ollama:
		j.url = u.String() + "/api/chat"
	default:
		return nil, fmt.Errorf("no API %q: %s or %s", o.API, OpenAI, Ollama)
	}
	if j.o.HTTP == nil {
		j.o.HTTP = http.DefaultClient
	}
	if j.o.Timeout <= 0 {
		j.o.Timeout = time.Minute
	}
	if j.o.Retries == 0 {
		j.o.Retries = 2
	}
	if j.o.MaxWait <= 0 {
		j.o.MaxWait = time.Minute
	}
	if j.o.AtOnce <= 0 {
		j.o.AtOnce = 4
	}
	if j.o.Sleep == nil {
		j.o.Sleep = pause
	}
	if j.o.Now == nil {
		j.o.Now = time.Now
	}
	j.gate = make(chan struct{}, j.o.AtOnce)
	return j, nil
}

// Identity is the model's name and the version of the question.
func (j *Judge) Identity() judge.Identity {
	return judge.Identity{Name: Name(j.o.Model), Version: Version}
}

// Name is how records and calibrations call a model.
func Name(model string) string { return "http/" + model }

// ErrNoAnswer says that a reply came and is none of the three answers.
var ErrNoAnswer = errors.New("the reply is no answer")

// ErrDown says that the endpoint failed several times in a row and is left alone.
var ErrDown = errors.New("left alone after failures in a row")

// Ask puts a question. A reply that does not parse is asked for once more; what a source
// says in it can make an answer fail, and never make one.
func (j *Judge) Ask(ctx context.Context, q judge.Question) (judge.Reply, error) {
	select {
	case j.gate <- struct{}{}:
		defer func() { <-j.gate }()
	case <-ctx.Done():
		return judge.Reply{}, ctx.Err()
	}
	if err := j.lost(); err != nil {
		return judge.Reply{}, err
	}
	var spent judge.Reply
	for try := 0; ; try++ {
		raw, err := j.send(ctx, q, &spent)
		if err != nil {
			return spent, err
		}
		answer, tokens, err := j.read(raw)
		spent.Tokens += tokens
		if err == nil {
			spent.Stance, spent.Score = answer.Stance, answer.Score
			return spent, nil
		}
		if try > 0 || j.o.Retries < 0 {
			return spent, fmt.Errorf("ask %s: %w: %w", j.o.Model, ErrNoAnswer, err)
		}
	}
}

// send puts a question in the form that holds a model to the schema, and in the plain one
// where the endpoint refuses that as a bad request.
func (j *Judge) send(ctx context.Context, q judge.Question, spent *judge.Reply) ([]byte, error) {
	j.mu.Lock()
	plain := j.plain
	j.mu.Unlock()
	for {
		body, err := j.request(q, plain)
		if err != nil {
			return nil, err
		}
		raw, err := j.post(ctx, body, spent, plain)
		var refused *refusedError
		if plain || !errors.As(err, &refused) || !refused.form() {
			if err == nil && plain {
				j.mu.Lock()
				j.plain = true
				j.mu.Unlock()
			}
			return raw, err
		}
		plain = true
	}
}

func (j *Judge) lost() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.down
}

// note counts failures of the endpoint itself; an answer of whatever kind ends the row.
func (j *Judge) note(err error, final bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if err == nil {
		j.row = 0
		return
	}
	if j.row++; j.row >= lostAfter || final {
		j.down = fmt.Errorf("ask %s: %w: %w", j.o.Model, ErrDown, err)
	}
}

// post sends a request, again where the endpoint asks for patience.
func (j *Judge) post(ctx context.Context, body []byte, spent *judge.Reply, plain bool) ([]byte, error) {
	for try := 0; ; try++ {
		spent.Sent += len(body)
		raw, wait, err := j.once(ctx, body)
		if err == nil {
			j.note(nil, false)
			return raw, nil
		}
		var refused *refusedError
		final := errors.As(err, &refused) && refused.forGood() || nobodyThere(err)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if slow := errors.Is(err, context.DeadlineExceeded); final || slow || try >= j.o.Retries || wait > j.o.MaxWait {
			if plain || refused == nil || !refused.form() {
				j.note(err, final)
			}
			return nil, fmt.Errorf("ask %s: %w", j.o.Model, err)
		}
		if wait <= 0 {
			wait = time.Second << min(try, 5)
		}
		if err := j.o.Sleep(ctx, wait); err != nil {
			return nil, err
		}
	}
}

// nobodyThere reports that no connection could be made: a second try in the same minute
// finds the same.
func nobodyThere(err error) bool {
	var op *net.OpError
	return errors.As(err, &op) && op.Op == "dial"
}

// A refusedError is a status that is no answer.
type refusedError struct {
	status int
	text   string
}

func (e *refusedError) Error() string {
	return fmt.Sprintf("the endpoint answers %d%s", e.status, e.text)
}

// forGood reports what no patience mends: a wrong key, address or model.
func (e *refusedError) forGood() bool {
	return e.status < 500 && e.status != http.StatusTooManyRequests && e.status != http.StatusRequestTimeout &&
		e.status != http.StatusConflict && e.status != http.StatusTooEarly
}

// form reports a request that the endpoint did not understand.
func (e *refusedError) form() bool {
	return e.status == http.StatusBadRequest || e.status == http.StatusUnprocessableEntity
}

func (j *Judge) once(ctx context.Context, body []byte) (raw []byte, wait time.Duration, err error) {
	ctx, cancel := context.WithTimeout(ctx, j.o.Timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, j.url, bytes.NewReader(body))
	if err != nil {
		return nil, 0, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json")
	if j.o.Key != "" {
		req.Header.Set("Authorization", "Bearer "+j.o.Key)
	}
	resp, err := j.o.HTTP.Do(req)
	if err != nil {
		return nil, 0, bare(err)
	}
	defer resp.Body.Close()
	raw, err = io.ReadAll(io.LimitReader(resp.Body, maxReply+1))
	switch {
	case err != nil:
		return nil, 0, fmt.Errorf("read reply: %w", bare(err))
	case resp.StatusCode == http.StatusOK && len(raw) > maxReply:
		return nil, 0, errors.New("the reply is larger than 1 MiB")
	case resp.StatusCode != http.StatusOK:
		return nil, retryAfter(resp.Header.Get("Retry-After"), j.o.Now()), &refusedError{resp.StatusCode, reason(raw, j.o.Key)}
	}
	return raw, 0, nil
}

// bare is an error of net/http without the address, which may hold what is nobody's
// business.
func bare(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}

// reason is what an endpoint says of a refusal, on a line and without the key.
func reason(raw []byte, key string) string {
	var r struct {
		Error json.RawMessage `json:"error"`
	}
	if json.Unmarshal(raw, &r) != nil || len(r.Error) == 0 {
		return ""
	}
	var text string
	var object struct {
		Message string `json:"message"`
	}
	if json.Unmarshal(r.Error, &text) != nil {
		if json.Unmarshal(r.Error, &object) != nil {
			return ""
		}
		text = object.Message
	}
	if key != "" {
		text = strings.ReplaceAll(text, key, "…")
	}
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) || unicode.IsSpace(r) }), " ")
	if runes := []rune(text); len(runes) > 200 {
		text = string(runes[:200]) + "…"
	}
	if text == "" {
		return ""
	}
	return ": " + text
}

// retryAfter reads seconds or a date (RFC 9110 §10.2.3).
func retryAfter(value string, now time.Time) time.Duration {
	if value == "" {
		return 0
	}
	if seconds, err := time.ParseDuration(strings.TrimSpace(value) + "s"); err == nil && seconds >= 0 {
		return seconds
	}
	if at, err := http.ParseTime(value); err == nil && at.After(now) {
		return at.Sub(now)
	}
	return 0
}

func pause(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// nonce is what no text can hold that was written before it was drawn.
func nonce() (string, error) {
	var b [12]byte
	if _, err := rand.Read(b[:]); err != nil {
		return "", fmt.Errorf("draw a mark: %w", err)
	}
	return hex.EncodeToString(b[:]), nil
}

// round keeps a score to four digits: more are noise, and make lines long.
func round(f float64) float64 { return math.Round(f*1e4) / 1e4 }
