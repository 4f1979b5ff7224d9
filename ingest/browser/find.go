package browser

import (
	"path/filepath"
	"runtime"
)

// names are looked for on $PATH, free builds first.
var names = []string{
	"chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome", "microsoft-edge-stable", "microsoft-edge", "msedge", "chrome-headless-shell",
}

// Find looks for a Chromium, or what is built on it, on $PATH and where installers
// put it. lookPath is [exec.LookPath]; getenv is [os.Getenv].
func Find(getenv func(string) string, lookPath func(string) (string, error)) (path string, ok bool) {
	for _, name := range append(names, places(runtime.GOOS, getenv)...) {
		if p, err := lookPath(name); err == nil {
			return p, true
		}
	}
	return "", false
}

// places are where installers put a browser that is not on $PATH.
func places(goos string, getenv func(string) string) []string {
	var all []string
	switch goos {
	case "darwin":
		for _, root := range []string{"/Applications", filepath.Join(getenv("HOME"), "Applications")} {
			for _, name := range []string{"Chromium", "Google Chrome", "Microsoft Edge"} {
				all = append(all, filepath.Join(root, name+".app", "Contents", "MacOS", name))
			}
		}
	case "windows":
		for _, root := range []string{"ProgramFiles", "ProgramFiles(x86)", "LocalAppData"} {
			dir := getenv(root)
			if dir == "" {
				continue
			}
			for _, name := range []string{`Chromium\Application\chrome.exe`, `Google\Chrome\Application\chrome.exe`, `Microsoft\Edge\Application\msedge.exe`} {
				all = append(all, dir+`\`+name)
			}
		}
	default:
		all = []string{"/snap/bin/chromium", "/usr/lib/chromium/chromium", "/opt/google/chrome/chrome", "/var/lib/flatpak/exports/bin/org.chromium.Chromium"}
	}
	return all
}
