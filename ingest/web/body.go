package web

import (
	"compress/flate"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"strings"

	"assay/text"
)

const (
	// maxRatio is how many times its size an answer may grow when decompressed.
	// Real pages grow 3 to 20 times, tables of zeros 100; deflate can reach 1,032.
	maxRatio = 200
	// ratioFrom is the size up to which growth is of no matter.
	ratioFrom = 1 << 20
)

// textual lists the media types that extraction can read; "x/*" stands for all of x.
var textual = []string{
	"text/*", "application/xhtml+xml", "application/pdf", "application/xml", "application/rss+xml", "application/atom+xml",
	"application/rdf+xml", "application/json", "application/ld+json", "application/feed+json", "application/markdown",
	"application/x-yaml", "application/yaml",
}

// unread lists text that is no page.
var unread = []string{"text/css", "text/javascript", "text/event-stream", "text/vcard", "text/calendar", "text/x-c", "text/ecmascript"}

// matchesAny reports whether a name is one of some patterns, of which one that ends in "*" stands
// for all that begin so.
func matchesAny(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		stem, many := strings.CutSuffix(p, "*")
		return p == name || many && strings.HasPrefix(name, stem)
	})
}

// mediaType is the type without parameters, in lower case; "" where the header has none.
func mediaType(contentType string) string {
	m, _, err := mime.ParseMediaType(contentType)
	if err != nil && m == "" {
		m, _, _ = strings.Cut(contentType, ";")
	}
	return strings.ToLower(strings.TrimSpace(m))
}

var errTooLarge = errors.New("too large")

// A meter counts what passes and stops at a limit.
type meter struct {
	r     io.Reader
	n     int64
	limit int64
}

func (m *meter) Read(p []byte) (int, error) {
	if m.n > m.limit {
		return 0, errTooLarge
	}
	if room := m.limit + 1 - m.n; int64(len(p)) > room {
		p = p[:room]
	}
	n, err := m.r.Read(p)
	m.n += int64(n)
	if m.n > m.limit {
		return n, errTooLarge
	}
	return n, err
}

// readBody reads an answer to its end and takes off its content encoding, within
// the limit before and after. The transport must not have decompressed anything.
// With cut, what fits within the limit is the answer.
func readBody(resp *http.Response, limit int64, cut bool) (body []byte, wire int64, fail *Failure, err error) {
	if resp.ContentLength > limit && !cut {
		return nil, 0, tooLarge(limit), nil
	}
	raw := &meter{r: resp.Body, limit: limit}
	plain, fail, err := decoder(resp.Header, raw)
	if fail != nil || err != nil {
		return nil, raw.n, fail, err
	}
	buf := make([]byte, min(max(resp.ContentLength, 16<<10)+1, 256<<10))
	n := 0
	for {
		if n == len(buf) {
			buf = grow(buf, limit)
		}
		m, err := plain.Read(buf[n:])
		n += m
		switch {
		case plain != io.Reader(raw) && n > ratioFrom && int64(n) > maxRatio*max(raw.n, 1):
			return nil, raw.n, &Failure{Class: ClassBomb, Reason: fmt.Sprintf("%d bytes grew more than %d times when decompressed", raw.n, maxRatio)}, nil
		case (int64(n) > limit || errors.Is(err, errTooLarge)) && !cut:
			return nil, raw.n, tooLarge(limit), nil
		case int64(n) > limit, errors.Is(err, errTooLarge), err == io.EOF:
			return fit(buf[:min(int64(n), limit)]), raw.n, nil, nil
		case errors.Is(err, gzip.ErrChecksum), errors.Is(err, gzip.ErrHeader), is[flate.CorruptInputError](err):
			return nil, raw.n, &Failure{Class: ClassEncoding, Reason: "the content encoding is damaged: " + err.Error()}, nil
		case err != nil:
			return nil, raw.n, nil, err
		}
	}
}

// grow makes room for more of a body. From some size on it makes room for all that
// the limit allows: memory that is not written to costs nothing, whereas growing
// step by step would leave several times the size behind.
func grow(buf []byte, limit int64) []byte {
	const large, jump = 4 << 20, 64 << 20
	size := int64(4 * len(buf))
	if len(buf) >= large {
		size = int64(2 * len(buf))
		if limit < jump {
			size = limit + 1
		}
	}
	grown := make([]byte, max(min(size, limit+1), int64(len(buf))+1))
	copy(grown, buf)
	return grown
}

// fit gives a body without much room behind it.
func fit(body []byte) []byte {
	if len(body) > cap(body)/2 {
		return body
	}
	return append(make([]byte, 0, len(body)), body...)
}

func tooLarge(limit int64) *Failure {
	return &Failure{Class: ClassTooLarge, Reason: fmt.Sprintf("larger than the limit of %d bytes", limit)}
}

func decoder(h http.Header, raw io.Reader) (io.Reader, *Failure, error) {
	switch coding := strings.ToLower(strings.TrimSpace(strings.Join(h.Values("Content-Encoding"), ","))); coding {
	case "", "identity", "none":
		return raw, nil, nil
	case "gzip", "x-gzip":
		z, err := gzip.NewReader(raw)
		if errors.Is(err, gzip.ErrHeader) {
			return nil, &Failure{Class: ClassEncoding, Reason: "the content encoding is damaged: " + err.Error()}, nil
		}
		if err == io.EOF { // an empty body is no gzip stream, and servers send it
			return raw, nil, nil
		}
		return z, nil, err
	default:
		// One layer is all that we ask for; a second one is how bombs hide.
		return nil, &Failure{Class: ClassEncoding, Reason: "content encoding " + text.Clip(coding, maxShown) + " was not asked for"}, nil
	}
}
