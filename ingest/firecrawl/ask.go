package firecrawl

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"unicode"

	"assay/ingest/web"
)

// maxReply bounds an answer. The service maps 100,000 addresses at most.
const maxReply = 32 << 20

// ErrKey and ErrCredits are why a run ends that no other page would help.
var (
	ErrKey     = errors.New("the key was refused: set FIRECRAWL_API_KEY")
	ErrCredits = errors.New("the credits of the account are used up")
)

// A refusal is an answer of the service that says no, or none.
type refusal struct {
	status int // 0 for no answer
	class  web.Class
	text   string
	cause  error
}

func (e *refusal) Error() string {
	text := e.text
	if e.cause != nil {
		text = strings.TrimSpace(e.cause.Error() + " " + text)
	}
	if e.status == 0 {
		return "Firecrawl gave no answer: " + text
	}
	return fmt.Sprintf("Firecrawl answered %d: %s", e.status, text)
}

func (e *refusal) Unwrap() error { return e.cause }

// fatal reports whether every other page would meet the same.
func (e *refusal) fatal() bool { return e.cause != nil || e.status == 0 }

func refusalOf(err error) *refusal {
	var no *refusal
	errors.As(err, &no)
	return no
}

// ask posts a question to the service. The error is a *refusal, or that of ctx.
func (e *Envelope) ask(ctx context.Context, path string, in map[string]any, out any) error {
	post, err := json.Marshal(in)
	if err != nil {
		return &refusal{text: err.Error()}
	}
	header := http.Header{"Content-Type": {"application/json"}}
	if e.o.Key != "" {
		header.Set("Authorization", "Bearer "+e.o.Key)
	}
	reply, err := e.service.Ask(ctx, e.base+path, web.Question{Accept: "application/json", Header: header, Post: post, Limit: maxReply})
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		return e.refusal(err)
	}
	var verdict struct {
		Success *bool `json:"success"`
	}
	if json.Unmarshal(reply.Body, &verdict) == nil && verdict.Success != nil && !*verdict.Success {
		return &refusal{status: reply.Status, class: web.ClassServer, text: e.complaint(reply.Body)}
	}
	if err := json.Unmarshal(reply.Body, out); err != nil {
		return &refusal{status: reply.Status, class: web.ClassServer, text: "not the JSON that is documented: " + e.clean(err.Error())}
	}
	return nil
}

// refusal reads an answer that says no.
func (e *Envelope) refusal(err error) *refusal {
	var no *web.AskError
	if !errors.As(err, &no) {
		return &refusal{class: web.ClassTool, text: e.clean(err.Error())}
	}
	out := &refusal{status: no.Status, class: no.Class, text: e.clean(no.Reason)}
	if said := e.complaint(no.Said); said != "" {
		out.text = said
	}
	out.class = cmp.Or(out.class, web.ClassStatus)
	switch {
	case no.Status/100 == 3:
		out.text = "it redirects, and the key is sent nowhere else: set FIRECRAWL_API_URL to where it is"
	case no.Status == http.StatusUnauthorized:
		out.cause = ErrKey
	case no.Status == http.StatusPaymentRequired:
		out.cause = ErrCredits
	case no.Class == web.ClassTooLarge:
		out.status = http.StatusOK
	}
	return out
}

// complaint is what an answer says of why it says no.
func (e *Envelope) complaint(body []byte) string {
	var said struct {
		Error any `json:"error"`
		Code  any `json:"code"`
	}
	if json.Unmarshal(body, &said) != nil {
		return ""
	}
	code, _ := said.Code.(string)
	text, _ := said.Error.(string)
	return e.clean(strings.TrimSpace(code + " " + text))
}

// clean makes a line of what the service says, without the key and without end.
func (e *Envelope) clean(s string) string {
	if e.o.Key != "" {
		s = strings.ReplaceAll(s, e.o.Key, "…")
	}
	s = strings.Join(strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
	if len(s) > 300 {
		s = strings.ToValidUTF8(s[:300], "") + "…"
	}
	return s
}
