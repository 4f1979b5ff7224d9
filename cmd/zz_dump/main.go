package main

import (
	"context"
	"fmt"
	"os"

	"assay/provenance"
	"assay/vault"
)

func main() {
	d, err := vault.OpenDir(os.Args[1])
	if err != nil {
		panic(err)
	}
	s, err := d.Scan(context.Background(), vault.ScanOptions{})
	if err != nil {
		panic(err)
	}
	gm, _ := os.ReadFile(os.Args[1] + "/.gitmodules")
	l := provenance.NewLibrary(s, provenance.LibraryOptions{Guest: true, Gitmodules: gm})
	for _, f := range s.Files() {
		if !vault.IsText(f.Path) {
			continue
		}
		raw, _ := s.Read(f.Path)
		n := vault.Parse(f.Path, raw, vault.Options{})
		for _, p := range n.Problems {
			fmt.Printf("%s: PROBLEM %s: %s\n", f.Path, p.Kind, p.Text)
		}
		for _, c := range n.Claims {
			if len(c.Cites) == 0 && !c.Inferred {
				fmt.Printf("%s: - %q\n", f.Path, c.Text)
				continue
			}
			fmt.Printf("%s: %q inferred=%v\n", f.Path, c.Text, c.Inferred)
			for _, t := range c.Cites {
				at := l.Locate(n, t)
				fmt.Printf("     %v scope=%v target=%q anchor=%q lines=%d-%d quote=%q → %v %s %s +%d hint=%v\n", t.Form, t.Scope, t.Target, t.Anchor, t.FromLine, t.ToLine, t.Quote, at.Status, at.Reason, at.Evidence.Span.File, len(at.Also), at.Hint)
			}
		}
	}
}
