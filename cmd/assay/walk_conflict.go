package main

import (
	"context"
	"fmt"
	"slices"

	"assay/cmd/internal/ui"
	"assay/compiler/review"
	"assay/gates"
)

// resolve takes a way out of a conflict: what is missing is asked for, the patch is
// shown, and nothing is written before that was agreed to.
func (w *walk) resolve(ctx context.Context, item review.Item, choice review.Choice) error {
	o := review.ResolveOptions{As: gates.Way(choice.Decision), By: w.by, Shown: item.Digest, Dry: true}
	ok, err := w.complete(ctx, item, choice, &o)
	if err != nil || !ok {
		if err == nil {
			w.a.out.Printf("nothing was decided\n")
			w.offer(item)
		}
		return err
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
	if ok, err := w.agree(ctx, shown); err != nil || !ok {
		if err == nil {
			w.a.out.Printf("nothing was changed\n")
			w.offer(item)
		}
		return err
	}
	o.Dry, o.Digest = false, shown.Digest
	r, err := review.Resolve(ctx, w.c, item.ID, o)
	if err != nil {
		return w.failed(ctx, item, err)
	}
	w.a.out.Printf("%s %s as %s\n", w.a.out.Bold("resolved"), r.ID, r.As)
	w.pass(item.ID, "resolved", r.Undo())
	if err := w.list(ctx); err != nil {
		return err
	}
	return errNext
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
	return len(r.Digest) >= digestSign && typed == r.Digest[:digestSign], err
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
