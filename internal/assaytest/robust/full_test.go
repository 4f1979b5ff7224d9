//go:build linux

package robust

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"assay/internal/assaytest"

	"github.com/google/go-cmp/cmp"
)

// A disk that fills up at any stage of a build loses nothing and is named; with space
// again, the build ends where an undisturbed one does. The disk is a small tmpfs, which
// only root can mount.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("needs a small disk of its own")
	}
	undisturbed := t.TempDir()
	assaytest.Lay(t, undisturbed, trees())
	assaytest.Must(t, 0, undisturbed, "build")
	want := assaytest.Files(t, undisturbed)
	stopped := 0
	for _, kilobytes := range []int{360, 440, 560, 720} {
		dir := t.TempDir()
		if out, err := exec.Command("mount", "-t", "tmpfs", "-o", fmt.Sprintf("size=%dk", kilobytes), "tmpfs", dir).CombinedOutput(); err != nil {
			t.Skipf("mount: %v %s", err, out)
		}
		t.Cleanup(func() { exec.Command("umount", dir).Run() })
		assaytest.Lay(t, dir, trees())
		before := assaytest.Files(t, dir)
		out, messages, status := assaytest.Run(t, dir, "build")
		if status != 0 {
			stopped++
			if !strings.Contains(out+messages, "no space left on device") {
				t.Errorf("%d KB: status %d without the reason:\n%s%s", kilobytes, status, out, messages)
			}
		}
		for name, text := range before {
			if now, err := os.ReadFile(dir + "/" + name); err != nil || string(now) != text {
				t.Errorf("%d KB: %s was changed, %v", kilobytes, name, err)
			}
		}
		assaytest.Run(t, dir, "check") // must not panic either
		if out, err := exec.Command("mount", "-o", "remount,size=64m", dir).CombinedOutput(); err != nil {
			t.Fatalf("remount: %v %s", err, out)
		}
		assaytest.Must(t, 0, dir, "build")
		if d := cmp.Diff(want, assaytest.Files(t, dir)); d != "" {
			t.Errorf("%d KB: with space again the build ends elsewhere:\n%s", kilobytes, d)
		}
		assaytest.Leftovers(t, dir)
	}
	if stopped == 0 {
		t.Error("no disk was too small")
	}
	t.Logf("%d disks were too small", stopped)
}
