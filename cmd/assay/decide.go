package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"assay/cmd/internal/ui"
	"assay/compiler"
	"assay/compiler/reports"
	"assay/compiler/review"
	"assay/compiler/sources"
	"assay/provenance"
)

// mostDecision bounds a line: a reason and the text of an edit.
const mostDecision = 1 << 20

// decide carries out the decisions of another front end, each whole or not at all, and
// answers each with a line.
func (a *app) decide(ctx context.Context, c *compiler.Compiler, name string) error {
	by, err := a.decider("a decision", a.out.Command("assay review --decide …"), "--as")
	if err != nil {
		return err
	}
	in := io.Reader(os.Stdin)
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return hinted(fmt.Errorf("read decisions %s: %w", name, cause(err)), "name a file with a JSON object a line, or - for standard input")
		}
		defer f.Close()
		in = f
	}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, mostDecision)
	refused := 0
	for n := 1; lines.Scan(); n++ {
		line := bytes.TrimSpace(lines.Bytes())
		if len(line) == 0 {
			continue
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		d := a.decideOne(ctx, c, line, n, by)
		if d.Error != "" {
			refused++
		}
		if err := a.tellDecided(d); err != nil {
			return err
		}
	}
	a.signed(ctx, c, by)
	if err := lines.Err(); err != nil {
		return fmt.Errorf("read decisions %s: %w", name, err)
	}
	if refused > 0 {
		return errFaults // each line said why
	}
	return nil
}

// decideOne carries out one line.
func (a *app) decideOne(ctx context.Context, c *compiler.Compiler, line []byte, n int, by string) review.Decided {
	var d review.Decision
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.DisallowUnknownFields()
	err := dec.Decode(&d)
	if err == nil && dec.More() {
		err = errors.New("more than one value")
	}
	if err != nil {
		return a.notDecided(d, hinted(fmt.Errorf("read decision in line %d: %w", n, err), "want one object with id, digest and decision"))
	}
	asked := sources.Refusal{What: "decide " + d.Decision, Subject: d.ID}
	if d.By, err = deciderOfLine(by, d.By); err != nil {
		return a.notDecided(d, a.onRecord(ctx, c, asked, err))
	}
	done, err := review.Decide(ctx, c, d)
	if err = a.onRecord(ctx, c, asked, err); err != nil {
		if errors.Is(err, sources.ErrAuthRequired) && strings.HasPrefix(d.ID, "cf_") {
			err = hinted(err, "a person has to run, at a terminal: "+a.out.Command("assay review"))
		}
		return a.notDecided(d, err)
	}
	return *done
}

// deciderOfLine is who decides by a line. Who one is comes from how one connected: a line can say which
// person or agent it was, and never makes a person of an agent.
func deciderOfLine(by, said string) (string, error) {
	if said == "" || said == by {
		return by, nil
	}
	if provenance.KindOfActor(by) != provenance.Person {
		return by, fmt.Errorf("decide as %s: %w: this is %s", said, sources.ErrAuthRequired, by)
	}
	kind, name, _ := strings.Cut(said, ":")
	if name == "" || kind != "person" && kind != "agent" && kind != "mcp" {
		return by, hinted(fmt.Errorf("by %q does not say who that is", said), "write person:NAME or agent:NAME")
	}
	return said, nil
}

func (a *app) notDecided(d review.Decision, err error) review.Decided {
	return review.Decided{ID: d.ID, Decision: d.Decision, By: d.By, Claims: []reports.PacketClaim{}, Written: []string{},
		Error: err.Error(), Hint: strings.Join(ui.HintsOf(err), "; ")}
}

// tellDecided writes a result as a line, at once: a front end may wait for it before it asks
// on.
func (a *app) tellDecided(d review.Decided) error {
	defer a.out.Flush()
	if !a.out.JSON {
		a.out.Decided(d)
		return nil
	}
	line := *a.out
	line.Lines = true
	return line.Object(d)
}
