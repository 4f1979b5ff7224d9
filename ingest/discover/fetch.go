package discover

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
	"regexp"
	"strings"
	"syscall"
	"time"

	"github.com/tidwall/gjson"

	"assay/ingest/web"
)

const (
	maxBody = 8 << 20
	retries = 2
	maxWait = 10 * time.Second // longest pause that a source asks for and gets
)

// A failure is why a source gave nothing, and whether asking again may help.
type failure struct {
	verdict Verdict
	reason  string
	again   bool
	wait    time.Duration // that the source asked for
}

func (f *failure) Error() string { return f.reason }

// call is one request, ready to be sent.
type call struct {
	method, url string
	headers     map[string]string
	body        []byte
	key         string // for a server that speaks MCP
}

// send asks once, without redirects to another host, and gives the body of a 2xx.
func (e *Engine) send(ctx context.Context, s *Skill, c call) ([]byte, *failure) {
	ctx, cancel := context.WithTimeout(ctx, s.Limits.Timeout)
	defer cancel()
	if s.Kind == "mcp" {
		return e.tool(ctx, s, c)
	}
	req, err := http.NewRequestWithContext(ctx, c.method, c.url, bytes.NewReader(c.body))
	if err != nil {
		return nil, &failure{verdict: Failed, reason: "its address cannot be read"}
	}
	req.Header.Set("User-Agent", e.UserAgent)
	req.Header.Set("Accept", accepts[s.Reply.Form])
	if c.body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	for k, v := range c.headers {
		req.Header.Set(k, v)
	}
	resp, err := e.client(s).Do(req)
	if err != nil {
		return nil, broken(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxBody+1))
	switch {
	case err != nil:
		return nil, broken(err)
	case len(body) > maxBody:
		return nil, &failure{verdict: Failed, reason: fmt.Sprintf("its answer is larger than %d MB", maxBody>>20)}
	}
	return body, e.refusal(s, resp, body)
}

var accepts = map[string]string{"json": "application/json", "xml": "application/atom+xml, application/xml, text/xml", "sse": "text/event-stream"}

// refusal is what an answer's status and its text say against it: nil for an answer.
func (e *Engine) refusal(s *Skill, resp *http.Response, body []byte) *failure {
	for _, w := range s.Walls {
		if (w.Status == 0 || w.Status == resp.StatusCode) && (w.Has == "" || bytes.Contains(body, []byte(w.Has))) {
			return &failure{verdict: w.Is, reason: fmt.Sprintf("it answered %d: %s", resp.StatusCode, cmp.Or(w.Has, "refused")),
				again: w.Is == Throttled, wait: web.RetryAfter(resp.Header, e.now())}
		}
	}
	if wall := wallIn(resp, body); wall != "" {
		return &failure{verdict: Challenge, reason: "it answered with a page for people (" + wall + ")"}
	}
	status := fmt.Sprintf("it answered %d", resp.StatusCode)
	switch code := resp.StatusCode; {
	case code < 300:
		return nil
	case code == 429:
		return &failure{verdict: Throttled, reason: status + ": too many requests", again: true, wait: web.RetryAfter(resp.Header, e.now())}
	case code == 503 && resp.Header.Get("Retry-After") != "":
		return &failure{verdict: Throttled, reason: status, again: true, wait: web.RetryAfter(resp.Header, e.now())}
	case code >= 500:
		return &failure{verdict: Failed, reason: status, again: true}
	case code == 404 && s.Class == "package":
		return &failure{verdict: Empty}
	case code == 401 || code == 403:
		return &failure{verdict: Failed, reason: status + ": the key is missing or not taken"}
	}
	return &failure{verdict: Failed, reason: status}
}

// wallIn names the mark of a wall against programs in a page that came for data.
func wallIn(resp *http.Response, body []byte) string {
	if !strings.Contains(resp.Header.Get("Content-Type"), "html") {
		return ""
	}
	head := bytes.ToLower(body[:min(len(body), 20000)])
	for _, mark := range []string{"captcha", "challenge-platform", "cf-challenge", "are you a robot", "verify you are human", "unusual traffic", "access denied"} {
		if bytes.Contains(head, []byte(mark)) {
			return mark
		}
	}
	return ""
}

// broken is an error of a connection as a failure. An error of net/http has the address
// in it, with what may be a key; its cause has not.
func broken(err error) *failure {
	if at, ok := errors.AsType[*url.Error](err); ok {
		err = at.Err
	}
	var timeout net.Error
	switch {
	case errors.Is(err, context.Canceled):
		return &failure{verdict: Failed, reason: "stopped"}
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		return &failure{verdict: Failed, reason: "no full answer in time"}
	case errors.Is(err, io.ErrUnexpectedEOF):
		return &failure{verdict: Failed, reason: "its answer is cut off", again: true}
	}
	var unknown *net.DNSError // nobody is there: asking again at once will not help
	again := !errors.As(err, &unknown) && !errors.Is(err, syscall.ECONNREFUSED)
	return &failure{verdict: Failed, reason: clip(clean(err.Error()), 200), again: again}
}

// fetch gives the body of a request at the source's own pace, and asks again where that
// may help.
func (e *Engine) fetch(ctx context.Context, s *Skill, c call, a *Answer) ([]byte, *failure) {
	if e.Allow != nil {
		if err := e.Allow(c.url); err != nil {
			return nil, &failure{verdict: Blocked, reason: err.Error()} // no request, and none of its budget
		}
	}
	for try := 0; ; try++ {
		if !e.may(s) {
			return nil, &failure{verdict: Spent, reason: fmt.Sprintf("its budget is spent: %s", s.budget())}
		}
		lane := e.lane(s)
		if wait := lane.until.Load() - e.now().Unix(); wait > 0 {
			return nil, &failure{verdict: Throttled, reason: fmt.Sprintf("it asked to be left alone for %d s more", wait)}
		}
		leave, err := lane.enter(ctx)
		if err != nil {
			return nil, &failure{verdict: Failed, reason: "stopped before it was asked"}
		}
		body, fail := e.send(ctx, s, c)
		leave()
		a.Requests++
		if fail == nil {
			a.USD += s.Limits.USD
		}
		if fail == nil || !fail.again || try == retries || fail.wait > maxWait {
			if fail != nil && fail.wait > maxWait {
				fail.reason += fmt.Sprintf(", and asks to be left alone for %s", fail.wait.Round(time.Second))
			}
			return body, fail
		}
		sleep := e.Sleep
		if sleep == nil {
			sleep = web.Pause
		}
		if sleep(ctx, max(fail.wait, 250*time.Millisecond<<try)) != nil {
			return nil, fail
		}
	}
}

func (s *Skill) budget() string {
	if s.Limits.PerMonth > 0 {
		return fmt.Sprintf("%d requests a month", s.Limits.PerMonth)
	}
	return fmt.Sprintf("%d requests a run", s.Limits.PerRun)
}

var versioned = regexp.MustCompile(`^\{base\}(/v[0-9]+)/`)

// call fills a request in for some values. What it lacks is told as a failure.
func (e *Engine) call(s *Skill, r Request, values map[string]string) (call, *failure) {
	base := strings.TrimRight(cmp.Or(e.getenv(r.Base.Env), r.Base.Default), "/")
	if strings.Contains(r.URL, "{base}") && base == "" {
		return call{}, &failure{verdict: Unconfigured, reason: "set " + r.Base.Env}
	}
	// Some services say their address with the version, and it may stand in the skill too.
	if version := versioned.FindStringSubmatch(r.URL); version != nil {
		base = strings.TrimSuffix(base, version[1])
	}
	values["base"], values["agent"] = base, e.UserAgent
	for name, v := range r.Values {
		values[name] = cmp.Or(e.getenv(v.Env), v.Default)
	}
	for _, n := range r.Needs {
		if values[n] == "" {
			return call{}, &failure{verdict: Unsuited, reason: "the question has no " + n + " to look up"}
		}
	}
	at, whole := fill(r.URL, values)
	u, err := url.Parse(at)
	if err != nil || !whole || u.Host == "" {
		return call{}, &failure{verdict: Unconfigured, reason: "its address is not whole"}
	}
	q := u.Query()
	for k, text := range r.Params {
		if v, whole := fill(text, values); whole {
			q.Set(k, v)
		}
	}
	u.RawQuery = q.Encode()
	c := call{method: cmp.Or(r.Method, "GET"), url: u.String(), headers: map[string]string{}}
	for k, text := range r.Headers {
		if v, whole := fill(text, values); whole {
			c.headers[k] = v
		}
	}
	if r.JSON != nil {
		v, _ := filled(r.JSON, values)
		if c.body, err = json.Marshal(v); err != nil {
			return call{}, &failure{verdict: Failed, reason: "its body cannot be written"}
		}
	}
	return c, nil
}

func (e *Engine) live(ctx context.Context, s *Skill, c call, key string, values map[string]string, a *Answer) ([]byte, *failure) {
	if s.Auth.Login != nil && key == "" && values["user"] != "" {
		var fail *failure
		if key, fail = e.login(ctx, s, values, a); fail != nil {
			return nil, fail
		}
	}
	if key != "" {
		values["key"] = key
		v, _ := fill(cmp.Or(s.Auth.Value, "{key}"), values)
		switch {
		case s.Auth.Header != "":
			c.headers[s.Auth.Header] = v
		case s.Auth.Param != "":
			u, err := url.Parse(c.url)
			if err != nil {
				break
			}
			q := u.Query()
			q.Set(s.Auth.Param, v)
			u.RawQuery = q.Encode()
			c.url = u.String()
		}
	}
	c.key = key
	return e.fetch(ctx, s, c, a)
}

// login gets a token, once a run.
func (e *Engine) login(ctx context.Context, s *Skill, values map[string]string, a *Answer) (string, *failure) {
	l := e.lane(s)
	e.mu.Lock()
	token := l.token
	e.mu.Unlock()
	if token != "" {
		return token, nil
	}
	c, fail := e.call(s, Request{Method: "POST", Base: s.Request.Base, URL: s.Auth.Login.URL, JSON: s.Auth.Login.JSON}, values)
	if fail != nil {
		return "", fail
	}
	body, fail := e.fetch(ctx, s, c, a)
	if fail != nil {
		fail.reason = "login: " + fail.reason
		return "", fail
	}
	if token = gjson.GetBytes(body, s.Auth.Login.Token).String(); token == "" {
		return "", &failure{verdict: Drifted, reason: "login: its answer has no " + s.Auth.Login.Token}
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	l.token = token
	return token, nil
}

// tool asks a server that speaks MCP.
func (e *Engine) tool(ctx context.Context, s *Skill, c call) ([]byte, *failure) {
	if e.Call == nil {
		return nil, &failure{verdict: Unconfigured, reason: "nothing here speaks MCP"}
	}
	var args any = map[string]any{}
	_ = json.Unmarshal(c.body, &args) // it is empty, or what [Engine.call] has written
	body, err := e.Call(ctx, e.client(s), c.url, s.Request.Tool, args, c.key)
	if err != nil {
		return nil, &failure{verdict: Failed, reason: broken(err).reason}
	}
	return body, nil
}
