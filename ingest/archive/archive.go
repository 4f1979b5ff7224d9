// Package archive looks up what a web archive holds of a page that is gone.
package archive

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"assay/ingest/web"

	"github.com/tidwall/gjson"
)

const (
	// Wayback is the public archive that is meant where no other is.
	Wayback = "https://archive.org"

	// stamp is how the archive writes a time.
	stamp = "20060102150405"
	// maxReply bounds the answer, which is a few hundred bytes.
	maxReply = 64 << 10
	// maxLook is how much of a copy is read to see that it is there.
	maxLook = 16 << 10
)

// ErrNone says that the archive was asked and holds no copy that can be shown. Every
// other error says that nobody could look.
var ErrNone = errors.New("the archive holds no copy of it")

// A Snapshot is a copy of a page that answered when it was looked at.
type Snapshot struct {
	URL    string    `json:"url"`
	Time   time.Time `json:"timestamp"`
	Status int       `json:"status"` // that the archive gives the copy with
}

// Find gives the copy of a page that is nearest to a time, the latest where the time
// is zero. The archive's word is not enough: the copy itself is asked for before it is
// offered. Base is the address of the archive, [Wayback] where empty.
func Find(ctx context.Context, c *web.Client, base, page string, at time.Time) (Snapshot, error) {
	fail := func(err error) (Snapshot, error) {
		return Snapshot{}, fmt.Errorf("look up %s in the archive: %w", page, err)
	}
	base = cmp.Or(base, Wayback)
	q := url.Values{"url": {page}}
	if !at.IsZero() {
		q.Set("timestamp", at.UTC().Format(stamp))
	}
	reply, err := c.Ask(ctx, strings.TrimRight(base, "/")+"/wayback/available?"+q.Encode(), web.Question{Accept: "application/json", Limit: maxReply})
	if err != nil {
		return fail(err)
	}
	found, err := parse(reply.Body)
	if err != nil {
		return fail(err)
	}
	copied, err := c.Ask(ctx, found.URL, web.Question{Accept: "text/html, */*;q=0.5", Limit: maxLook, Cut: true})
	var asked *web.Failure
	switch {
	case errors.As(err, &asked) && asked.Verdict.Look() == web.NothingThere:
		return fail(fmt.Errorf("%w: the copy of %s answers %s", ErrNone, found.Time.Format(time.DateOnly), asked.Reason))
	case err != nil:
		return fail(err)
	}
	found.Status = copied.Status
	return found, nil
}

// parse reads the archive's answer. No copy is an empty object; so is, now and then,
// an archive that is too busy, which cannot be told apart.
func parse(raw []byte) (Snapshot, error) {
	if !json.Valid(raw) {
		return Snapshot{}, errors.New("read the answer: it is no JSON")
	}
	all := gjson.GetBytes(raw, "archived_snapshots")
	c := all.Get("closest")
	switch status := c.Get("status"); { // a string, or a number
	case !all.IsObject():
		return Snapshot{}, errors.New("read the answer: it is not the one that is documented")
	case !c.Get("available").Bool():
		return Snapshot{}, ErrNone
	case status.Int() == 0:
		return Snapshot{}, errors.New("read the answer: the copy has no status")
	case status.Int() != 200:
		return Snapshot{}, fmt.Errorf("%w but one of an answer with status %d", ErrNone, status.Int())
	}
	when, err := time.Parse(stamp, c.Get("timestamp").String())
	if err != nil {
		return Snapshot{}, fmt.Errorf("read the answer: %w", err)
	}
	at := c.Get("url").String()
	if rest, ok := strings.CutPrefix(at, "http://web.archive.org/"); ok { // as it serves them: its answers spell http
		at = "https://web.archive.org/" + rest
	}
	at, err = web.Canonical(at)
	if err != nil {
		return Snapshot{}, fmt.Errorf("read the answer: %w", err)
	}
	return Snapshot{URL: at, Time: when}, nil
}
