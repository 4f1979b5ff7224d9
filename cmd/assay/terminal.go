package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"

	"golang.org/x/term"

	"assay/cmd/internal/ui"
)

// digestSign is how many characters of a digest a person types: enough that it was
// read, few enough to be typed.
const digestSign = 4

// A needsPersonError says that only a person at a terminal can do this, and with
// which command.
type needsPersonError struct {
	what, command string
}

func (e *needsPersonError) Error() string { return "AUTH_REQUIRED: " + e.what }
func (e *needsPersonError) Hint() string {
	return "a person has to run, at a terminal: " + e.command
}

// confirm has a person type the first characters of a digest at the controlling
// terminal. Standard input does not count: a pipe, a build or an agent's shell has
// one, and is no person.
func confirm(question, digest, what, command string) error {
	if len(digest) < digestSign {
		return fmt.Errorf("ask a person: the digest %q is too short to be typed", digest)
	}
	tty, err := openTerminal()
	if err != nil {
		return &needsPersonError{what, command}
	}
	defer tty.Close()
	screen := tty
	if runtime.GOOS == "windows" { // where a console has a file for each direction
		if screen, err = os.OpenFile("CONOUT$", os.O_WRONLY, 0); err != nil {
			return &needsPersonError{what, command}
		}
		defer screen.Close()
	}
	fmt.Fprintf(screen, "%s\ntype the first %d characters of the digest to go on: ", ui.Visible(question), digestSign)
	line, err := bufio.NewReader(tty).ReadString('\n')
	if err != nil && err != io.EOF {
		return &needsPersonError{what, command}
	}
	if typed := strings.TrimSpace(line); typed != digest[:digestSign] {
		return hinted{fmt.Errorf("%q is not how the digest begins; nothing was changed", typed), command}
	}
	return nil
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
