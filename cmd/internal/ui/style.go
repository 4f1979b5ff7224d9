package ui

import (
	"io"
	"os"
	"strconv"

	"golang.org/x/term"
)

// Colours by what they mean; the terminal's own palette, so that they suit it.
const (
	bold   = "1"
	dim    = "2"
	red    = "1;31"
	green  = "32"
	yellow = "1;33"
	blue   = "1;34"
	violet = "1;35"
)

// style colours text where colour is on.
func (o *Out) style(code, s string) styled {
	s = Visible(s)
	if !o.Color || s == "" {
		return styled(s)
	}
	return styled("\x1b[" + code + "m" + s + "\x1b[0m")
}

// Bold text stands out; Dim text may be passed over.
func (o *Out) Bold(s string) styled { return o.style(bold, s) }

// Dim is for what one may pass over.
func (o *Out) Dim(s string) styled { return o.style(dim, s) }

// Terminal is what can be known of a terminal that w may be.
type Terminal struct {
	Is    bool
	Color bool
	Width int
}

// Look asks what w is. NO_COLOR (https://no-color.org) and TERM=dumb turn colour
// off; COLUMNS overrides the width.
func Look(w io.Writer, getenv func(string) string) Terminal {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return Terminal{Width: columns(getenv)}
	}
	t := Terminal{Is: true, Color: getenv("NO_COLOR") == "" && getenv("TERM") != "dumb", Width: columns(getenv)}
	if t.Width == 0 {
		t.Width, _, _ = term.GetSize(int(f.Fd()))
	}
	return t
}

func columns(getenv func(string) string) int {
	n, err := strconv.Atoi(getenv("COLUMNS"))
	if err != nil || n < 20 {
		return 0
	}
	return n
}
