package browser

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/chromedp"
)

// maxMessage bounds one message of the browser. The document comes in pieces, so that
// only what a page fills itself, such as the body of a request, may be longer.
const maxMessage = 8 << 20

// wanted are the events that are read; all else is skipped unread. What a page prints
// to its console, say, would otherwise fill our memory.
var wanted = []string{
	"Fetch.", "Target.", "Inspector.targetCrashed", "Page.javascriptDialogOpening", "Page.frameNavigated",
	"Network.responseReceived\"", "Network.loadingFinished", "Network.loadingFailed",
}

// A pipe is the connection to the browser: messages of JSON, each ended by a zero
// byte. It is a [chromedp.Transport].
type pipe struct {
	r  *bufio.Reader
	in io.Closer

	mu sync.Mutex // of out
	w  *os.File
}

func newPipe(r, w *os.File) *pipe { return &pipe{r: bufio.NewReaderSize(r, 64<<10), in: r, w: w} }

// Read gives the next message that is wanted.
func (c *pipe) Read(_ context.Context, m *cdproto.Message) error {
	for {
		body, err := c.next()
		if err != nil {
			return err
		}
		if body == nil {
			continue
		}
		if err := json.Unmarshal(body, m); err != nil {
			return fmt.Errorf("read from browser: %w", err)
		}
		return nil
	}
}

// next reads one message, nil for one that is skipped.
func (c *pipe) next() ([]byte, error) {
	var body []byte
	skip := false
	for {
		part, err := c.r.ReadSlice(0)
		if body == nil && len(part) > 0 && !skip {
			skip = !want(part)
		}
		if !skip {
			if body = append(body, part...); len(body) > maxMessage {
				if !event(body) {
					return nil, fmt.Errorf("read from browser: an answer of more than %d bytes", maxMessage)
				}
				body, skip = nil, true
			}
		}
		switch {
		case err == bufio.ErrBufferFull:
		case err != nil:
			return nil, err
		case skip || len(body) <= 1:
			return nil, nil
		default:
			return body[:len(body)-1], nil
		}
	}
}

const eventHead = `{"method":"`

func event(message []byte) bool { return bytes.HasPrefix(message, []byte(eventHead)) }

// want looks at the head of a message.
func want(head []byte) bool {
	method, ok := bytes.CutPrefix(head, []byte(eventHead))
	if !ok {
		return true
	}
	for _, w := range wanted {
		if bytes.HasPrefix(method, []byte(w)) {
			return true
		}
	}
	return false
}

// Write sends a message.
func (c *pipe) Write(_ context.Context, m *cdproto.Message) error {
	body, err := json.Marshal(m)
	if err != nil {
		return fmt.Errorf("write to browser: %w", err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	_, err = c.w.Write(append(body, 0))
	return err
}

// Close closes both ends, upon which the browser ends itself.
func (c *pipe) Close() error {
	err := c.in.Close()
	if e := c.w.Close(); err == nil {
		err = e
	}
	return err
}

// attached is the allocator of a browser that runs already.
type attached struct{ conn *pipe }

var (
	_ chromedp.Allocator = attached{}
	_ chromedp.Attacher  = attached{}
)

func (a attached) Allocate(ctx context.Context, o ...chromedp.BrowserOption) (*chromedp.Browser, error) {
	return chromedp.NewBrowserTransport(ctx, a.conn, o...)
}
func (attached) Wait()          {}
func (attached) Attaches() bool { return true }
