package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"unicode"

	"github.com/rivo/uniseg"
	"golang.org/x/term"

	"assay/cmd/internal/ui"
	"assay/compiler/sources"
)

// digestSign is how many characters of a digest a person types: enough that it was
// read, few enough to be typed.
const digestSign = 4

// needsPerson says that only a person at a terminal can do this, and with which command.
func needsPerson(what, command string) error {
	return hinted(fmt.Errorf("%w: %s", sources.ErrAuthRequired, what), "a person has to run, at a terminal: "+command)
}

// confirm has a person type the first characters of a digest at the controlling
// terminal.
func (a *app) confirm(ctx context.Context, question, digest, what, command string) error {
	switch typed, err := a.ask(ctx, question+fmt.Sprintf("\ntype the first %d characters of the digest to go on: ", digestSign)); {
	case errors.Is(err, errNoTerminal):
		return needsPerson(what, command)
	case err != nil:
		return err
	case !signs(typed, digest):
		return hinted(fmt.Errorf("%q is not how the digest begins; nothing was changed", typed), command)
	}
	return nil
}

// signs reports whether what was typed is how a digest begins.
func signs(typed, digest string) bool {
	return len(typed) == digestSign && strings.HasPrefix(digest, typed)
}

// errNoTerminal says that no person can be asked.
var errNoTerminal = errors.New("no terminal controls this program")

// ask puts a question to whoever sits at the controlling terminal, and reads a line.
// Standard input does not count: a pipe, a build or an agent's shell has one, and is
// no person.
func (a *app) ask(ctx context.Context, question string) (typed string, err error) {
	k, err := a.openKeyboard()
	if err != nil {
		return "", err
	}
	defer k.Close()
	typed, err = k.cooked(ctx, question)
	if errors.Is(err, errStopped) { // a key was pressed that stops the program, or ends the line
		fmt.Fprintln(k.screen)
		return "", ctx.Err()
	}
	return typed, err
}

// openTerminal opens the terminal that controls this process, if one does.
func openTerminal() (*os.File, error) {
	name := "/dev/tty"
	if runtime.GOOS == "windows" {
		name = "CONIN$"
	}
	tty, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	if !term.IsTerminal(int(tty.Fd())) {
		tty.Close()
		return nil, os.ErrNotExist
	}
	return tty, nil
}

// screenOf is where a terminal shows what is written: on Windows a console has a file
// for each direction.
func screenOf(tty *os.File) (*os.File, error) {
	if runtime.GOOS != "windows" {
		return tty, nil
	}
	return os.OpenFile("CONOUT$", os.O_WRONLY, 0)
}

// Keys that are no characters.
const (
	keyEnter  = '\r'
	keyEscape = '\x1b'
	keyStop   = '\x03' // Ctrl-C, which a terminal in raw mode passes on
	keyEnd    = '\x04'
	keyRedraw = '\f'
	keyBack   = '\x7f'
	keyClear  = '\x15' // Ctrl-U
	keyWord   = '\x17' // Ctrl-W
	keyOther  = '\x00' // an arrow and its like
)

// errStopped says that the person at the keyboard wants no more.
var errStopped = errors.New("stopped")

// keyboard reads keys and lines from the controlling terminal. Only while it reads is
// the terminal in raw mode, so that whatever is printed, and whatever program is
// started, finds it as it was. Where it cannot be put into raw mode, a key is the
// first character of a line.
type keyboard struct {
	tty    *os.File
	screen *os.File // where echo goes
	in     *bufio.Reader
	raw    bool
	out    *ui.Out
}

// openKeyboard finds the terminal that controls this program.
func (a *app) openKeyboard() (*keyboard, error) {
	a.out.Flush()
	tty, err := openTerminal()
	if err != nil {
		return nil, errNoTerminal
	}
	k := &keyboard{tty: tty, in: bufio.NewReader(tty), out: a.out}
	if k.screen, err = screenOf(tty); err != nil {
		tty.Close()
		return nil, errNoTerminal
	}
	if a.getenv("TERM") != "dumb" {
		if state, err := term.MakeRaw(int(tty.Fd())); err == nil {
			k.raw = true
			term.Restore(int(tty.Fd()), state)
		}
	}
	return k, nil
}

func (k *keyboard) Close() {
	if k.screen != k.tty {
		k.screen.Close()
	}
	k.tty.Close()
}

// width is how many columns the terminal has now: it may have been resized.
func (k *keyboard) width() int {
	if n, _, err := term.GetSize(int(k.screen.Fd())); err == nil {
		return n
	}
	return 0
}

// key waits for one key.
func (k *keyboard) key(ctx context.Context) (rune, error) {
	k.out.Flush()
	if !k.raw {
		line, err := k.cooked(ctx, "> ")
		for _, r := range line {
			return r, err
		}
		return keyEnter, err
	}
	var key rune
	err := k.inRaw(ctx, func() (err error) {
		key, err = k.rune()
		return err
	})
	if err != nil {
		return 0, err
	}
	return key, nil
}

// line has a text typed, which may be empty. It reports false where the person would
// rather not. What was there before can be changed.
func (k *keyboard) line(ctx context.Context, prompt, text string) (string, bool, error) {
	k.out.Flush()
	if !k.raw {
		if text != "" {
			prompt += "[" + text + "] "
		}
		typed, err := k.cooked(ctx, prompt)
		return cmp.Or(typed, text), err == nil, err
	}
	ok := false
	err := k.inRaw(ctx, func() error {
		for {
			k.draw(prompt, text)
			r, err := k.rune()
			switch {
			case err != nil:
				return err
			case r == keyStop:
				return errStopped
			case r == keyEnter || r == '\n':
				text, ok = strings.TrimSpace(text), true
				return nil
			case r == keyEscape || r == keyEnd && text == "":
				return nil
			case r == keyBack || r == '\b':
				text = withoutLast(text)
			case r == keyClear:
				text = ""
			case r == keyWord:
				text = strings.TrimRight(text, " ")
				text = text[:strings.LastIndexByte(text, ' ')+1]
			case r == '\t':
				text += " "
			case unicode.IsPrint(r) || r == '\u200d' || r == '\ufe0f': // what joins emoji
				text += string(r)
			}
		}
	})
	io.WriteString(k.screen, "\n")
	if err != nil {
		return "", false, err
	}
	return text, ok, nil
}

// draw shows a line that is being typed, its end where it is longer than the terminal.
func (k *keyboard) draw(prompt, text string) {
	room := max(k.width(), 20) - ui.ColumnsOf(prompt) - 1
	io.WriteString(k.screen, "\r\x1b[K"+ui.Visible(prompt)+ui.LastColumns(text, max(room, 8)))
}

func withoutLast(text string) string {
	last, rest := "", text
	for state := -1; rest != ""; {
		last, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
	}
	return strings.TrimSuffix(text, last)
}

// rune reads a key in raw mode. The sequence of a key that is no character is one key.
func (k *keyboard) rune() (rune, error) {
	r, _, err := k.in.ReadRune()
	if err != nil {
		return 0, errStopped // nobody has the terminal open any more
	}
	if r != keyEscape || k.in.Buffered() == 0 {
		return r, nil
	}
	next, _, _ := k.in.ReadRune()
	for k.in.Buffered() > 0 && (next == '[' || next == 'O' || next < 0x40 || next > 0x7e) {
		if next, _, _ = k.in.ReadRune(); next >= 0x40 && next <= 0x7e && next != '[' {
			break
		}
	}
	return keyOther, nil
}

// cooked reads a line as the terminal gives it.
func (k *keyboard) cooked(ctx context.Context, prompt string) (line string, err error) {
	io.WriteString(k.screen, ui.Visible(prompt))
	err = k.wait(ctx, func() (err error) {
		if line, err = k.in.ReadString('\n'); err != nil && line == "" {
			return errStopped
		}
		return nil
	})
	if err != nil {
		return "", err
	}
	return strings.TrimSpace(line), nil
}

// inRaw reads with the terminal in raw mode, and leaves it as it was.
func (k *keyboard) inRaw(ctx context.Context, read func() error) error {
	state, err := term.MakeRaw(int(k.tty.Fd()))
	if err != nil {
		return errStopped
	}
	defer term.Restore(int(k.tty.Fd()), state)
	return k.wait(ctx, read)
}

// wait reads until somebody types or the program is to stop. A read that nobody waits
// for any more ends with the program.
func (k *keyboard) wait(ctx context.Context, read func() error) error {
	done := make(chan error, 1)
	go func() { done <- read() }()
	select {
	case <-ctx.Done():
		return errStopped
	case err := <-done:
		return err
	}
}
