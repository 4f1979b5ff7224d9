// Package ui is how assay speaks: text for people, JSON for programs.
//
// Read [Out] first. A command hands it what the compiler found; it decides on
// colour, width and paths. Text is for the terminal and may change; JSON is a
// contract: fields are added, never renamed.
//
// The rules of the text: lower case and no full stop in messages; what is so comes
// first and what to do last; answers go to standard output, progress and messages
// to standard error; nothing that the vault says can move the cursor or change a
// colour. The package judges nothing and reads no file but through [Texts].
package ui

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/term"

	"assay/gates"
)

// Out is where a command's answer goes, and how it looks.
type Out struct {
	Stdout io.Writer
	Stderr io.Writer
	JSON   bool // one object on Stdout, and nothing else
	Lines  bool // with JSON: objects, one a line, each with the name of its event
	Color  bool
	Width  int                      // columns of Stdout; 0 where unknown
	Bars   bool                     // Stderr is a terminal that can show progress
	Screen bool                     // Stdout is a terminal, which somebody may be reading
	Rel    func(path string) string // from a path of the vault to one of the current folder
	Enter  string                   // the vault's folder from the current one, where that lies outside; else ""
	Tops   []string                 // names at the top of the vault, folders with '/', to know its paths by
	Repo   string                   // the vault's folder from the top of its repository, with '/'; "" where they are one
	Blob   string                   // where a browser shows the files of the repository, with '/'; "" where that is not known
	Texts  Texts                    // the vault's files, for the lines that diagnostics show

	progress *Progress // that is shown until something is said
}

// Texts reads a file of the vault.
type Texts func(path string) ([]byte, error)

// Printf writes to standard output, with control characters made visible.
func (o *Out) Printf(format string, args ...any) {
	o.progress.hide()
	fmt.Fprintf(o.Stdout, format, safe(args)...)
}

// Messagef writes a line to standard error: about the run, not its answer.
func (o *Out) Messagef(format string, args ...any) {
	o.Flush() // so that a terminal shows both in the order in which they were said
	fmt.Fprintln(o.Stderr, fmt.Sprintf(format, safe(args)...))
}

// Flush shows what was written to standard output so far.
func (o *Out) Flush() error {
	o.progress.hide()
	if b, ok := o.Stdout.(*bufio.Writer); ok {
		return b.Flush()
	}
	return nil
}

// safe makes control characters in texts visible: a note must not be able to clear
// the screen or hide a line from its reader.
func safe(args []any) []any {
	out := make([]any, len(args))
	for i, a := range args {
		switch s := a.(type) {
		case string:
			out[i] = Visible(s)
		case styled:
			out[i] = string(s)
		default:
			out[i] = a
		}
	}
	return out
}

// styled is text that went through [Out] already, escapes and all.
type styled string

// Visible replaces control characters, and those that turn the reading direction
// round, by pictures of them. Line ends and tabs stay.
func Visible(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r < 0x20:
			return 0x2400 + r
		case r == 0x7f:
			return 0x2421
		case r >= 0x80 && r < 0xa0, r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069, r == 0xfeff:
			return 0xfffd
		}
		return r
	}, s)
}

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

// Path of a vault file as the person at the terminal would type it. An address stays.
func (o *Out) Path(path string) string {
	if o.Rel != nil && !strings.Contains(path, "://") {
		return o.Rel(path)
	}
	return path
}

// Command is a command as it has to be typed in the current folder: outside of the
// vault, assay is told where it is.
func (o *Out) Command(command string) string {
	rest, ok := strings.CutPrefix(command, "assay ")
	if !ok || o.Enter == "" || strings.HasPrefix(rest, "-C ") {
		return command
	}
	return "assay -C " + gates.ShellWord(o.Enter) + " " + rest
}

// Say is a sentence about the vault as one in the current folder would put it: the
// paths in it lead from here, and so do its commands. What stands between double
// quotes is somebody's words and stays.
func (o *Out) Say(text string) string {
	same := o.Rel == nil || o.Rel("x") == "x"
	if same && o.Enter == "" {
		return text
	}
	parts := strings.Split(text, "`")
	for i := range parts {
		if i%2 == 1 && i+1 < len(parts) {
			parts[i] = o.Command(parts[i])
		} else if !same {
			parts[i] = o.paths(parts[i])
		}
	}
	return strings.Join(parts, "`")
}

// paths turns paths of the vault in a text into paths of the current folder. They
// are known by what they begin with, a file or folder at the top of the vault.
func (o *Out) paths(text string) string {
	var b strings.Builder
	quoted := false
	for i := 0; i < len(text); i++ {
		if text[i] == '"' {
			quoted = !quoted
		}
		if !quoted && (i == 0 || strings.IndexByte(" (<[:", text[i-1]) >= 0) {
			if top := o.topAt(text[i:]); top != "" {
				here := o.Path(strings.TrimSuffix(top, "/"))
				if strings.HasSuffix(top, "/") {
					here += string(filepath.Separator)
				}
				b.WriteString(strings.TrimPrefix(here, "."+string(filepath.Separator)))
				i += len(top) - 1
				continue
			}
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// topAt is the longest name at the top of the vault that a text begins with, a
// folder's with its '/'.
func (o *Out) topAt(text string) (found string) {
	for _, top := range o.Tops {
		if len(top) <= len(found) || !strings.HasPrefix(text, top) {
			continue
		}
		if rest := text[len(top):]; strings.HasSuffix(top, "/") || rest == "" || strings.IndexByte(" ):,;#>]?", rest[0]) >= 0 {
			found = top
		}
	}
	return found
}
