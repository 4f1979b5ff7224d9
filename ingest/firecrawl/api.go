package firecrawl

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode"
)

const (
	// maxReply bounds an answer. The service ends a part of a crawl's results at 10 MB
	// and maps 100,000 addresses at most.
	maxReply = 32 << 20
	// maxComplaint bounds an answer that tells of a failure.
	maxComplaint = 64 << 10
	maxPause     = 30 * time.Second
)

// ErrKey and ErrCredits are why a run ends that no other page would help.
var (
	ErrKey     = errors.New("the key was refused: set FIRECRAWL_API_KEY")
	ErrCredits = errors.New("the credits of the account are used up")
)

// A question is one request to the service.
type question struct {
	method string // GET where empty
	path   string // below the base
	in     any
	within time.Duration // time for the answer; 2 min where 0
	once   bool          // not to be sent again once the service may have it
}

// An apiError is an answer of the service that says no, or none.
type apiError struct {
	status int // 0 for no answer
	code   string
	text   string
	after  time.Duration // the pause that the service asks for
	cause  error
}

func (e *apiError) Error() string {
	switch {
	case e.status == http.StatusUnauthorized:
		return "Firecrawl answered 401: " + ErrKey.Error()
	case e.status == http.StatusPaymentRequired:
		return "Firecrawl answered 402: " + ErrCredits.Error() + e.said()
	case e.status == 0:
		return "Firecrawl gave no answer: " + e.text
	}
	return fmt.Sprintf("Firecrawl answered %d%s", e.status, e.said())
}

func (e *apiError) said() string {
	text := e.text
	if e.code != "" {
		text = strings.TrimSpace(e.code + " " + text)
	}
	if text == "" {
		return ""
	}
	return " (" + text + ")"
}

func (e *apiError) Unwrap() error {
	switch e.status {
	case http.StatusUnauthorized:
		return ErrKey
	case http.StatusPaymentRequired:
		return ErrCredits
	}
	return e.cause
}

// fatal reports whether every other page would meet the same.
func (e *apiError) fatal() bool {
	return e.status == http.StatusUnauthorized || e.status == http.StatusPaymentRequired || e.status == 0
}

// again reports whether another try may help.
func (e *apiError) again(once bool) bool {
	switch e.status {
	case http.StatusTooManyRequests:
		return true
	case 0, http.StatusRequestTimeout, http.StatusInternalServerError, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return !once
	}
	return false
}

func asAPIError(err error) (*apiError, bool) {
	var e *apiError
	return e, errors.As(err, &e)
}

// call asks the service, and asks again where that may help. The error is an
// *apiError, or that of ctx.
func (e *Envelope) call(ctx context.Context, q question, out any) error {
	for try := 0; ; try++ {
		failed := e.send(ctx, q, out)
		if failed == nil {
			return nil
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if !failed.again(q.once) || try >= e.web.Retries || failed.after > e.web.MaxWait {
			return failed
		}
		if err := e.web.Sleep(ctx, max(failed.after, min(500*time.Millisecond<<min(try, 10), maxPause))); err != nil {
			return context.Cause(ctx)
		}
	}
}

func (e *Envelope) send(ctx context.Context, q question, out any) *apiError {
	if q.within <= 0 {
		q.within = 2 * time.Minute
	}
	ctx, cancel := context.WithTimeout(ctx, q.within)
	defer cancel()
	var body io.Reader
	if q.method == "" {
		q.method = http.MethodGet
	}
	if q.in != nil {
		raw, err := json.Marshal(q.in)
		if err != nil {
			return &apiError{text: err.Error(), cause: err}
		}
		body = bytes.NewReader(raw)
	}
	req, err := http.NewRequestWithContext(ctx, q.method, e.base+q.path, body)
	if err != nil {
		return &apiError{text: err.Error(), cause: err}
	}
	req.Header.Set("User-Agent", e.web.UserAgent)
	req.Header.Set("Accept", "application/json")
	if q.in != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if e.o.Key != "" {
		req.Header.Set("Authorization", "Bearer "+e.o.Key)
	}
	resp, err := e.http.Do(req)
	if err != nil {
		return e.noAnswer(err, q.within)
	}
	defer resp.Body.Close()
	if resp.StatusCode/100 != 2 {
		return e.complaint(resp)
	}
	raw, err := io.ReadAll(io.LimitReader(resp.Body, maxReply+1))
	switch {
	case err != nil:
		return e.noAnswer(err, q.within)
	case len(raw) > maxReply:
		return &apiError{status: resp.StatusCode, text: fmt.Sprintf("more than %d bytes", maxReply)}
	}
	var verdict struct {
		Success *bool  `json:"success"`
		Error   string `json:"error"`
		Code    string `json:"code"`
	}
	if json.Unmarshal(raw, &verdict) == nil && verdict.Success != nil && !*verdict.Success {
		return &apiError{status: resp.StatusCode, code: e.clean(verdict.Code), text: e.clean(verdict.Error)}
	}
	if out == nil {
		return nil
	}
	if err := json.Unmarshal(raw, out); err != nil {
		return &apiError{status: resp.StatusCode, text: "not the JSON that is documented: " + e.clean(err.Error()), cause: err}
	}
	return nil
}

func (e *Envelope) noAnswer(err error, within time.Duration) *apiError {
	if errors.Is(err, context.DeadlineExceeded) {
		return &apiError{text: "nothing within " + within.String(), cause: err}
	}
	return &apiError{text: e.clean(err.Error()), cause: err}
}

// complaint reads an answer that says no.
func (e *Envelope) complaint(resp *http.Response) *apiError {
	failed := &apiError{status: resp.StatusCode}
	if resp.StatusCode/100 == 3 {
		failed.text = "it redirects, and the key is sent nowhere else: set FIRECRAWL_API_URL to where it is"
		return failed
	}
	if n, err := strconv.ParseUint(strings.TrimSpace(resp.Header.Get("Retry-After")), 10, 31); err == nil {
		failed.after = time.Duration(n) * time.Second
	} else if t, err := http.ParseTime(resp.Header.Get("Retry-After")); err == nil {
		failed.after = max(0, t.Sub(e.web.Now()))
	}
	raw, _ := io.ReadAll(io.LimitReader(resp.Body, maxComplaint))
	var said struct {
		Error any    `json:"error"`
		Code  string `json:"code"`
	}
	if json.Unmarshal(raw, &said) == nil {
		failed.code = e.clean(said.Code)
		if s, ok := said.Error.(string); ok {
			failed.text = e.clean(s)
		}
	}
	return failed
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
