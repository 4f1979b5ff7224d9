package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"assay/internal/assaytest"
)

// peers measures programs that people run over the same notes, where ASSAY_BENCH_PEERS
// names a folder that has them (`make bench-peers`). Hugo renders each note to a page;
// vale looks for words that stand twice. Neither grades anything or follows a wikilink:
// they say what reading so many notes costs others.
func (b *bench) peers(v *benchVault) {
	dir := os.Getenv("ASSAY_BENCH_PEERS")
	if dir == "" || b.notes > 20_000 {
		return
	}
	parse := func() { parseAlone(b.t, v.dir) }
	if hugo := b.peer(dir, "hugo"); hugo != "" {
		site := b.site(v)
		cold := func(int) time.Duration {
			for _, made := range []string{"public", "cache", "resources"} {
				if err := os.RemoveAll(filepath.Join(site, made)); err != nil {
					b.t.Fatal(err)
				}
			}
			return b.other(hugo, "--source", site, "--quiet")
		}
		b.row(row{what: "hugo, cold: every note rendered", yardstick: "goldmark alone", heavy: true, sample: b.measure(parse, cold)})
		b.row(row{what: "hugo, warm: nothing changed", yardstick: "goldmark alone", heavy: true,
			sample: b.measure(parse, func(int) time.Duration { return b.other(hugo, "--source", site, "--quiet") })})
	}
	if vale := b.peer(dir, "vale"); vale != "" {
		config := filepath.Join(b.t.TempDir(), ".vale.ini")
		if err := os.WriteFile(config, []byte("MinAlertLevel = error\n[*.md]\nBasedOnStyles =\nVale.Repetition = YES\n"), 0o644); err != nil {
			b.t.Fatal(err)
		}
		args := []string{"--no-global", "--no-exit", "--output=line", "--config=" + config}
		for _, folder := range noteFolders {
			args = append(args, filepath.Join(v.dir, folder))
		}
		b.row(row{what: "vale, one rule over every note", yardstick: "goldmark alone", heavy: true,
			sample: b.measure(parse, func(int) time.Duration { return b.other(vale, args...) })})
	}
}

// peer is a program of the folder, if it is there; that it is not is said.
func (b *bench) peer(dir, name string) string {
	path, err := exec.LookPath(filepath.Join(dir, name))
	if err != nil {
		b.row(row{what: name, sample: sample{said: "not installed"}})
		return ""
	}
	return path
}

func (b *bench) other(name string, args ...string) time.Duration {
	b.t.Helper()
	cmd := exec.Command(name, args...)
	began := time.Now()
	out, err := cmd.CombinedOutput()
	if err != nil {
		b.t.Fatalf("%s %v: %v\n%.2000s", name, args, err, out)
	}
	took := time.Since(began)
	b.peak, b.cpu = assaytest.Peak(cmd), cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime()
	return took
}

// noteFolders are those of a generated vault that hold notes.
var noteFolders = []string{"01_Wiki", "Notes", "Journal", "00_Inbox"}

// site is a folder with the vault's notes and the plainest layout. The notes are
// copied, since hugo reads none of a vault's folders as they are: it takes index.md for
// the whole of its folder.
func (b *bench) site(v *benchVault) string {
	dir := b.t.TempDir()
	assaytest.Lay(b.t, dir, map[string]string{
		"hugo.toml": `baseURL = "https://example.org/"` + "\ncacheDir = '" + filepath.Join(dir, "cache") + "'\n" +
			`disableKinds = ["taxonomy", "term", "RSS", "sitemap", "robotsTXT", "404"]` + "\n",
		"layouts/_default/single.html": "<title>{{ .Title }}</title>{{ .Content }}\n",
		"layouts/_default/list.html":   "<title>{{ .Title }}</title>\n",
	})
	for _, folder := range noteFolders {
		if err := os.CopyFS(filepath.Join(dir, "content", folder), os.DirFS(filepath.Join(v.dir, folder))); err != nil {
			b.t.Fatal(err)
		}
	}
	if err := os.Remove(filepath.Join(dir, "content", noteFolders[0], "index.md")); err != nil {
		b.t.Fatal(err)
	}
	return dir
}
