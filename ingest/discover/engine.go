package discover

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// An Engine asks sources. Its zero value asks without a key, a cache or a policy. It is
// safe for concurrent use; a source that waits holds nobody up.
type Engine struct {
	Skills    []*Skill
	Getenv    func(string) string
	Allow     func(url string) error                                          // policy, asked before each request
	Dial      func(ctx context.Context, network, at string) (net.Conn, error) // for skills that came with a vault
	Call      func(ctx context.Context, by *http.Client, url, tool string, args any, key string) ([]byte, error)
	UserAgent string
	Cache     string // folder; nothing is kept where ""
	Now       func() time.Time
	Sleep     func(context.Context, time.Duration) error // the real one where nil

	mu     sync.Mutex
	once   sync.Once
	lanes  map[string]*lane
	spent  map[string]int // requests of this month by source
	own    *http.Client   // for built-in skills
	others *http.Client
}

func (e *Engine) now() time.Time {
	if e.Now == nil {
		return time.Now().UTC()
	}
	return e.Now().UTC()
}

func (e *Engine) getenv(name string) string {
	if e.Getenv == nil || name == "" {
		return ""
	}
	return strings.TrimSpace(e.Getenv(name))
}

// client is the way out for a skill: one that came with a vault connects only where
// pages may be read from.
func (e *Engine) client(s *Skill) *http.Client {
	e.once.Do(func() {
		e.own, e.others = newClient(nil), newClient(e.Dial)
	})
	if s.Foreign {
		return e.others
	}
	return e.own
}

func newClient(dial func(context.Context, string, string) (net.Conn, error)) *http.Client {
	return &http.Client{
		CheckRedirect: func(req *http.Request, via []*http.Request) error {
			// A key goes to the host that it was meant for.
			if len(via) > 3 || req.URL.Host != via[0].URL.Host || req.URL.Scheme != via[0].URL.Scheme {
				return http.ErrUseLastResponse
			}
			return nil
		},
		Transport: &http.Transport{
			DialContext: dial, ForceAttemptHTTP2: true, MaxIdleConnsPerHost: 8, IdleConnTimeout: time.Minute,
			TLSHandshakeTimeout: 15 * time.Second, MaxResponseHeaderBytes: 256 << 10,
		},
	}
}

// Close drops idle connections, and sweeps answers that are too old.
func (e *Engine) Close() {
	for _, c := range []*http.Client{e.own, e.others} {
		if c != nil {
			c.CloseIdleConnections()
		}
	}
	e.sweep()
}

// Skill is the source of a name, nil where there is none.
func (e *Engine) Skill(name string) *Skill {
	if i := slices.IndexFunc(e.Skills, func(s *Skill) bool { return s.Name == name }); i >= 0 {
		return e.Skills[i]
	}
	return nil
}

// Ready says whether a source can be asked at all: "" or what it wants.
func (e *Engine) Ready(s *Skill) string {
	if strings.Contains(s.Request.URL, "{base}") && s.Request.Base.Default == "" && e.getenv(s.Request.Base.Env) == "" {
		return "set " + s.Request.Base.Env
	}
	_, why := e.key(s, nil)
	return why
}

// key is what a source is sent of who asks, and what is missing where it is required.
func (e *Engine) key(s *Skill, values map[string]string) (key, why string) {
	a := s.Auth
	for _, name := range a.Env {
		if v := e.getenv(name); v != "" {
			return v, ""
		}
	}
	if a.Login != nil && len(a.Login.Env) == 2 {
		user, password := e.getenv(a.Login.Env[0]), e.getenv(a.Login.Env[1])
		if user != "" && password != "" {
			if values != nil {
				values["user"], values["password"] = user, password
			}
			return "", ""
		}
		if a.Required {
			return "", "set " + strings.Join(a.Login.Env, " and ")
		}
	}
	if a.Required && !(a.OwnFree && e.getenv(s.Request.Base.Env) != "") {
		return "", "set " + strings.Join(a.Env, " or ")
	}
	return "", ""
}

// Ask asks one source, and those that stand in for it where it gives nothing. Whatever
// happens is an answer.
func (e *Engine) Ask(ctx context.Context, s *Skill, q Query) []Answer {
	answers := []Answer{e.ask(ctx, s, q)}
	for _, f := range s.Fallback {
		last := answers[0]
		on := last.Verdict == Throttled && slices.Contains(f.On, "429") ||
			last.Verdict == Empty && slices.Contains(f.On, "empty") ||
			slices.Contains([]Verdict{Failed, Drifted, Challenge, Throttled, Spent}, last.Verdict) && slices.Contains(f.On, "error")
		other := e.Skill(f.Use)
		if !on || other == nil {
			continue
		}
		a := e.ask(ctx, other, q)
		a.Instead = s.Name
		if answers = append(answers, a); len(a.Hits) > 0 {
			break
		}
	}
	return answers
}

func (e *Engine) ask(ctx context.Context, s *Skill, q Query) (a Answer) {
	began := e.now()
	a = Answer{Source: s.Name, Query: q.Text}
	defer func() { a.Took = e.now().Sub(began) }()
	if s.Limits.MaxResults > 0 {
		q.Num = min(q.Num, s.Limits.MaxResults)
	}
	valid := func(body []byte) error { _, err := s.read(body, 1); return err }
	body, fail := e.body(ctx, s, s.Request, q.values(), valid, &a)
	if fail != nil && body == nil {
		a.Verdict, a.Reason = fail.verdict, fail.reason
		return a
	}
	read, err := s.read(body, q.Num)
	if err != nil {
		a.Verdict, a.Reason = Drifted, err.Error()
		return a
	}
	if read.pause > 0 { // it asks to be left alone
		e.lane(s).until.Store(e.now().Unix() + int64(min(read.pause, 86400)))
	}
	a.Verdict, a.Reason, a.Hits, a.Summary, a.Engines = read.Verdict, read.Reason, read.Hits, read.Summary, read.Engines
	if fail != nil {
		a.Verdict, a.Reason, a.Stale = Degraded, fail.reason+"; these are older answers", true
	}
	return a
}

// body is a request's answer: from the cache while it is fresh, from the source, or an
// old one with the source's failure. Only a valid one is kept.
func (e *Engine) body(ctx context.Context, s *Skill, r Request, values map[string]string, valid func([]byte) error, a *Answer) ([]byte, *failure) {
	key, why := e.key(s, values)
	if why != "" {
		return nil, &failure{verdict: Unconfigured, reason: why}
	}
	c, fail := e.call(s, r, values)
	if fail != nil {
		return nil, fail
	}
	// Only what is not secret names an answer: the key comes after.
	sum := sha256.Sum256([]byte(strings.Join([]string{s.Name, c.method, c.url, string(c.body)}, "\n")))
	id := hex.EncodeToString(sum[:20])
	old, held := e.held(id)
	if held && e.now().Sub(old.At) < s.Limits.Fresh {
		a.Cached = true
		return old.Body, nil
	}
	body, fail := e.live(ctx, s, c, key, values, a)
	if fail == nil {
		if valid(body) == nil {
			e.write(id+".json", kept{e.now(), body})
		}
		return body, nil
	}
	if held && e.now().Sub(old.At) < keepStale && fail.verdict != Blocked {
		return old.Body, fail
	}
	return nil, fail
}
