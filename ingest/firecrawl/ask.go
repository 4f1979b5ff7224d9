package firecrawl

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/tidwall/gjson"

	"assay/ingest/plain"
	"assay/ingest/web"
	"assay/text"
)

// maxReply bounds an answer. The service maps 100,000 addresses at most.
const maxReply = 32 << 20

// ask posts a question to the service. The error is a [web.Failure], or that of ctx.
func (e *Envelope) ask(ctx context.Context, path string, in map[string]any, out any) error {
	post, err := json.Marshal(in)
	if err != nil {
		return err
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
	if gjson.GetBytes(reply.Body, "success").Type == gjson.False {
		return answered(reply.Status, web.ClassServer, e.complaint(reply.Body))
	}
	if err := json.Unmarshal(reply.Body, out); err != nil {
		return answered(reply.Status, web.ClassServer, "not the JSON that is documented: "+e.clean(err.Error()))
	}
	return nil
}

func answered(status int, class web.Class, text string) *web.Failure {
	return &web.Failure{Class: class, Status: status, Reason: fmt.Sprintf("Firecrawl answered %d: %s", status, text)}
}

// fatal reports a failure that every other page would meet too.
func fatal(no *web.Failure) bool {
	return no.Status == 0 || no.Status == http.StatusUnauthorized || no.Status == http.StatusPaymentRequired
}

// refusal reads an answer that says no.
func (e *Envelope) refusal(err error) *web.Failure {
	no, ok := errors.AsType[*web.Failure](err)
	if !ok {
		no = &web.Failure{Class: web.ClassTool, Reason: err.Error()}
	}
	text := cmp.Or(e.complaint(no.Said), e.clean(no.Reason))
	switch {
	case no.Status/100 == 3:
		text = "it redirects, and the key is sent nowhere else: set FIRECRAWL_API_URL to where it is"
	case no.Status == http.StatusUnauthorized:
		text = strings.TrimSpace("the key was refused: set FIRECRAWL_API_KEY " + text)
	case no.Status == http.StatusPaymentRequired:
		text = strings.TrimSpace("the credits of the account are used up " + text)
	case no.Class == web.ClassTooLarge:
		no.Status = http.StatusOK
	case no.Status == 0:
		return &web.Failure{Class: no.Class, Reason: "Firecrawl gave no answer: " + text}
	}
	return answered(no.Status, cmp.Or(no.Class, web.ClassStatus), text)
}

// complaint is what an answer says of why it says no.
func (e *Envelope) complaint(body []byte) string {
	var said []string
	for _, v := range gjson.GetManyBytes(body, "code", "error") {
		if v.Type == gjson.String {
			said = append(said, v.Str)
		}
	}
	return e.clean(strings.Join(said, " "))
}

// clean makes a line of what the service says, without the key and without end.
func (e *Envelope) clean(s string) string {
	if e.o.Key != "" {
		s = strings.ReplaceAll(s, e.o.Key, "…")
	}
	return text.Clip(plain.Line(s), 300)
}
