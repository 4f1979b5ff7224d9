package discover

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"strings"

	"github.com/tidwall/gjson"
)

// Enrich asks a source again about hits of its own that were kept: all in one request
// where it can, else one by one. Hits that it says nothing more of stay as they are. The
// hits are changed in place.
func (e *Engine) Enrich(ctx context.Context, s *Skill, hits []*Hit) Answer {
	a := Answer{Source: s.Name, Verdict: Answered}
	if s.Enrich == nil {
		return a
	}
	var ids []string
	byID := map[string]*Hit{}
	for _, h := range hits {
		if h.ID != "" && byID[h.ID] == nil {
			ids = append(ids, h.ID)
			byID[h.ID] = h
		}
	}
	if s.Enrich.Hits != "" && len(ids) > 0 {
		doc, _ := e.more(ctx, s, map[string]string{"ids": strings.Join(ids, ",")}, &a)
		for _, item := range doc.Get(s.Enrich.Hits).Array() {
			if h := byID[one(item, s.Enrich.ID)]; h != nil {
				h.add(item, s.Enrich)
			}
		}
		return a
	}
	for _, id := range ids {
		if doc, ok := e.more(ctx, s, map[string]string{"id": id}, &a); ok {
			byID[id].add(doc, s.Enrich)
		}
	}
	return a
}

func (e *Engine) more(ctx context.Context, s *Skill, values map[string]string, a *Answer) (doc gjson.Result, ok bool) {
	r := s.Enrich.Request
	if r.Base == (Base{}) {
		r.Base = s.Request.Base
	}
	valid := func(body []byte) (err error) { doc, err = asJSON("json", body); return err }
	body, fail := e.body(ctx, s, r, values, valid, a)
	switch {
	case fail != nil && (fail.verdict == Unconfigured || fail.verdict == Unsuited):
		return doc, false
	case fail != nil || valid(body) != nil:
		a.Verdict, a.Reason = Degraded, "some hits could not be looked at more closely"
		return doc, false
	}
	return doc, true
}

func (h *Hit) add(item gjson.Result, r *Enrich) {
	if more := signals(item, r.Signals); h.Signals == nil {
		h.Signals = more
	} else {
		maps.Copy(h.Signals, more)
	}
	if text := clean(value(item, r.Snippet)); len(text) > len(h.Snippet) {
		h.Snippet = text
	}
}

// Get reads one address of a source, with its key, at its pace and from the cache while it
// is fresh: as JSON of a POST where there is a body.
func (e *Engine) Get(ctx context.Context, source, at string, body any) ([]byte, error) {
	s := e.Skill(source)
	if s == nil {
		return nil, fmt.Errorf("there is no source %s", source)
	}
	r := Request{URL: at, JSON: body, Headers: map[string]string{"Accept": cmp.Or(s.Request.Headers["Accept"], "application/json")}}
	if body != nil {
		r.Method = "POST"
	}
	valid := func(body []byte) error { _, err := asJSON("json", body); return err }
	text, fail := e.body(ctx, s, r, map[string]string{}, valid, &Answer{})
	if fail != nil && text == nil {
		return nil, fmt.Errorf("%s: %w", source, fail)
	}
	return text, nil
}
