package browser

import (
	"bufio"
	"errors"
	"io"
)

// maxMessage bounds one message of the browser, which takes twenty times its size to
// read. The document comes in pieces, so that only what a page fills itself, such as the
// body of a request, may be longer.
const maxMessage = 8 << 20

// relay passes messages on, each ended by a zero byte, but for those that are too long.
func relay(to io.Writer, from io.Reader) error {
	r := bufio.NewReaderSize(from, 64<<10)
	var message []byte
	long := false
	for {
		part, err := r.ReadSlice(0)
		if long = long || len(message)+len(part) > maxMessage; !long {
			message = append(message, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil:
			return err
		case !long:
			if _, err := to.Write(message); err != nil {
				return err
			}
		}
		if message, long = message[:0], false; cap(message) > 1<<20 {
			message = nil
		}
	}
}
