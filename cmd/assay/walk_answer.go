package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"assay/cmd/internal/ui"
	"assay/compiler/review"
	"assay/gates"
)

func (w *walk) cannot(item review.Item, what string) error {
	why := "a conflict has four ways out, and editing"
	switch {
	case w.c.Guest():
		why = "the vault has no " + gates.PolicyFile + ", so there is no ledger to write to; `assay init` proposes one"
	case item.Conflict == nil:
		why = "it cites nothing that is held; cite the evidence you vouch for"
	}
	return w.stay(item, "cannot %s: %s", what, w.a.out.Say(why))
}

// stay says why nothing came of a key, and asks on about the same thing.
func (w *walk) stay(item review.Item, format string, args ...any) error {
	w.a.out.Printf(format+"\n", args...)
	w.offer(item)
	return nil
}

// say asks for a reason and records a person's word.
func (w *walk) say(ctx context.Context, item review.Item, decision, question, done string) error {
	reason, ok, err := w.keys.line(ctx, question, "")
	if err != nil {
		return err
	}
	if !ok || reason == "" {
		return w.stay(item, "nothing was decided: a reason is needed")
	}
	d, err := review.Decide(ctx, w.c, review.Decision{ID: item.ID, Digest: item.Digest, Decision: decision, Reason: reason, By: w.by})
	if err != nil {
		return w.failed(ctx, item, err)
	}
	w.a.out.Printf("%s %s\n", w.a.out.Bold(done), item.Claim.Text)
	w.pass(item.ID, done, d.Undo)
	return errNext
}

// failed tells what went wrong, and goes on: what is shown again where it changed.
func (w *walk) failed(ctx context.Context, item review.Item, err error) error {
	if ctx.Err() != nil {
		return errStopped
	}
	w.a.out.Flush()
	w.a.out.Failure(err)
	if errors.Is(err, review.ErrChanged) {
		return w.again(ctx)
	}
	w.offer(item)
	return nil
}

// undo takes the last decision back.
func (w *walk) undo(ctx context.Context) error {
	if len(w.past) == 0 {
		w.a.out.Printf("there is nothing to take back\n")
		return nil
	}
	last := w.past[len(w.past)-1]
	if last.undo != nil {
		if err := review.Revert(ctx, w.c, last.undo, w.by); err != nil {
			w.a.out.Flush()
			w.a.out.Failure(err)
			return nil
		}
	}
	w.past = w.past[:len(w.past)-1]
	delete(w.passed, last.id)
	w.a.out.Printf("%s: it is no longer %s\n", w.a.out.Bold("taken back"), last.what)
	return w.again(ctx)
}

// edit has a note edited at a line, and grades at once what it says then.
func (w *walk) edit(ctx context.Context, item review.Item, note string, line int) error {
	command := w.a.editor()
	if command == "" {
		w.a.out.Printf("no editor is known: set EDITOR, such as EDITOR=nano\n")
		return nil
	}
	before, err := w.c.ReadFile(note)
	if err != nil {
		return w.failed(ctx, item, err)
	}
	file := filepath.Join(w.c.Root, filepath.FromSlash(note))
	if err := w.lend(ctx, command, atLine(command, file, line)); err != nil {
		w.a.out.Failure(err)
	}
	after, err := w.c.ReadFile(note)
	if err == nil && bytes.Equal(before, after) {
		return w.stay(item, "nothing was changed")
	}
	claims, undo, err := review.Edited(ctx, w.c, note, before, item.Claim.ID)
	if undo != nil {
		w.past = append(w.past, passed{item.ID, "edited", undo})
	}
	if err != nil {
		return w.failed(ctx, item, err)
	}
	w.a.out.Printf("%s %s\n", w.a.out.Bold("edited"), w.a.out.Path(note))
	w.a.out.Regraded(claims)
	if len(claims) == 0 {
		w.a.out.Printf("the claim is gone\n")
	}
	return w.again(ctx)
}

// cites is what a note writes to cite the first passage that was found to carry a claim.
func cites(item review.Item) string {
	if len(item.Elsewhere) == 0 {
		return ""
	}
	return item.Elsewhere[0].Cite
}

// cite has the claim cite what was found, besides what it cites.
func (w *walk) cite(ctx context.Context, item review.Item) error {
	d, err := review.Decide(ctx, w.c, review.Decision{ID: item.ID, Digest: item.Digest, Decision: review.DecideEdit, Text: item.Markdown + cites(item), By: w.by})
	if err != nil {
		return w.failed(ctx, item, err)
	}
	w.past = append(w.past, passed{item.ID, "edited", d.Undo})
	w.a.out.Printf("%s %s\n", w.a.out.Bold("cited"), w.a.out.Path(item.Elsewhere[0].File))
	w.a.out.Regraded(d.Claims)
	return w.again(ctx)
}

// lend gives the terminal to another program for as long as it runs.
func (w *walk) lend(ctx context.Context, command string, args []string) error {
	w.a.out.Flush()
	w.away.Store(true)
	defer w.away.Store(false)
	return start(ctx, command, args)
}

// source opens the file of the passage that decided, at the quote.
func (w *walk) source(ctx context.Context, item review.Item, passages []review.Passage) error {
	if len(passages) == 0 {
		w.a.out.Printf("nothing that it cites was judged\n")
		return nil
	}
	p := passages[0]
	pager := w.a.pager()
	file := filepath.Join(w.c.Root, filepath.FromSlash(p.File))
	if pager == "" {
		w.a.out.Printf("%s:%d\n", file, p.Line)
		return nil
	}
	if err := w.lend(ctx, pager, atLine(pager, file, p.Line)); err != nil {
		w.a.out.Failure(err)
	}
	w.show(item)
	return nil
}

// resolve takes a way out of a conflict: what is missing is asked for, the patch is
// shown, and nothing is written before that was agreed to.
func (w *walk) resolve(ctx context.Context, item review.Item, choice review.Choice) error {
	o := review.ResolveOptions{As: gates.Way(choice.Decision), By: w.by, Shown: item.Digest, Dry: true}
	ok, err := w.complete(ctx, item, choice, &o)
	if err != nil {
		return err
	}
	if !ok {
		return w.stay(item, "nothing was decided")
	}
	shown, err := review.Resolve(ctx, w.c, item.ID, o)
	if err != nil {
		return w.failed(ctx, item, err)
	}
	w.a.out.Width = w.keys.width()
	w.a.out.Printf("\n")
	patch := *shown
	patch.Needs = "" // it is asked for below
	w.a.out.Resolution(&patch)
	if ok, err = w.agree(ctx, shown); err != nil {
		return err
	}
	if !ok {
		return w.stay(item, "nothing was changed")
	}
	o.Dry, o.Digest = false, shown.Digest
	r, err := review.Resolve(ctx, w.c, item.ID, o)
	if err != nil {
		return w.failed(ctx, item, err)
	}
	w.a.out.Printf("%s %s as %s\n", w.a.out.Bold("resolved"), r.ID, r.As)
	w.pass(item.ID, "resolved", r.Undo)
	return w.again(ctx)
}

// agree asks whether a patch is to be applied. Where only a person may, that person
// types how its digest begins.
func (w *walk) agree(ctx context.Context, r *review.Resolution) (bool, error) {
	if r.Needs == "" {
		w.a.out.Printf("%s apply it?  %s yes   %s no\n", w.a.out.Bold("→"), w.a.out.Bold("y"), w.a.out.Bold("n"))
		key, err := w.keys.key(ctx)
		if key == keyStop {
			err = errStopped
		}
		return key == 'y' || key == 'Y', err
	}
	w.a.out.Printf("%s: digest %s\n", r.Needs, r.Digest)
	typed, _, err := w.keys.line(ctx, fmt.Sprintf("type the first %d characters of the digest to go on: ", digestSign), "")
	return signs(typed, r.Digest), err
}

// complete asks for what a way out needs and the proposal does not say.
func (w *walk) complete(ctx context.Context, item review.Item, choice review.Choice, o *review.ResolveOptions) (ok bool, err error) {
	q := item.Conflict.Proposal
	needs := choice.Needs
	switch o.As {
	case gates.Update, gates.Escalate:
		sides := map[rune]string{'n': gates.SideNew, 'x': gates.SideExisting}
		keys := []ui.Key{{Name: "n", Does: "the new one stands"}, {Name: "x", Does: "the existing one"}}
		if o.As == gates.Escalate {
			sides['b'], keys = review.KeepBoth, append(keys, ui.Key{Name: "b", Does: "both"})
		} else if q.Keep != "" && choice.Proposed {
			keys = append(keys, ui.Key{Name: "Enter", Does: "as proposed: " + q.Keep})
			sides[keyEnter], sides['\n'] = q.Keep, q.Keep
		}
		w.a.out.Keys(append(keys, ui.Key{Name: "Esc", Does: "back"}))
		key, err := w.keys.key(ctx)
		if key == keyStop {
			err = errStopped
		}
		if o.Keep = sides[key]; o.Keep == "" || err != nil {
			return false, err
		}
		if choice.Proposed && o.Keep != q.Keep && !slices.Contains(needs, "reason") {
			needs = append(slices.Clone(needs), "reason")
		}
	default:
		for _, side := range []struct {
			name string
			text *string
			was  string
		}{{"existing", &o.When, q.When}, {"new", &o.NewWhen, q.NewWhen}} {
			*side.text, ok, err = w.keys.line(ctx, fmt.Sprintf("when does the %s one hold? (empty: always) ", side.name), side.was)
			if err != nil || !ok {
				return false, err
			}
		}
		if o.When == "" && o.NewWhen == "" {
			return false, nil
		}
	}
	if !slices.Contains(needs, "reason") {
		return true, nil
	}
	o.Reason, ok, err = w.keys.line(ctx, "why? ", "")
	return ok && o.Reason != "", err
}
