package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"assay/compiler"
	"assay/compiler/watch"
)

func (a *app) watchCommand() *cobra.Command {
	var w watch.Options
	cmd := &cobra.Command{
		Use:   "watch [vault]",
		Short: "build on every save, and say what changed",
		Long: `Watch builds the vault, then again whenever files change, and says what a change
brought and what it mended, not the whole list. It stays offline: it reads no site,
asks no model and spends nothing; what needs that waits for ` + "`assay build`" + `.

It follows new folders, renames and checkouts. Where the system tells of no changes,
or not of all, it looks at the files itself; --poll has it do nothing else.

With --json it writes events, one a line, for an editor: the first has every
diagnostic of the vault, each later one all of those files about which something else
is said now. They may not go to a file of the vault. It ends with Ctrl-C, or when the
program that reads it goes.`,
		Example: `  assay watch
  assay watch ../my-vault --poll=5s
  assay watch --json | jq -c 'select(.event == "change") | {paths, new, work_ms}'`,
		Args: takes(0, 1, "one vault at most"),
		RunE: func(cmd *cobra.Command, args []string) error {
			a.out.Lines = a.out.JSON
			a.opts.Waiting = func(holder string) {
				if !strings.Contains(holder, "(assay watch") { // that is done in a moment, after every save
					a.out.Messagef("waiting for another assay: %s", holder)
				}
			}
			c, err := a.open(first(args))
			if err != nil {
				return err
			}
			if err := feedsItself(cmd.Context(), c); err != nil {
				return err
			}
			collectUsually()
			ctx, stop := context.WithCancel(cmd.Context())
			defer stop()
			if a.out.JSON {
				go func() { unread(ctx, os.Stdin, os.Stdout); stop() }()
			}
			var broken error
			w.Told = func(ch watch.Change) {
				if broken = a.changed(ch); broken != nil {
					stop()
				}
			}
			if err := watch.Run(ctx, c, w); err != nil {
				return err
			}
			if errors.Is(broken, syscall.EPIPE) { // its reader went
				return nil
			}
			return broken
		},
	}
	f := cmd.Flags()
	f.Func("poll", "look at the files every so often, and ask the system for no events: `pause`, such as 5s", func(text string) (err error) {
		w.Poll, err = pauseOf(text)
		return err
	})
	f.Lookup("poll").NoOptDefVal = "2s"
	a.jobsFlag(cmd)
	a.asFlag(cmd)
	return cmd
}

// feedsItself reports that what watch writes goes into a file of the vault, each line of which
// would be a change to tell of.
func feedsItself(ctx context.Context, c *compiler.Compiler) error {
	for _, out := range []*os.File{os.Stdout, os.Stderr} {
		written, err := out.Stat()
		if err != nil || !written.Mode().IsRegular() {
			continue
		}
		s, err := c.Look(ctx)
		if err != nil {
			return err
		}
		for _, f := range s.Base.Files() {
			if info, err := os.Stat(c.Dir.Abs(f.Path)); err == nil && os.SameFile(info, written) {
				return hinted(fmt.Errorf("watch %s: it would write to %s, a file that it watches, and tell of that without end", c.Root, f.Path),
					"write to a file outside the vault, or to one of .assay: > .assay/"+path.Base(f.Path))
			}
		}
	}
	return nil
}

// changed tells of one burst.
func (a *app) changed(ch watch.Change) error {
	if ch.Report != nil {
		a.out.Texts = ch.Report.Read
	}
	if !a.out.JSON {
		a.out.Change(ch)
		return nil
	}
	if err := a.out.ChangeJSON(ch); err != nil {
		return err
	}
	return a.out.Flush()
}

// unread waits until nobody is there to read events: standard input, where an editor
// holds it as a pipe, is closed, or the reader of standard output is gone.
func unread(ctx context.Context, stdin, stdout *os.File) {
	end := make(chan struct{}, 2)
	if isPipe(stdin) {
		go func() {
			_, _ = io.Copy(io.Discard, stdin)
			end <- struct{}{}
		}()
	}
	if isPipe(stdout) {
		go func() {
			if hungUp(ctx, stdout) {
				end <- struct{}{}
			}
		}()
	}
	select {
	case <-ctx.Done():
	case <-end:
	}
}

func isPipe(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&(fs.ModeNamedPipe|fs.ModeSocket) != 0
}

// pauseOf reads a pause that a tree can be looked at in.
func pauseOf(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if err != nil {
		return 0, fmt.Errorf("%q is no pause; one is 500ms, 2s or 1m", text)
	}
	if d < 100*time.Millisecond || d > time.Hour {
		return 0, fmt.Errorf("a pause is from 100ms to 1h, not %s", text)
	}
	return d, nil
}
