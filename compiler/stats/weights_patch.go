package stats

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"assay/compiler"
	"assay/compiler/view"
	"assay/ingest/rank"
	"assay/vault"
)

// weightsDiff is the patch that makes the vault's file of weights say what is proposed.
func weightsDiff(c *compiler.Compiler, intents []IntentProposal) (string, error) {
	text, err := vault.ReadFile(filepath.Join(c.Root, rank.File))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return "", fmt.Errorf("read weights: %w", err)
	}
	before, after := string(text), string(text)
	for _, x := range intents {
		if x.To != x.From {
			after = withMix(after, x)
		}
	}
	if after == before {
		return "", nil
	}
	w, err := rank.Parse(rank.File, []byte(after))
	if err == nil {
		for _, x := range intents {
			if w.Intents[x.Intent] != x.To {
				err = fmt.Errorf("%s: the line would not say so", x.Intent)
			}
		}
	}
	if err != nil {
		return "", fmt.Errorf("propose weights: %s cannot be edited by line: %w; write each intent as `name: {keyword: …, freshness: …, authority: …}` on a line of its own", rank.File, err)
	}
	return view.Unified(rank.File, before, after), nil
}

// withMix puts an intent's line into a file of weights, with what it was, what the
// reference is, and what it rests on.
func withMix(text string, x IntentProposal) string {
	reference := rank.Default().Intents[x.Intent]
	line := fmt.Sprintf("  %s: {keyword: %.2f, freshness: %.2f, authority: %.2f}  # was %s; reference %s; %d questions, %s to %s: used passages had more of it in %s of pairs",
		x.Intent, x.To.Keyword, x.To.Freshness, x.To.Authority, mixText(x.From), mixText(reference), x.Queries,
		x.first.Format(time.DateOnly), x.last.Format(time.DateOnly), agreementText(x.Agreement))
	if text == "" {
		text = "# What search goes by, where this vault differs from what is built in (docs/search.md).\nversion: 1\n"
	}
	if !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	own := regexp.MustCompile(`(?m)^[ ]+` + regexp.QuoteMeta(string(x.Intent)) + `:[ ]*\{[^}\n]*\}[^\n]*$`)
	if at := own.FindStringIndex(text); at != nil {
		end := at[1]
		if strings.HasSuffix(text[:end], "\r") {
			end--
		}
		return text[:at[0]] + line + text[end:]
	}
	if at := regexp.MustCompile(`(?m)^intents:[ \r]*(?:#[^\n]*)?\n`).FindStringIndex(text); at != nil {
		return text[:at[1]] + line + "\n" + text[at[1]:]
	}
	return text + "intents:\n" + line + "\n"
}

func mixText(m rank.Mix) string {
	return fmt.Sprintf("%.2f %.2f %.2f", m.Keyword, m.Freshness, m.Authority)
}

func agreementText(f rank.Features) string {
	return fmt.Sprintf("%.0f %.0f %.0f %%", 100*f.Keyword, 100*f.Freshness, 100*f.Authority)
}
