package endpoint

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
	"unicode"

	"github.com/tidwall/gjson"
)

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

// bare is an error of net/http without the address, which may hold what is nobody's
// business.
func bare(err error) error {
	if u, ok := errors.AsType[*url.Error](err); ok {
		return u.Err
	}
	return err
}

// reason is what an endpoint says of a refusal, on a line and without the key.
func reason(raw []byte, key string) string {
	said := gjson.GetBytes(raw, "error")
	if !gjson.ValidBytes(raw) {
		return ""
	}
	text := said.Get("message").String()
	if said.Type == gjson.String {
		text = said.String()
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
