package compiler

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"assay/compiler/reports"
	"assay/provenance"
	"assay/vault"
)

// AppendEvent writes an event to the ledger by itself, without a look at the vault. A refusal
// like the last event of its subject is left out, so that who asks the same again and again
// does not fill the ledger.
func (c *Compiler) AppendEvent(ctx context.Context, file string, e provenance.Event) error {
	_, err := c.Locked(ctx, func() (*reports.Report, error) {
		text, err := c.ReadFile(file)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		l := provenance.ReadLedger(text)
		if of := l.Touching(e.Subject); len(of) > 0 && sameEvent(of[len(of)-1], e) {
			return nil, nil
		}
		e.Time = c.World.Now()
		l.Append(e)
		write := vault.Write{Path: file, Data: l.Pending()}
		if err == nil {
			write.Append, write.Base = true, vault.HashText(text)
		}
		return nil, c.Apply(ctx, []vault.Write{write})
	})
	if err != nil {
		return fmt.Errorf("write to %s: %w", file, err)
	}
	return nil
}

func sameEvent(a, b provenance.Event) bool {
	return a.Kind == provenance.KindRefused && b.Kind == a.Kind && a.Actor == b.Actor && a.Text("what") == b.Text("what") && a.Text("reason") == b.Text("reason")
}
