package browser

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
)

// free reports why a profile cannot be used: a second browser on it would not be one
// of ours, but a window of the first.
func free(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("profile %s: %w", dir, err)
	}
	if runtime.GOOS == "windows" {
		f, err := os.OpenFile(filepath.Join(dir, "lockfile"), os.O_RDWR, 0)
		if err == nil {
			return f.Close()
		}
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return fmt.Errorf("profile %s is in use by another browser; close that one", dir)
	}
	holder, err := os.Readlink(filepath.Join(dir, "SingletonLock"))
	if err != nil {
		return nil // as it is where nobody has it
	}
	at := strings.LastIndexByte(holder, '-')
	host, _ := os.Hostname()
	pid, err := strconv.Atoi(holder[at+1:])
	switch {
	case at < 0 || err != nil:
		return nil
	case holder[:at] != host:
		return fmt.Errorf("profile %s is in use on %s; close that browser, or remove SingletonLock from the folder", dir, holder[:at])
	case living(pid):
		return fmt.Errorf("profile %s is in use by process %d; close that browser", dir, pid)
	}
	return nil
}
