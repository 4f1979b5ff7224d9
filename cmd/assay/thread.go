package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"assay/cmd/internal/ui"
	"assay/compiler"
	"assay/compiler/stats"
	"assay/ingest/discover"
	"assay/ingest/extract"
	"assay/ingest/thread"
	"assay/ingest/web"
)

func (a *app) threadCommand() *cobra.Command {
	var about string
	var refsOnly bool
	most, format := 100, "text"
	cmd := &cobra.Command{
		Use:   "thread URL",
		Short: "a whole discussion, and what it refers to",
		Long: `Thread reads an issue, a pull request or a discussion of GitHub with all comments,
reviews and events, or the text of another page, and lists what it refers to: issues,
pull requests, commits, duplicates, what it fixes, and addresses. With --about it goes
after those references that bear on a question, three a level, to a depth of three.

GITHUB_TOKEN or GH_TOKEN is sent where it is set; discussions need one.`,
		Example: `  assay thread https://github.com/sqlite/sqlite/issues/1
  assay thread --extract-refs-only --json https://github.com/golang/go/issues/1
  assay thread --about "why was this closed" https://github.com/golang/go/issues/1`,
		Args: takes(1, 1, "one address"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !strings.Contains(args[0], "://") {
				return hinted(fmt.Errorf("thread: %q is no address", args[0]), "name it whole, such as https://github.com/OWNER/REPO/issues/1")
			}
			c, err := a.open("")
			if err != nil {
				return err
			}
			if err := c.Policy.Denied(args[0]); err != nil {
				return err
			}
			if a.out.JSON {
				format = "json"
			}
			if format != "text" && format != "json" && format != "markdown" {
				return hinted(fmt.Errorf("thread: there is no format %q", format), "formats: text, markdown, json")
			}
			engine := a.engine(c)
			defer engine.Close()
			r := a.threads(c, engine)
			r.MaxComments = most
			t, err := r.Read(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			answer := threadJSON{Thread: *t, Followed: []thread.Thread{}}
			if about != "" {
				w, err := stats.Weights(c.Root)
				if err != nil {
					return err
				}
				relevance := func(text string) float64 { return w.Relevance(about, text) }
				for _, f := range r.Follow(cmd.Context(), []*thread.Thread{t}, thread.Alone, relevance) {
					answer.Followed = append(answer.Followed, *f)
				}
			}
			if format == "json" {
				if refsOnly {
					return a.out.Object(refsJSON{t.URL, t.Refs, len(t.Refs)})
				}
				return a.out.Object(answer)
			}
			a.printThread(t, refsOnly)
			for _, f := range answer.Followed {
				a.printThread(&f, refsOnly)
			}
			return nil
		},
	}
	f := cmd.Flags()
	f.StringVar(&about, "about", "", "go after references that bear on this `question`")
	f.BoolVar(&refsOnly, "extract-refs-only", false, "what it refers to, and nothing else")
	f.IntVar(&most, "max-comments", most, "comments to read")
	f.StringVar(&format, "format", format, "text, markdown or json")
	return cmd
}

// threadJSON is what `thread` answers with.
type threadJSON struct {
	thread.Thread
	Followed []thread.Thread `json:"followed"` // with --about: what it refers to and bears on the question
}

// refsJSON is what `thread --extract-refs-only` answers with.
type refsJSON struct {
	SourceURL string       `json:"source_url"`
	Refs      []thread.Ref `json:"refs"`
	Count     int          `json:"ref_count"`
}

// threads reads discussions by the engine, and other pages as a crawl does: with policy,
// robots.txt and pauses.
func (a *app) threads(c *compiler.Compiler, e *discover.Engine) *thread.Reader {
	w := a.ways(c)
	return &thread.Reader{Get: e.Get, API: a.getenv("GITHUB_API_URL"), Page: func(ctx context.Context, url string) (title, text string, err error) {
		p := w.client.Fetch(ctx, web.Request{URL: url})
		if p.Verdict != web.Fetched {
			return "", "", errors.New(strings.TrimSpace(string(p.Verdict) + ": " + p.Reason))
		}
		doc, err := extract.Extract(ctx, p.Body, extract.Options{URL: p.Final, ContentType: p.Header.ContentType})
		return doc.Title, doc.Markdown, err
	}}
}

func (a *app) printThread(t *thread.Thread, refsOnly bool) {
	if !refsOnly {
		a.out.Printf("# %s\n\n%s\n%s\n\n", line(t.Title), t.URL, strings.TrimSpace(strings.ReplaceAll(t.Type, "_", " ")+" "+t.State))
		a.out.Printf("%s\n\n", ui.Visible(t.Body))
		for _, c := range t.Comments {
			head := line(c.Author) + ", " + line(c.Date)
			if c.Note != "" {
				head += ", " + line(c.Note)
			}
			a.out.Printf("## %s\n\n%s\n\n", head, ui.Visible(c.Body))
		}
		a.out.Printf("## What it refers to\n\n")
	}
	for _, r := range t.Refs {
		a.out.Printf("- %s: %s\n", r.Type, line(r.URL))
	}
	if !refsOnly {
		a.out.Printf("\n")
	}
}

// line is text of others in one line.
func line(s string) string { return strings.Join(strings.Fields(ui.Visible(s)), " ") }
