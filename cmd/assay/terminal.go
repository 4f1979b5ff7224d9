package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"

	"golang.org/x/term"

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
	switch typed, err := a.ask(ctx, question+fmt.Sprintf("\ntype the first %d characters of the digest to go on: ", digestSign), digest); {
	case errors.Is(err, errNoTerminal):
		return needsPerson(what, command)
	case err != nil:
		return err
	case typed != digest[:digestSign]:
		return hinted(fmt.Errorf("%q is not how the digest begins; nothing was changed", typed), command)
	}
	return nil
}

// errNoTerminal says that no person can be asked.
var errNoTerminal = errors.New("no terminal controls this program")

// ask puts a question to whoever sits at the controlling terminal, and reads a line.
// Standard input does not count: a pipe, a build or an agent's shell has one, and is
// no person.
func (a *app) ask(ctx context.Context, question, digest string) (typed string, err error) {
	if len(digest) < digestSign {
		return "", fmt.Errorf("ask a person: the digest %q is too short to be typed", digest)
	}
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
