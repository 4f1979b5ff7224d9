package discover

import (
	"cmp"
	"context"

	"github.com/tidwall/gjson"
)

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
			c = c.with(s.Auth.Param, v)
		}
	}
	send := e.send
	if s.Kind == "mcp" {
		send = func(ctx context.Context, s *Skill, c call) ([]byte, *failure) { return e.tool(ctx, s, c, key) }
	}
	return e.fetch(ctx, s, c, a, send)
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
	body, fail := e.fetch(ctx, s, c, a, e.send)
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
func (e *Engine) tool(ctx context.Context, s *Skill, c call, key string) ([]byte, *failure) {
	if e.Call == nil {
		return nil, &failure{verdict: Unconfigured, reason: "nothing here speaks MCP"}
	}
	ctx, cancel := context.WithTimeout(ctx, s.Limits.Timeout)
	defer cancel()
	body, err := e.Call(ctx, e.client(s), c.url, s.Request.Tool, jsonOf(c.body), key)
	if err != nil {
		return nil, &failure{verdict: Failed, reason: broken(err).reason}
	}
	return body, nil
}
