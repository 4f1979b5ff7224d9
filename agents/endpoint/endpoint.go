// Package endpoint asks a language model behind an address: any that speaks OpenAI's chat
// completions, and Ollama. Read [Client] first.
//
// It is patient where that helps, gives up where it does not, and says what an answer cost.
// What is asked and what an answer means is its callers' affair.
package endpoint

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

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

// A Client asks one model. It is safe for concurrent use.
type Client struct {
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

// New makes a client, and connects to nothing.
func New(o Options) (*Client, error) {
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
	c := &Client{o: o}
	switch o.API {
	case "", OpenAI:
		c.url = strings.TrimSuffix(u.String(), "/v1") + "/v1/chat/completions"
	case Ollama:
		c.url = u.String() + "/api/chat"
	default:
		return nil, fmt.Errorf("no API %q: %s or %s", o.API, OpenAI, Ollama)
	}
	c.o.HTTP = cmp.Or(c.o.HTTP, http.DefaultClient)
	c.o.Timeout = cmp.Or(max(c.o.Timeout, 0), time.Minute)
	c.o.Retries = cmp.Or(c.o.Retries, 2)
	c.o.MaxWait = cmp.Or(max(c.o.MaxWait, 0), time.Minute)
	c.o.AtOnce = cmp.Or(max(c.o.AtOnce, 0), 4)
	if c.o.Sleep == nil {
		c.o.Sleep = pause
	}
	if c.o.Now == nil {
		c.o.Now = time.Now
	}
	c.gate = make(chan struct{}, c.o.AtOnce)
	return c, nil
}

// ErrDown says that the endpoint failed several times in a row and is left alone.
var ErrDown = errors.New("left alone after failures in a row")

// A Message is one part of a question, of the role system or user.
type Message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// A Question is what is sent. The schema is of JSON's, nil for none, and holds a model to a form
// where the endpoint can do that.
type Question struct {
	Messages  []Message
	Name      string // of the schema
	Schema    json.RawMessage
	MaxTokens int  // of an answer
	Quick     bool // of Ollama: no thoughts before the answer, since some models then give none in the form
}

// A Reply is what came, and what that cost.
type Reply struct {
	Content string
	Tokens  int // as the endpoint counts them
	Sent    int // bytes that left this machine
}

// Model is the name that the endpoint has for the model.
func (c *Client) Model() string { return c.o.Model }

// Ask puts a question: in the form that holds a model to the schema, and in the plain one
// where the endpoint refuses that as a bad request. What was sent and spent is told beside
// an error too.
func (c *Client) Ask(ctx context.Context, q Question) (Reply, error) {
	select {
	case c.gate <- struct{}{}:
		defer func() { <-c.gate }()
	case <-ctx.Done():
		return Reply{}, ctx.Err()
	}
	c.mu.Lock()
	down := c.down
	c.mu.Unlock()
	if down != nil {
		return Reply{}, down
	}
	var spent Reply
	raw, err := c.send(ctx, q, &spent)
	if err != nil {
		return spent, err
	}
	if spent.Content, spent.Tokens, err = c.read(raw); err != nil {
		return spent, &FormError{err}
	}
	return spent, nil
}

// A FormError says that a reply came in which the model says nothing, or not all.
type FormError struct{ error }

func (e *FormError) Unwrap() error { return e.error }

func (c *Client) send(ctx context.Context, q Question, spent *Reply) ([]byte, error) {
	c.mu.Lock()
	plain := c.plain
	c.mu.Unlock()
	for {
		body, err := c.request(q, plain)
		if err != nil {
			return nil, err
		}
		raw, err := c.post(ctx, body, spent, plain)
		if refused, ok := errors.AsType[*refusedError](err); plain || !ok || !refused.form() {
			if err == nil && plain {
				c.mu.Lock()
				c.plain = true
				c.mu.Unlock()
			}
			return raw, err
		}
		plain = true
	}
}

// note counts failures of the endpoint itself; an answer of whatever kind ends the row.
func (c *Client) note(err error, final bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err == nil {
		c.row = 0
		return
	}
	if c.row++; c.row >= lostAfter || final {
		c.down = fmt.Errorf("ask %s: %w: %w", c.o.Model, ErrDown, err)
	}
}

// post sends a request, again where the endpoint asks for patience.
func (c *Client) post(ctx context.Context, body []byte, spent *Reply, plain bool) ([]byte, error) {
	for try := 0; ; try++ {
		spent.Sent += len(body)
		raw, wait, err := c.once(ctx, body)
		if err == nil {
			c.note(nil, false)
			return raw, nil
		}
		refused, answered := errors.AsType[*refusedError](err)
		op, offline := errors.AsType[*net.OpError](err)
		// Where no connection could be made, a second try in the same minute finds the same.
		final := answered && refused.forGood() || offline && op.Op == "dial"
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if slow := errors.Is(err, context.DeadlineExceeded); final || slow || try >= c.o.Retries || wait > c.o.MaxWait {
			if plain || refused == nil || !refused.form() {
				c.note(err, final)
			}
			return nil, fmt.Errorf("ask %s: %w", c.o.Model, err)
		}
		if wait <= 0 {
			wait = time.Second << min(try, 5)
		}
		if err := c.o.Sleep(ctx, wait); err != nil {
			return nil, err
		}
	}
}

func (c *Client) once(ctx context.Context, body []byte) (raw []byte, wait time.Duration, err error) {
	ctx, cancel := context.WithTimeout(ctx, c.o.Timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(body))
	if err != nil {
		return nil, 0, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json")
	if c.o.Key != "" {
		req.Header.Set("Authorization", "Bearer "+c.o.Key)
	}
	resp, err := c.o.HTTP.Do(req)
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
		return nil, retryAfter(resp.Header.Get("Retry-After"), c.o.Now()), &refusedError{resp.StatusCode, reason(raw, c.o.Key)}
	}
	return raw, 0, nil
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
