package tool

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"assay/ingest/plain"
	"assay/ingest/web"
)

// run runs ctx7 through a door of its own.
func (e Context7) run(ctx context.Context, args ...string) (out, said []byte, err error) {
	base := e.Context
	if base == "" {
		base = "https://" + contextHost
	} else {
		args = append([]string{"--base-url", strings.TrimSuffix(base, "/")}, args...)
	}
	at, err := web.Canonical(base)
	if err != nil {
		return nil, nil, fmt.Errorf("reach Context7: %w", err)
	}
	// Node.js before 24 walks past the door.
	if err := look(ctx, e.Client, at); err != nil {
		return nil, nil, err
	}
	d, err := openDoor(e.Client)
	if err != nil {
		return nil, nil, err
	}
	defer d.Close()
	env := append(d.env(), pass("CONTEXT7_API_KEY")...)
	env = append(env, "CTX7_TELEMETRY_DISABLED=1", "NO_UPDATE_NOTIFIER=1", "NODE_NO_WARNINGS=1", "CI=1")
	out, said, err = e.Programs.Run(ctx, Command{Name: "ctx7", Args: args, Dir: os.TempDir(), Env: env})
	return out, said, explain(ctx, err, d, []sign{
		{"not found", web.Gone, ""},
		{"redirected", web.Gone, ""},
		{"unauthorized", web.Failed, web.ClassForbidden},
		{"api key", web.Failed, web.ClassForbidden},
		{"quota", web.Failed, web.ClassThrottled},
		{"http error 429", web.Failed, web.ClassThrottled},
		{"http error 5", web.Failed, web.ClassServer},
		{"fetch failed", web.Failed, web.ClassConnect},
	}...)
}

type match struct {
	ID string `json:"id"`
}

// resolve is the first step.
func (e Context7) resolve(ctx context.Context, name, topic string) ([]match, error) {
	args := []string{"library", "--json", "--", name}
	if topic != "" {
		args = append(args, topic)
	}
	out, said, err := e.run(ctx, args...)
	if err != nil {
		return nil, err
	}
	var found []match
	if strings.HasPrefix(strings.TrimSpace(string(out)), "[") {
		if err := decode("ctx7", out, &found); err != nil {
			return nil, err
		}
	}
	found = slices.DeleteFunc(found, func(m match) bool { return !libraryID(m.ID) })
	if len(found) == 0 {
		return nil, &web.Failure{Verdict: web.Gone, Reason: "ctx7 knows no library of that name" + because(out, said)}
	}
	return found, nil
}

// because is what a program said where it gave nothing.
func because(out, said []byte) string {
	for _, b := range [][]byte{said, out} {
		if l := firstLine(b); l != "" {
			return ": " + l
		}
	}
	return ""
}

// docs is the second step.
func (e Context7) docs(ctx context.Context, lib library, topic, at string) ([]byte, error) {
	out, said, err := e.run(ctx, "docs", "--json", "--", lib.id, topic)
	if err != nil {
		return nil, err
	}
	var d struct {
		Code []struct {
			Title       string `json:"codeTitle"`
			Description string `json:"codeDescription"`
			Language    string `json:"codeLanguage"`
			ID          string `json:"codeId"`
			List        []struct {
				Language string `json:"language"`
				Code     string `json:"code"`
			} `json:"codeList"`
		} `json:"codeSnippets"`
		Info []struct {
			Breadcrumb string `json:"breadcrumb"`
			Content    string `json:"content"`
			ID         string `json:"pageId"`
		} `json:"infoSnippets"`
	}
	if !strings.HasPrefix(strings.TrimSpace(string(out)), "{") {
		return nil, &web.Failure{Verdict: web.Gone, Reason: "ctx7 has no documentation on the topic" + because(out, said)}
	}
	if err := decode("ctx7", out, &d); err != nil {
		return nil, err
	}
	title := strings.TrimPrefix(lib.id, "/") + ": " + topic
	var w Writer
	fmt.Fprintf(&w, "# %s\n", plain.Escaped(title))
	for _, i := range d.Info {
		w.snippet(i.Breadcrumb, i.ID, Nest(plain.Text([]byte(i.Content)), 2))
	}
	for _, c := range d.Code {
		parts := []string{Nest(plain.Text([]byte(c.Description)), 2)}
		for _, l := range c.List {
			if lang := l.Language; strings.TrimSpace(l.Code) != "" {
				lang = cmp.Or(lang, c.Language)
				parts = append(parts, Fenced(strings.ToLower(plain.Line(lang)), plain.Text([]byte(l.Code))))
			}
		}
		w.snippet(c.Title, c.ID, strings.TrimSpace(strings.Join(parts, "\n\n")))
	}
	if len(d.Info)+len(d.Code) == 0 {
		return nil, &web.Failure{Verdict: web.Gone, Reason: "ctx7 has no documentation on the topic"}
	}
	return WithMeta(w.String(), Field{"title", title}, Field{"author", "Context7 (excerpts of documentation; titles and summaries by a model)"}, Field{"url", at}, Field{"generated", "true"}), nil
}
