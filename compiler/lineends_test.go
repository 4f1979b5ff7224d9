package compiler_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A build after line ends changed tells the places that a build from nothing would, in the
// note and in what it cites.
//
// Invariant (reading): Results are found by texts with their line ends, since they name
// places.
func TestLineEndsMovePlaces(t *testing.T) {
	t.Parallel()
	v := newVault(t, tea)
	v.write("01_Wiki/Wrong.md", "# Wrong\n\nBlack tea is steeped at 60 degrees for four minutes. ^[raw/tea.md]\n")
	v.build()
	lf := map[string]string{"01_Wiki/Wrong.md": v.read("01_Wiki/Wrong.md"), "raw/tea.md": v.read("raw/tea.md")}
	for _, change := range []struct {
		file string
		crlf bool
	}{{"01_Wiki/Wrong.md", true}, {"raw/tea.md", true}, {"01_Wiki/Wrong.md", false}, {"raw/tea.md", false}, {"01_Wiki/Wrong.md", true}} {
		text := lf[change.file]
		if change.crlf {
			text = strings.ReplaceAll(text, "\n", "\r\n")
		}
		v.write(change.file, text)
		warm := v.build()
		v.remove(".assay")
		cold := v.build()
		if d := cmp.Diff(cold.Diagnostics, warm.Diagnostics); d != "" || len(cold.Diagnostics) == 0 {
			t.Errorf("%+v (-cold +warm):\n%s", change, d)
		}
	}
}
