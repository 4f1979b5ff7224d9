package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"

	"golang.org/x/term"

	"assay/cmd/internal/ui"
	"assay/compiler"
	"assay/compiler/review"
	"assay/gates"
	"assay/provenance"
)

// walk takes a person through what waits, one thing at a time. Each decision is
// carried out when it is made, so that whatever ends the walk loses none of them.
type walk struct {
	a     *app
	c     *compiler.Compiler
	by    string
	keys  *keyboard
	away  atomic.Bool // an editor or pager has the terminal, and its interrupts
	paths []string

	items  []review.Item   // what waits, as it was listed last
	passed map[string]bool // decided or skipped
	past   []passed        // in order, to be taken back
}

// passed is a thing that was dealt with.
type passed struct {
	id, what string
	undo     *review.Undo
}

// errNext ends the questions about one thing.
var errNext = errors.New("next")

// canWalk reports whether there is somebody to walk with: at a terminal that is both
// input and output, and not an agent.
func (a *app) canWalk(by string) bool {
	return !a.out.JSON && a.out.Screen && term.IsTerminal(int(os.Stdin.Fd())) && provenance.KindOfActor(by) == provenance.Person
}

func (w *walk) run(ctx context.Context) error {
	// The terminal's interrupts are the walk's while it asks, and an editor's while that
	// runs: so it has signals of its own.
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	stops := make(chan os.Signal, 1)
	signal.Notify(stops, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(stops)
	go func() {
		for {
			select {
			case s := <-stops:
				if s != os.Interrupt || !w.away.Load() {
					cancel()
				}
			case <-ctx.Done():
				return
			}
		}
	}()
	w.passed = map[string]bool{}
	err := w.list(ctx)
	for err == nil {
		i := slices.IndexFunc(w.items, func(item review.Item) bool { return !w.passed[item.ID] })
		if i < 0 {
			err = w.last(ctx)
		} else {
			err = w.one(ctx, w.items[i].ID)
		}
		if errors.Is(err, errNext) {
			err = nil
		}
	}
	if errors.Is(err, errStopped) || errors.Is(err, context.Canceled) {
		err = nil
	}
	w.sum()
	return err
}

// last lets the last decision be taken back, once all was asked.
func (w *walk) last(ctx context.Context) error {
	if len(w.past) == 0 {
		return errStopped
	}
	w.a.out.Printf("\nthat was all\n")
	for {
		w.a.out.Keys([]ui.Key{{Name: "u", Does: "undo"}, {Name: "q", Does: "quit"}})
		switch key, err := w.keys.key(ctx); {
		case err != nil:
			return err
		case key == 'u':
			if err := w.undo(ctx); err != nil {
				return err
			}
		case key == 'q', key == keyEnter, key == '\n', key == keyStop, key == keyEnd, key == keyEscape:
			return errStopped
		}
	}
}

// list looks at what waits now.
func (w *walk) list(ctx context.Context) error {
	items, err := review.Items(ctx, w.c, review.Options{Paths: w.paths})
	w.items = slices.DeleteFunc(items, func(item review.Item) bool { return item.Claim.ID == "" })
	return err
}

// again looks once more at what waits, and goes on to the next thing.
func (w *walk) again(ctx context.Context) error { return cmp.Or(w.list(ctx), errNext) }

// left is how many things are still to be asked about.
func (w *walk) left() (n int) {
	for _, item := range w.items {
		if !w.passed[item.ID] {
			n++
		}
	}
	return n
}

// one asks about one thing until it is dealt with.
func (w *walk) one(ctx context.Context, id string) error {
	item, ok, err := review.Find(ctx, w.c, id)
	if err != nil {
		return err
	}
	if !ok { // decided elsewhere, or changed
		w.passed[id] = true
		return w.list(ctx)
	}
	w.show(item)
	for {
		key, err := w.keys.key(ctx)
		if err == nil {
			err = w.press(ctx, item, key)
		}
		if err != nil {
			return err
		}
	}
}

func (w *walk) show(item review.Item) {
	w.a.out.Width = w.keys.width()
	w.a.out.WalkItem(item, len(w.past)+1, len(w.past)+w.left())
	w.offer(item)
}

// offer names the keys that do something for this thing.
func (w *walk) offer(item review.Item) {
	var keys []ui.Key
	for i, choice := range item.Decisions {
		switch choice.Decision {
		case review.DecideAccept, review.DecideReject, review.DecideEdit, review.DecideSkip:
			keys = append(keys, ui.Key{Name: choice.Decision[:1], Does: choice.Decision})
		default:
			does := choice.Decision
			if choice.Proposed {
				does += " (proposed)"
			}
			keys = append(keys, ui.Key{Name: fmt.Sprint(i + 1), Does: does})
		}
	}
	if cites(item) != "" {
		keys = append(keys, ui.Key{Name: "c", Does: "cite what was found"})
	}
	keys = append(keys, ui.Key{Name: "o", Does: "open the source"})
	if len(w.past) > 0 {
		keys = append(keys, ui.Key{Name: "u", Does: "undo"})
	}
	w.a.out.Printf("\n")
	w.a.out.Keys(append(keys, ui.Key{Name: "?", Does: "help"}, ui.Key{Name: "q", Does: "quit"}))
}

// press does what a key means.
func (w *walk) press(ctx context.Context, item review.Item, key rune) error {
	has := func(decision string) bool {
		return slices.ContainsFunc(item.Decisions, func(c review.Choice) bool { return c.Decision == decision })
	}
	switch key {
	case 'q', 'Q', keyStop, keyEnd:
		return errStopped
	case 's', 'n', ' ':
		w.pass(item.ID, "skipped", nil)
		return errNext
	case 'u':
		return w.undo(ctx)
	case 'a':
		if has(review.DecideAccept) {
			return w.say(ctx, item, review.DecideAccept, "why does it hold? ", "accepted")
		}
		return w.cannot(item, "accept")
	case 'r':
		if has(review.DecideReject) {
			return w.say(ctx, item, review.DecideReject, "why does it not hold? ", "rejected")
		}
		return w.cannot(item, "reject")
	case 'e':
		return w.edit(ctx, item, item.Note, item.Claim.Line)
	case 'c':
		if cites(item) != "" {
			return w.cite(ctx, item)
		}
	case 'E':
		if item.Conflict != nil {
			return w.edit(ctx, item, item.Conflict.Existing.Note, item.Conflict.Existing.Line)
		}
	case 'o':
		return w.source(ctx, item, item.Passages)
	case 'O':
		return w.source(ctx, item, item.Against)
	case '?', 'h':
		w.help()
	case keyRedraw:
		w.show(item)
		return nil
	case '1', '2', '3', '4':
		if i := int(key - '1'); i < len(item.Decisions) && item.Conflict != nil && slices.Contains(gates.Ways(), gates.Way(item.Decisions[i].Decision)) {
			return w.resolve(ctx, item, item.Decisions[i])
		}
	case keyOther, keyEscape, keyEnter, '\n':
		return nil
	}
	w.offer(item)
	return nil
}

// pass notes that a thing was dealt with.
func (w *walk) pass(id, what string, undo *review.Undo) {
	w.passed[id] = true
	w.past = append(w.past, passed{id, what, undo})
}

func (w *walk) help() {
	w.a.out.Printf(`
  a  accept: the claim holds, although the judge is not sure. Your reason goes to the
     ledger, bound to the words of claim and evidence; it lapses when either changes.
  r  reject: it does not hold. It is not asked about again and promoted by nobody,
     until claim or evidence changes; check says that you rejected it.
  e  edit the note at the claim, in VISUAL or EDITOR; it is graded again at once
     (E: the other note of a conflict).
  c  cite, besides, the passage below "found in": it carries the claim.
  1–4  a way out of a conflict. The patch is shown before anything is written.
  s  skip: it waits on.
  o  open the source at the quote, in PAGER (O: the other side's).
  u  take the last decision back. Ctrl-L shows the claim again.
  q  stop. What was decided is written already.

`)
}

// sum tells what was done and what is left.
func (w *walk) sum() {
	counts := map[string]int{}
	for _, p := range w.past {
		counts[p.what]++
	}
	var parts []string
	for _, what := range []string{"accepted", "rejected", "edited", "resolved", "skipped"} {
		if counts[what] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", counts[what], what))
		}
	}
	out, left := w.a.out, w.left()
	if len(parts) == 0 && left == 0 {
		out.Printf("%s\n", out.Bold("no claim waits for a person"))
	} else {
		out.Printf("\n%s; %d left\n", out.Bold(cmp.Or(strings.Join(parts, ", "), "nothing was decided")), left+counts["skipped"])
	}
	if counts["edited"]+counts["resolved"] > 0 {
		out.Messagef("next: `%s` brings footnotes, stamps and catalogue up to date", out.Command("assay build"))
	}
}
