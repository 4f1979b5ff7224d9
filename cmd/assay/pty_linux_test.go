package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/sys/unix"
)

// terminal runs a program at a terminal of its own, which is its input, its output and
// the one that controls it, and types a file into it when a pattern appears:
// terminal status pattern file program args…. What the screen shows is standard output.
func terminal(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 4 {
		ts.Fatalf("usage: terminal status pattern file program args…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	pattern, err := regexp.Compile(args[1])
	ts.Check(err)
	typed := ts.ReadFile(args[2])
	if typed == "^C\n" {
		typed = "\x03" // the key alone
	}
	cmd, keyboard := atTerminal(ts, args[3:])
	defer keyboard.Close()
	hung := time.AfterFunc(30*time.Second, func() { cmd.Process.Kill() })
	defer hung.Stop()

	var shown bytes.Buffer
	for buf, done := make([]byte, 4096), false; ; {
		n, err := keyboard.Read(buf)
		shown.Write(buf[:n])
		if !done && pattern.Match(shown.Bytes()) {
			done = true
			_, werr := keyboard.WriteString(typed)
			ts.Check(werr)
		}
		if err != nil { // EIO: nobody has the terminal open any more
			break
		}
	}
	cmd.Wait()
	ts.Stdout().Write(bytes.ReplaceAll(shown.Bytes(), []byte("\r\n"), []byte("\n")))
	if got := cmd.ProcessState.ExitCode(); got != want {
		ts.Fatalf("status %d, want %d\n%s", got, want, shown.String())
	}
}

// atTerminal starts a program of a script at a terminal of its own.
func atTerminal(ts *testscript.TestScript, args []string) (*exec.Cmd, *os.File) {
	keyboard, screen, err := openPTY()
	ts.Check(err)
	cmd := exec.Command(programIn(ts, args[0]), args[1:]...)
	cmd.Dir = ts.MkAbs(".")
	for _, key := range []string{"PATH", "HOME", "TMPDIR", "USER", "SOURCE_DATE_EPOCH", "NO_COLOR", "GIT_CEILING_DIRECTORIES", "COLUMNS",
		"TERM", "EDITOR", "VISUAL", "PAGER"} {
		if value := ts.Getenv(key); value != "" {
			cmd.Env = append(cmd.Env, key+"="+value)
		}
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = screen, screen, screen
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	ts.Check(cmd.Start())
	screen.Close()
	return cmd, keyboard
}

// converse talks with a program at a terminal: converse status talk program args…. Each
// line of the talk is one of
//
//	expect pattern   wait until the screen shows it, since what was expected last
//	type keys        with the escapes of a Go string
//	columns n        make the terminal that wide
//	kill             end the program at once, as if the machine had
//	interrupt        send it the signal of a Ctrl-C
//
// What the screen showed is standard output.
func converse(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: converse status talk program args…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	cmd, keyboard := atTerminal(ts, args[2:])
	defer keyboard.Close()
	hung := time.AfterFunc(30*time.Second, func() { cmd.Process.Kill() })
	defer hung.Stop()
	var shown bytes.Buffer
	read, buf, open := 0, make([]byte, 4096), true
	more := func() {
		n, err := keyboard.Read(buf)
		shown.Write(buf[:n])
		open = err == nil // EIO: nobody has the terminal open any more
	}
	for line := range strings.Lines(ts.ReadFile(args[1])) {
		verb, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch verb {
		case "", "#":
		case "expect":
			pattern, err := regexp.Compile(rest)
			ts.Check(err)
			at := pattern.FindIndex(shown.Bytes()[read:])
			for at == nil && open {
				more()
				at = pattern.FindIndex(shown.Bytes()[read:])
			}
			if at == nil {
				cmd.Wait()
				ts.Fatalf("the screen never shows %s\n%s", pattern, shown.String())
			}
			read += at[1]
		case "type":
			keys, err := strconv.Unquote(`"` + rest + `"`)
			ts.Check(err)
			_, err = keyboard.WriteString(keys)
			ts.Check(err)
		case "columns":
			n, err := strconv.Atoi(rest)
			ts.Check(err)
			ts.Check(unix.IoctlSetWinsize(int(keyboard.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 40, Col: uint16(n)}))
		case "kill":
			ts.Check(cmd.Process.Kill())
		case "interrupt":
			ts.Check(cmd.Process.Signal(os.Interrupt))
		default:
			ts.Fatalf("%s: no such line of a talk", verb)
		}
	}
	for open {
		more()
	}
	cmd.Wait()
	ts.Stdout().Write(bytes.ReplaceAll(shown.Bytes(), []byte("\r\n"), []byte("\n")))
	if got := cmd.ProcessState.ExitCode(); got != want {
		ts.Fatalf("status %d, want %d\n%s", got, want, shown.String())
	}
}

// programIn finds a program on the script's own path.
func programIn(ts *testscript.TestScript, name string) string {
	for _, dir := range filepath.SplitList(ts.Getenv("PATH")) {
		if path := filepath.Join(dir, name); strings.HasPrefix(path, "/") {
			if info, err := os.Stat(path); err == nil && !info.IsDir() {
				return path
			}
		}
	}
	ts.Fatalf("%s is not on the path of the script", name)
	return ""
}

// openPTY makes a terminal of 40 lines and 100 columns: what its user types and reads,
// and what a program has open.
func openPTY() (user, program *os.File, err error) {
	if user, err = os.OpenFile("/dev/ptmx", os.O_RDWR, 0); err != nil {
		return nil, nil, err
	}
	fd := int(user.Fd())
	if err = unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0); err != nil {
		return nil, nil, err
	}
	n, err := unix.IoctlGetUint32(fd, unix.TIOCGPTN)
	if err != nil {
		return nil, nil, err
	}
	if program, err = os.OpenFile("/dev/pts/"+strconv.Itoa(int(n)), os.O_RDWR|syscall.O_NOCTTY, 0); err != nil {
		return nil, nil, err
	}
	// Else Ctrl-C discards what is on its way to the screen, and since the kernel sends the
	// signal first, that may be the program's last words: "error: interrupted".
	modes, err := unix.IoctlGetTermios(fd, unix.TCGETS)
	if err != nil {
		return nil, nil, err
	}
	modes.Lflag |= unix.NOFLSH
	if err = unix.IoctlSetTermios(fd, unix.TCSETS, modes); err != nil {
		return nil, nil, err
	}
	return user, program, unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 40, Col: 100})
}
