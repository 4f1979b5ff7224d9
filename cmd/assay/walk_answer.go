package main

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"

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
	w.a.out.Printf("cannot %s: %s\n", what, w.a.out.Say(why))
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
		w.a.out.Printf("nothing was decided: a reason is needed\n")
		w.offer(item)
		return nil
	}
	d, err := review.Decide(ctx, w.c, review.Decision{ID: item.ID, Digest: item.Digest, Decision: decision, Reason: reason, By: w.by})
	if err != nil {
		return w.failed(ctx, item, err)
	}
	w.a.out.Printf("%s %s\n", w.a.out.Bold(done), item.Claim.Text)
	w.pass(item.ID, done, d.Undo())
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
		if err := w.list(ctx); err != nil {
			return err
		}
		return errNext
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
	if err := w.list(ctx); err != nil {
		return err
	}
	return errNext
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
		w.a.out.Printf("nothing was changed\n")
		w.offer(item)
		return nil
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
	if err := w.list(ctx); err != nil {
		return err
	}
	return errNext
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
	w.past = append(w.past, passed{item.ID, "edited", d.Undo()})
	w.a.out.Printf("%s %s\n", w.a.out.Bold("cited"), w.a.out.Path(item.Elsewhere[0].File))
	w.a.out.Regraded(d.Claims)
	if err := w.list(ctx); err != nil {
		return err
	}
	return errNext
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
