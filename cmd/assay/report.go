package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"assay/cmd/internal/page"
	"assay/cmd/internal/ui"
	"assay/compiler"
	"assay/vault"
)

// reportJSON is the page that was written, as JSON.
type reportJSON struct {
	File     string `json:"file"`
	Findings int    `json:"findings"`
	Left     int    `json:"left_out"` // of these, not on the page; none is worse than those that are
}

func (a *app) reportCommand() *cobra.Command {
	var name string
	cmd := &cobra.Command{
		Use:   "report [vault]",
		Short: "what a check finds, as a page to look at",
		Long: `Report checks the vault, offline, and writes what it finds as one page of HTML: a table
by folder, and each finding with its claim, what the source says and where, side by
side. The page is one file, needs no script and loads nothing. It is written over no
file but such a page.`,
		Example: `  assay report -o report.html
  assay report ../my-wiki -o /tmp/wiki.html
  assay report -o - > report.html`,
		Args: takes(0, 1, "one vault at most"),
		RunE: a.onVault(first, func(cmd *cobra.Command, c *compiler.Compiler, _ []string) error {
			if name == "-" && a.out.JSON {
				return hinted(errors.New("-o - and --json are two answers"), "name a file")
			}
			r, err := c.Check(cmd.Context(), compiler.CheckOptions{Progress: a.watch()})
			if err != nil {
				return err
			}
			var text bytes.Buffer
			left, err := page.Write(&text, page.Page{Name: filepath.Base(c.Root), Day: c.World.Now().Format(time.DateOnly), Answer: ui.Answer(r), Cites: ui.Cites(r), Texts: a.out.Texts, CheckReport: r})
			if err != nil {
				return fmt.Errorf("write report: %w", err)
			}
			if name == "-" {
				a.out.Flush()
				_, err := a.out.Stdout.Write(text.Bytes())
				return err
			}
			if err := replaceOwn(name, page.Mark, text.Bytes()); err != nil {
				return fmt.Errorf("write report %s: %w", name, err)
			}
			return a.answer(reportJSON{name, len(r.Diagnostics), left}, nil, func() {
				a.out.Printf("%s\n", a.out.Bold(ui.Answer(r)))
				a.out.Messagef("wrote %s: open it in a browser", name)
			})
		}),
	}
	cmd.Flags().StringVarP(&name, "output", "o", "assay-report.html", "`file` to write; - for standard output")
	return cmd
}

// replaceOwn writes a file as a whole, over none that lacks the mark of what assay wrote.
func replaceOwn(name, mark string, data []byte) error {
	switch was, err := os.ReadFile(name); {
	case err == nil && !bytes.Contains(was, []byte(mark)):
		return hinted(errors.New("another file is there"), "name another, or remove that one")
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return cause(err)
	}
	return cause(vault.Replace(name, data, 0o644))
}
