package compiler_test

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"assay/compiler/reports"
)

// A build after an edit says what a build without any kept results says, and leaves the
// same bytes.
func TestIncrementalEqualsCold(t *testing.T) {
	t.Parallel()
	same := func(t *testing.T, v *testVault) {
		t.Helper()
		cold := v.copy()
		got, want := v.build(), cold.build()
		if got.Some || got.Actions.Run == 0 { // nothing is shown of what was not looked at
			want.Showcase = got.Showcase
		}
		if d := cmp.Diff(want, got, cmpopts.IgnoreFields(reports.Report{}, "Vault", "Duration", "Actions", "Basis"), cmpopts.EquateEmpty()); d != "" {
			t.Errorf("build differs (-cold +incremental):\n%s", d)
		}
		if d := cmp.Diff(cold.files(), v.files()); d != "" {
			t.Errorf("bytes differ (-cold +incremental):\n%s", d)
		}
	}
	three := func(t *testing.T) *testVault {
		v := newVault(t, tea)
		for name, minutes := range map[string]string{"One": "four", "Two": "six", "Three": "nine"} {
			says := "# Oolong\n\nOolong leaves are steeped for " + minutes + " minutes in the blue kettle."
			v.write("raw/"+name+".md", says+"\n")
			v.write("01_Wiki/"+name+".md", says+" ^[raw/"+name+".md]\n")
		}
		v.build()
		v.build()
		return v
	}
	for _, test := range []struct {
		name string
		make func(*testing.T) *testVault
		edit func(*testVault)
	}{
		{"a note of three in mutual conflict removed", three, func(v *testVault) { v.remove("01_Wiki/Three.md") }},
		{"another one removed", three, func(v *testVault) { v.remove("01_Wiki/One.md") }},
		{"the case of its name changed", three, func(v *testVault) {
			if err := os.Rename(v.path("01_Wiki/Three.md"), v.path("01_Wiki/three.md")); err != nil {
				v.Fatal(err)
			}
		}},
		{"line ends changed", three, func(v *testVault) {
			v.write("01_Wiki/Two.md", strings.ReplaceAll(v.read("01_Wiki/Two.md"), "\n", "\r\n"))
		}},
		{"line ends of a note with faults changed", func(t *testing.T) *testVault {
			v := three(t)
			v.write("01_Wiki/Four.md", "# Four\n\nSee [[Nowhere]].\n\nEspresso is pressed through ground coffee at six bars. ^[raw/coffee.md]\n\nSee [[Nothing]].\n")
			v.build()
			v.build()
			return v
		}, func(v *testVault) {
			v.write("01_Wiki/Four.md", strings.ReplaceAll(v.read("01_Wiki/Four.md"), "\n", "\r\n"))
		}},
		{"an excluded note removed", func(t *testing.T) *testVault {
			v := newVault(t, tea)
			v.write("pipeline-policy.yaml", "version: 1.0\nvault:\n  evidence: [raw]\n  exclude: [\"Templates\"]\n")
			v.write("Templates/Note.md", "# Note\n")
			v.write("01_Wiki/Four.md", "# Four\n\nSee [[Templates/Note]] and [the same](../Templates/Note.md).\n")
			v.build()
			v.build()
			return v
		}, func(v *testVault) { v.remove("Templates/Note.md") }},
		{"a link of a note made good that has what stands nowhere in its source", func(t *testing.T) *testVault {
			v := newVault(t, tea)
			v.write("raw/kiln.md", "# The kiln\n\nThe red kiln is fired with oak every second week.\n\n"+strings.Repeat("Clay comes by barge from the pits above the weir, and rests in the yard until the frost has broken it. ", 14)+"\n")
			v.write("01_Wiki/Kiln.md", "# Kiln\n\nThe red kiln is fired with oak every second week at 840 degrees. ^[raw/kiln.md]\n\nSee [[Later]].\n")
			v.build()
			v.build()
			return v
		}, func(v *testVault) { v.write("01_Wiki/Later.md", "# Later\n") }},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			v := test.make(t)
			test.edit(v)
			same(t, v)
		})
	}
}
