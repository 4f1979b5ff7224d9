package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
)

// editor is what a person edits with, as VISUAL and EDITOR say: a command as a shell
// would read it. Without either, the first of those that most systems have.
func (a *app) editor() string {
	if runtime.GOOS == "windows" {
		return a.chosen([]string{"VISUAL", "EDITOR"}, "notepad")
	}
	return a.chosen([]string{"VISUAL", "EDITOR"}, "nano", "vim", "vi")
}

// pager is what a person reads a file with.
func (a *app) pager() string { return a.chosen([]string{"PAGER"}, "less", "more") }

// chosen is the command that one of some variables has, else the first program that is here.
func (a *app) chosen(variables []string, programs ...string) string {
	for _, key := range variables {
		if command := strings.TrimSpace(a.getenv(key)); command != "" {
			return command
		}
	}
	for _, name := range programs {
		if _, err := exec.LookPath(name); err == nil {
			return name
		}
	}
	return ""
}

// atLine are the arguments by which an editor opens a file at a line and, where it
// would go on by itself, waits until it is closed. An editor that is not known gets the
// file alone.
func atLine(command, file string, line int) []string {
	n := strconv.Itoa(max(line, 1))
	place := file + ":" + n
	switch programOf(command) {
	case "vi", "vim", "nvim", "view", "nano", "pico", "emacs", "emacsclient", "micro", "kak", "joe", "jed", "ne", "mg", "nvi", "vis", "ex", "gvim", "mvim", "gedit":
		return []string{"+" + n, file}
	case "code", "code-insiders", "codium", "vscodium", "cursor", "windsurf", "positron":
		return []string{"--wait", "--goto", place}
	case "subl", "sublime_text", "zed", "zeditor":
		return []string{"--wait", place}
	case "hx", "helix":
		return []string{place}
	case "mate":
		return []string{"--wait", "--line", n, file}
	case "kate", "kwrite":
		return []string{"--block", "--line", n, file}
	case "idea", "goland", "pycharm", "webstorm", "phpstorm", "clion", "rubymine", "fleet":
		return []string{"--wait", "--line", n, file}
	case "notepad++":
		return []string{"-n" + n, file}
	case "less", "more", "most":
		return []string{"+" + n, file}
	}
	return []string{file}
}

// programOf is the name of the program that a command starts.
func programOf(command string) string {
	command = strings.TrimSpace(command)
	if quote := command[:min(1, len(command))]; quote == `"` || quote == "'" {
		command, _, _ = strings.Cut(command[1:], quote)
	} else {
		command, _, _ = strings.Cut(command, " ")
	}
	return strings.TrimSuffix(strings.ToLower(filepath.Base(command)), ".exe")
}

// start runs a command of the user's at the terminal and waits for it. The command is
// read by the shell, as git does: it may have arguments and quotes. The arguments are
// passed beside it and never read by a shell.
func start(ctx context.Context, command string, args []string) error {
	var cmd *exec.Cmd
	if runtime.GOOS == "windows" {
		words := append(strings.Fields(command), args...)
		cmd = exec.CommandContext(ctx, strings.Trim(words[0], `"`), words[1:]...)
	} else {
		cmd = exec.CommandContext(ctx, "sh", append([]string{"-c", command + ` "$@"`, command}, args...)...)
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("run %s: %w", command, err)
	}
	return nil
}
