package tool

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"assay/ingest/web"
)

// Failed is a failure of a class.
func Failed(class web.Class, format string, args ...any) *web.Failure {
	return &web.Failure{Class: class, Reason: fmt.Sprintf(format, args...)}
}

// settle writes an error down as the fate of a page.
func settle(p *web.Page, err error) {
	f, ok := errors.AsType[*web.Failure](err)
	if !ok {
		f = Failed(web.ClassTool, "%s", err)
	}
	f.Into(p)
}

// decode reads the JSON of a program.
func decode(program string, out []byte, into any) error {
	if err := json.Unmarshal([]byte(strings.ToValidUTF8(string(out), "\uFFFD")), into); err != nil {
		return Failed(web.ClassTool, "%s: its output is not the JSON that was asked for: %s", program, err)
	}
	return nil
}

// A sign is a phrase of a program's messages, in lower case, and what it means.
type sign struct {
	phrase  string
	verdict web.Verdict
	class   web.Class
}

// common are the signs of network trouble in the words of curl, Go, Python and Node.js.
var common = []sign{
	{"rate limit", web.Failed, web.ClassThrottled},
	{"rate-limit", web.Failed, web.ClassThrottled},
	{"too many requests", web.Failed, web.ClassThrottled},
	{"quota exceeded", web.Failed, web.ClassThrottled},
	{"could not resolve host", web.Failed, web.ClassDNS},
	{"no such host", web.Failed, web.ClassDNS},
	{"name or service not known", web.Failed, web.ClassDNS},
	{"getaddrinfo", web.Failed, web.ClassDNS},
	{"connection refused", web.Failed, web.ClassConnect},
	{"failed to connect", web.Failed, web.ClassConnect},
	{"network is unreachable", web.Failed, web.ClassConnect},
	{"certificate", web.Failed, web.ClassTLS},
	{"connection reset", web.Failed, web.ClassReset},
	{"early eof", web.Failed, web.ClassReset},
	{"timed out", web.Failed, web.ClassTimeout},
	{"timeout", web.Failed, web.ClassTimeout},
}

// explain turns the error of a run into a failure, by what the program said: first
// signs of its own, then the common ones. A refusal at the door outweighs both, since
// what the program makes of it is only an echo.
func explain(ctx context.Context, err error, d *door, own ...sign) error {
	if err == nil {
		return nil
	}
	if d != nil {
		if no := d.refused(); no != nil {
			return no
		}
	}
	if ctx.Err() != nil {
		return Failed(web.ClassCancelled, "the run was stopped: %s", context.Cause(ctx))
	}
	var e *RunError
	if !errors.As(err, &e) {
		return err
	}
	if e.Class != web.ClassTool {
		return Failed(e.Class, "%s", e)
	}
	said := strings.ToLower(e.said)
	for _, signs := range [][]sign{own, common} {
		for _, s := range signs {
			if strings.Contains(said, s.phrase) {
				return &web.Failure{Verdict: s.verdict, Class: s.class, Reason: e.Error()}
			}
		}
	}
	return e
}
