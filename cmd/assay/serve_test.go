package main

import (
	"bufio"
	"bytes"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// serve serves a folder of the script on 127.0.0.1 until the script ends, as the site
// $SITE: serve DIR. What the folder has is served as it is at that moment, so a script
// changes a site by changing files. These files of it are no pages:
//
//	redirects.txt   lines "from to": a path, and where it leads
//	status.txt      lines "path status": a path, and the status it is answered with
//	requests.txt    is written: a line for each request, with the status
//
// In XML, $SITE stands for the site's address.
func serve(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: serve folder")
	}
	s := &site{dir: ts.MkAbs(args[0])}
	if info, err := os.Stat(s.dir); err != nil || !info.IsDir() {
		ts.Fatalf("serve: %s is no folder", args[0])
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	ts.Check(err)
	server := &http.Server{Handler: s}
	go server.Serve(l)
	ts.Defer(func() { server.Close() })
	_, port, err := net.SplitHostPort(l.Addr().String())
	ts.Check(err)
	ts.Setenv("SITE", "http://127.0.0.1:"+port)
	ts.Setenv("PORT", port)
}

// fill puts the address of the site into files that have $SITE: fill file….
func fill(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: fill file…")
	}
	for _, name := range args {
		text := strings.ReplaceAll(ts.ReadFile(name), "$SITE", ts.Getenv("SITE"))
		ts.Check(os.WriteFile(ts.MkAbs(name), []byte(text), 0o666))
	}
}

// once holds the lines of a file that match a pattern to a number, none of them twice:
// once file pattern number.
func once(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: once file pattern number")
	}
	want, err := strconv.Atoi(args[2])
	ts.Check(err)
	pattern, err := regexp.Compile(args[1])
	ts.Check(err)
	seen := map[string]bool{}
	for line := range strings.SplitSeq(ts.ReadFile(args[0]), "\n") {
		if pattern.MatchString(line) && seen[line] {
			ts.Fatalf("twice: %s", line)
		}
		if pattern.MatchString(line) {
			seen[line] = true
		}
	}
	if len(seen) != want {
		ts.Fatalf("%d lines match, want %d:\n%s", len(seen), want, ts.ReadFile(args[0]))
	}
}

// A site is a folder, served.
type site struct{ dir string }

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	status := s.answer(w, r)
	f, err := os.OpenFile(filepath.Join(s.dir, "requests.txt"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
	if err == nil {
		f.WriteString(strconv.Itoa(status) + " " + r.URL.RequestURI() + "\n")
		f.Close()
	}
}

func (s *site) answer(w http.ResponseWriter, r *http.Request) int {
	if to := s.line("redirects.txt", r.URL.Path); to != "" {
		http.Redirect(w, r, to, http.StatusFound)
		return http.StatusFound
	}
	if status, err := strconv.Atoi(s.line("status.txt", r.URL.Path)); err == nil {
		http.Error(w, "as it is told", status)
		return status
	}
	name := strings.TrimPrefix(r.URL.Path, "/")
	if name == "" || strings.HasSuffix(name, "/") {
		name += "index.html"
	}
	text, err := os.ReadFile(filepath.Join(s.dir, filepath.FromSlash(filepath.Clean("/"+name))))
	if err != nil {
		http.NotFound(w, r)
		return http.StatusNotFound
	}
	tag := `"` + strconv.Itoa(len(text)) + "-" + strconv.FormatUint(uint64(sum(text)), 16) + `"`
	w.Header().Set("ETag", tag)
	if r.Header.Get("If-None-Match") == tag {
		w.WriteHeader(http.StatusNotModified)
		return http.StatusNotModified
	}
	switch filepath.Ext(name) {
	case ".html":
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
	case ".xml":
		w.Header().Set("Content-Type", "application/xml")
		text = bytes.ReplaceAll(text, []byte("$SITE"), []byte("http://"+r.Host))
	default:
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	}
	w.Write(text)
	return http.StatusOK
}

// line is what stands after a path in a file of the site; "" where there is no such
// line.
func (s *site) line(file, path string) string {
	f, err := os.Open(filepath.Join(s.dir, file))
	if err != nil {
		return ""
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if fields := strings.Fields(lines.Text()); len(fields) == 2 && fields[0] == path {
			return fields[1]
		}
	}
	return ""
}

func sum(text []byte) (h uint32) {
	for _, b := range text {
		h = h*31 + uint32(b)
	}
	return h
}
