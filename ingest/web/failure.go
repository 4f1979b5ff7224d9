package web

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// A Failure is a request, or another way of reading, that gave nothing to use.
type Failure struct {
	Verdict Verdict // [Failed] where empty
	Class   Class
	Reason  string
	Status  int    // that a service answered, 0 for no answer
	Said    []byte // the beginning of its answer

	retry bool          // another try may help
	after time.Duration // the pause that the server asks for, 0 for none
	of    string        // of a duplicate
}

func (f *Failure) Error() string { return f.Reason }

// ofHost reports whether the failure says something of the host and not of the page.
func (f *Failure) ofHost() bool {
	return slices.Contains([]Class{ClassDNS, ClassConnect, ClassTLS, ClassTimeout, ClassReset, ClassThrottled}, f.Class)
}

// IsGone reports a failure that says that there is nothing at an address.
func IsGone(err error) bool {
	no, ok := errors.AsType[*Failure](err)
	return ok && no.Verdict == Gone
}

// Into writes the failure down as the fate of a page.
func (f *Failure) Into(p *Page) {
	p.Verdict, p.Class, p.Reason, p.Of, p.Body = cmp.Or(f.Verdict, Failed), f.Class, f.Reason, f.of, nil
}

func cancelled(ctx context.Context) *Failure {
	return &Failure{Class: ClassCancelled, Reason: "the run was stopped: " + context.Cause(ctx).Error()}
}

// classify tells what an error of the transport or of reading a body means. ctx is
// the run's, without the time limit of the one request.
func classify(ctx context.Context, err error, timeout time.Duration) *Failure {
	if ctx.Err() != nil { // whose cause may be a failure too
		return cancelled(ctx)
	}
	if no, ok := errors.AsType[*Failure](err); ok { // of the guard
		return no
	}
	if dns, ok := errors.AsType[*net.DNSError](err); ok {
		return &Failure{Class: ClassDNS, Reason: "look up " + dns.Name + ": " + dns.Err, retry: !dns.IsNotFound}
	}
	late, ok := errors.AsType[net.Error](err)
	switch {
	case errors.Is(err, context.DeadlineExceeded), ok && late.Timeout():
		return &Failure{Class: ClassTimeout, Reason: "no full answer within " + timeout.String(), retry: true}
	case is[*tls.CertificateVerificationError](err), is[x509.UnknownAuthorityError](err), is[x509.HostnameError](err), is[tls.RecordHeaderError](err), is[tls.AlertError](err):
		return &Failure{Class: ClassTLS, Reason: last(err)}
	case errors.Is(err, syscall.ECONNREFUSED), errors.Is(err, syscall.EHOSTUNREACH), errors.Is(err, syscall.ENETUNREACH):
		return &Failure{Class: ClassConnect, Reason: last(err), retry: true}
	case errors.Is(err, io.ErrUnexpectedEOF):
		return &Failure{Class: ClassTruncated, Reason: "the answer ended before the length that its header gives", retry: true}
	case errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE), errors.Is(err, io.EOF), errors.Is(err, net.ErrClosed):
		return &Failure{Class: ClassReset, Reason: "the connection broke: " + last(err), retry: true}
	case strings.Contains(err.Error(), "malformed HTTP"), strings.Contains(err.Error(), "malformed MIME"):
		return &Failure{Class: ClassProtocol, Reason: last(err)}
	case strings.Contains(err.Error(), "server closed idle connection"), strings.Contains(err.Error(), "transport connection broken"):
		return &Failure{Class: ClassReset, Reason: "the connection broke: " + last(err), retry: true}
	}
	return &Failure{Class: ClassProtocol, Reason: last(err)}
}

func is[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}

// ofStatus says what an answer's status means where it carries no page; nil where
// it does or is a redirect.
func ofStatus(status int, h http.Header, now time.Time) *Failure {
	text := strconv.Itoa(status) + " " + http.StatusText(status)
	switch {
	case status == http.StatusTooManyRequests, status == http.StatusServiceUnavailable:
		return &Failure{Class: ClassThrottled, Reason: text, retry: true, after: RetryAfter(h, now)}
	case status == http.StatusForbidden && (h.Get("Retry-After") != "" || h.Get("X-RateLimit-Remaining") == "0"):
		return &Failure{Class: ClassThrottled, Reason: text + ": the rate limit is reached", retry: true, after: RetryAfter(h, now)}
	case status == http.StatusNotFound, status == http.StatusGone:
		return &Failure{Verdict: Gone, Reason: text}
	case status == http.StatusUnauthorized, status == http.StatusProxyAuthRequired, status == http.StatusNetworkAuthenticationRequired:
		return &Failure{Verdict: LoginWall, Reason: text}
	case status == http.StatusForbidden, status == http.StatusUnavailableForLegalReasons, status == http.StatusPaymentRequired:
		return &Failure{Class: ClassForbidden, Reason: text}
	case status == http.StatusNotAcceptable, status == http.StatusUnsupportedMediaType:
		return &Failure{Verdict: Type, Reason: text}
	case status == http.StatusRequestTimeout, status == http.StatusTooEarly:
		return &Failure{Class: ClassTimeout, Reason: text, retry: true}
	case status == http.StatusNotImplemented, status == http.StatusHTTPVersionNotSupported:
		return &Failure{Class: ClassServer, Reason: text}
	case status >= 500:
		return &Failure{Class: ClassServer, Reason: text, retry: true, after: RetryAfter(h, now)}
	case status >= 300, status < 200, status == http.StatusNoContent, status == http.StatusResetContent, status == http.StatusPartialContent:
		return &Failure{Class: ClassStatus, Reason: text}
	}
	return nil
}

// RetryAfter is the pause that an answer asks for: in seconds or by a date (RFC 9110
// §10.2.3), else, as GitHub and others say it, until the Unix second in which what may be asked
// is full again. What is in the past or cannot be read is 0.
func RetryAfter(h http.Header, now time.Time) time.Duration {
	v := strings.TrimSpace(h.Get("Retry-After"))
	if n, err := strconv.ParseUint(v, 10, 32); err == nil {
		return time.Duration(n) * time.Second
	}
	if t, err := http.ParseTime(v); err == nil {
		return max(0, t.Sub(now))
	}
	if n, err := strconv.ParseInt(h.Get("X-RateLimit-Reset"), 10, 64); err == nil && h.Get("X-RateLimit-Remaining") == "0" {
		return max(0, time.Unix(n, 0).Sub(now))
	}
	return 0
}

// last is the innermost message: the layers of the transport repeat the address.
func last(err error) string {
	for {
		next := errors.Unwrap(err)
		if next == nil {
			return err.Error()
		}
		err = next
	}
}
