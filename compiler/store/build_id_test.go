package store

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// The id of a build is what the toolchain says it is: another build has another.
func TestBuildID(t *testing.T) {
	name, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	want, err := exec.Command("go", "tool", "buildid", name).Output()
	if err != nil {
		t.Skip("no toolchain to ask: ", err)
	}
	if got := BuildID(); got != strings.TrimSpace(string(want)) {
		t.Errorf("build id %q, want %q", got, want)
	}
}
