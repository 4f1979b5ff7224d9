// Package export tells other tools what is known of notes. Begin with [OKF].
package export

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"assay/compiler"
	"assay/compiler/reports"
	"assay/compiler/view"
	"assay/provenance"
	"assay/vault"
	"assay/vault/markdown"
)

// Verifier is who a note is verified by, as the Open Knowledge Format names a program.
const Verifier = "process:assay"

// Options say what is exported.
type Options struct {
	To string // a folder outside of the vault that does not exist yet or is empty; "" for in place
}

// An Exported is what an export does, or would.
type Exported struct {
	Vault    string              `json:"vault"`
	To       string              `json:"to,omitempty"` // the folder; the vault itself where there is none
	DryRun   bool                `json:"dry_run,omitempty"`
	Notes    int                 `json:"notes"`    // that are graded
	Verified []string            `json:"verified"` // notes all whose claims hold: they are stamped
	Stripped []string            `json:"stripped"` // notes that no longer hold: the stamp goes
	Written  []string            `json:"written"`  // that change in place, or all that go into the folder
	Left     []reports.LeftAlone `json:"left"`     // notes with a frontmatter that cannot be changed safely, and why
	Diff     string              `json:"diff"`

	writes []vault.Write
}

// OKF finds what the frontmatter of graded notes says in the terms of the Open Knowledge Format,
// version 0.2: type, sources, generated and verified. Nothing else of a note changes.
func OKF(ctx context.Context, c *compiler.Compiler, o Options) (*Exported, error) {
	s, p, err := c.Graded(ctx)
	if err != nil {
		return nil, err
	}
	x := &Exported{Vault: c.Root, To: o.To, Verified: []string{}, Stripped: []string{}, Written: []string{}, Left: []reports.LeftAlone{}}
	var diff strings.Builder
	for _, n := range p.Notes {
		if !p.Graded(n) || !vault.IsNote(n.Path) || markdown.Instructs(n.Path) {
			continue
		}
		text, err := p.Snap.Read(n.Path)
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", n.Path, err)
		}
		x.Notes++
		out, err := x.note(p, n, text, s.Now)
		if errors.Is(err, markdown.ErrUnsafeEdit) {
			x.leave(n.Path, err)
			out = text
		} else if err != nil {
			return nil, err
		}
		if f, _ := p.Base.File(n.Path); f.Link && o.To == "" {
			x.Left, out = append(x.Left, reports.LeftAlone{File: n.Path, Why: "it is a symbolic link"}), text
		}
		if string(out) != string(text) {
			diff.WriteString(view.Unified(n.Path, string(text), string(out)))
		}
		if string(out) != string(text) || o.To != "" {
			x.Written = append(x.Written, n.Path)
			x.writes = append(x.writes, vault.Write{Path: n.Path, Data: out, Base: vault.HashText(text)})
		}
	}
	x.Diff = diff.String()
	return x, s.Base.Changed()
}

func (x *Exported) leave(note string, err error) {
	x.Left = append(x.Left, reports.LeftAlone{File: note, Why: strings.Replace(err.Error(), markdown.ErrUnsafeEdit.Error()+": ", "", 1)})
}

// note is a note's text with what can be said of it.
func (x *Exported) note(p *compiler.Plan, n *markdown.Note, text []byte, now time.Time) ([]byte, error) {
	front := markdown.ReadFront(text)
	sum := vault.HashText(text[front.Body:])
	body := "sha256:" + hex.EncodeToString(sum[:8]) // a stamp is for that and no other text
	out, err := text, error(nil)
	if !front.Has("type") {
		if out, err = markdown.SetMeta(out, "type", `"Note"`); err != nil {
			return nil, err
		}
	}
	ours := func(e map[string]any) bool { // an export put it there, and the next may replace it
		id, _ := e["id"].(string)
		return strings.HasPrefix(id, markdown.ExportedID)
	}
	if with, err := markdown.SetEntries(out, "sources", ours, sourcesOf(p, n)); err == nil {
		out = with
	} else {
		x.leave(n.Path, err) // the list has a form of its own, and says what the note rests on all the same
	}
	if s := n.Meta.Stamp; s.Present && s.Agent != "" && !front.Has("generated") {
		made := "{by: " + yamlText(s.Agent) + "}"
		for _, e := range p.Ledger.Touching(n.Path) {
			if e.Kind == provenance.KindPromoted && e.Subject == n.Path {
				made = "{by: " + yamlText(s.Agent) + ", at: " + yamlText(e.Time.UTC().Format(time.RFC3339)) + "}"
			}
		}
		if out, err = markdown.SetMeta(out, "generated", made); err != nil {
			return nil, err
		}
	}
	mine := func(e map[string]any) bool { return e["by"] == any(Verifier) }
	same, had := false, false
	if _, err := markdown.SetEntries(out, "verified", func(e map[string]any) bool {
		if mine(e) {
			had, same = true, same || e["body"] == any(body)
		}
		return false
	}, nil); err != nil {
		return nil, err
	}
	switch holds := allHold(p.Grade.VerdictsOf(n)); {
	case holds && same:
		x.Verified = append(x.Verified, n.Path)
		return out, nil
	case holds:
		x.Verified = append(x.Verified, n.Path)
		return markdown.SetEntries(out, "verified", mine, []markdown.Entry{{{"by", Verifier}, {"at", now.UTC().Format(time.RFC3339)}, {"body", body}}})
	case had:
		x.Stripped = append(x.Stripped, n.Path)
	}
	return markdown.SetEntries(out, "verified", mine, nil)
}

func yamlText(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

// allHold reports a note with claims, each of which holds.
func allHold(verdicts []provenance.Verdict) bool {
	return len(verdicts) > 0 && !slices.ContainsFunc(verdicts, func(v provenance.Verdict) bool {
		return v.Tier != provenance.T5 && v.Tier != provenance.T3 && v.Tier != provenance.T2
	})
}

// sourcesOf are the files that claims of a note hold by and that its own list does not name.
func sourcesOf(p *compiler.Plan, n *markdown.Note) (entries []markdown.Entry) {
	listed := map[string]bool{}
	for _, s := range n.Meta.Sources {
		listed[strings.TrimPrefix(s, "repo://")] = true
	}
	var files []string
	for _, v := range p.Grade.VerdictsOf(n) {
		for _, q := range v.Passages {
			if resource := resourceOf(q); !listed[resource] && !slices.Contains(files, resource) {
				files = append(files, resource)
			}
		}
	}
	slices.Sort(files)
	for _, file := range files {
		sum := sha256.Sum256([]byte(file))
		resource := file
		if !strings.Contains(file, "://") {
			resource = "repo://" + file
		}
		entries = append(entries, markdown.Entry{{"id", markdown.ExportedID + hex.EncodeToString(sum[:6])}, {"resource", resource}})
	}
	return entries
}

// resourceOf is where the text of a passage comes from: its address, or a file of the vault.
func resourceOf(q provenance.Judged) string {
	if strings.Contains(q.Evidence.URL, "://") && !strings.HasPrefix(q.Evidence.URL, "file:") {
		return q.Evidence.URL
	}
	return q.Evidence.Span.File
}

// Apply writes it: in place as one transaction, which a note that was changed since fails; else
// into the folder, which must be empty.
func (x *Exported) Apply(ctx context.Context, c *compiler.Compiler) error {
	if x.To == "" {
		return c.ApplyAlone(ctx, x.writes)
	}
	at, err := filepath.Abs(x.To)
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	if rel, err := filepath.Rel(c.Root, at); err == nil && filepath.IsLocal(rel) {
		return fmt.Errorf("export: %s lies in the vault, which would read its copies as notes", x.To)
	}
	if entries, err := os.ReadDir(x.To); err == nil && len(entries) > 0 {
		return fmt.Errorf("export: %s is not empty", x.To)
	}
	for _, w := range x.writes {
		name := filepath.Join(x.To, filepath.FromSlash(path.Clean(w.Path)))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return fmt.Errorf("export: %w", err)
		}
		if err := os.WriteFile(name, w.Data, 0o666); err != nil {
			return fmt.Errorf("export: %w", err)
		}
	}
	return nil
}
