package web

import (
	"strings"
	"testing"
	"time"
)

func TestRobotsRules(t *testing.T) {
	for _, c := range []struct{ name, file, agent, path, want string }{
		{"empty file", "", "assay", "/x", "allow"},
		{"disallow all", "User-agent: *\nDisallow: /", "assay", "/x", "disallow *: Disallow: /"},
		{"robots.txt itself", "User-agent: *\nDisallow: /", "assay", "/robots.txt", "allow"},
		{"empty disallow", "User-agent: *\nDisallow:", "assay", "/x", "allow *"},
		{"own group only", "User-agent: *\nDisallow: /\n\nUser-agent: Assay\nDisallow: /private", "assay", "/x", "allow assay"},
		{"token is exact", "User-agent: assaying\nDisallow: /", "assay", "/x", "allow"},
		{"version is no part", "User-agent: assay/2.0 (x)\nDisallow: /", "assay", "/x", "disallow assay: Disallow: /"},
		{"groups join", "User-agent: assay\nDisallow: /a\nUser-agent: other\nDisallow: /\nUser-agent: assay\nDisallow: /b", "assay", "/b", "disallow assay: Disallow: /b"},
		{"agents share", "User-agent: x\nUser-agent: assay\nDisallow: /a", "assay", "/a", "disallow assay: Disallow: /a"},
		{"longest wins", "User-agent: *\nDisallow: /a\nAllow: /a/b", "assay", "/a/b/c", "allow *: Allow: /a/b"},
		{"order is no matter", "User-agent: *\nAllow: /a/b\nDisallow: /a", "assay", "/a/b/c", "allow *: Allow: /a/b"},
		{"tie allows", "User-agent: *\nDisallow: /a\nAllow: /a", "assay", "/a", "allow *: Allow: /a"},
		{"star", "User-agent: *\nDisallow: /*/edit", "assay", "/page/edit?x", "disallow *: Disallow: /*/edit"},
		{"end", "User-agent: *\nDisallow: /*.pdf$", "assay", "/a.pdf?x", "allow *"},
		{"end matches", "User-agent: *\nDisallow: /*.pdf$", "assay", "/a.pdf.pdf", "disallow *: Disallow: /*.pdf$"},
		{"root alone", "User-agent: *\nDisallow: /$", "assay", "/a", "allow *"},
		{"escapes", "User-agent: *\nDisallow: /caf%c3%a9", "assay", "/caf%C3%A9", "disallow *: Disallow: /caf%c3%a9"},
		{"raw utf-8", "User-agent: *\nDisallow: /café", "assay", "/caf%C3%A9", "disallow *: Disallow: /café"},
		{"escaped slash", "User-agent: *\nDisallow: /a%2Fb", "assay", "/a/b", "allow *"},
		{"case of the path", "User-agent: *\nDisallow: /A", "assay", "/a", "allow *"},
		{"comments, CR, BOM", "\ufeff# hi\rUSER-AGENT : * # all\rdisallow : /a # no", "assay", "/a", "disallow *: disallow : /a"},
		{"rule before a group", "Disallow: /\nUser-agent: *\nDisallow: /a", "assay", "/b", "allow *"},
		{"html for a file", "<!doctype html><title>Hi</title>", "assay", "/b", "allow"},
		{"query", "User-agent: *\nDisallow: /*?*sort=", "assay", "/l?a=1&sort=up", "disallow *: Disallow: /*?*sort="},
		{"no slash", "User-agent: *\nDisallow: tmp", "assay", "/tmp/x", "disallow *: Disallow: tmp"},
		{"unknown lines keep a group", "User-agent: a\nSitemap: x\nUser-agent: assay\nDisallow: /", "assay", "/x", "disallow assay: Disallow: /"},
	} {
		r := ParseRobots([]byte(c.file)).Test(c.agent, c.path)
		got := "disallow"
		if r.Allowed {
			got = "allow"
		}
		if r.Group != "" {
			got += " " + r.Group
		}
		if r.Rule != "" {
			got += ": " + r.Rule
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestRobotsRulingNamesTheLine(t *testing.T) {
	r := ParseRobots([]byte("# a\n\nUser-agent: *\nCrawl-delay: 2.5\n\nDisallow: /x\nSitemap: https://example.org/s.xml\n")).Test("assay", "/x")
	if r.Line != 6 || !strings.Contains(r.String(), "line 6") {
		t.Errorf("ruling %+v", r)
	}
	f := ParseRobots([]byte("User-agent: *\nCrawl-delay: 2.5\nSitemap: https://example.org/s.xml\n"))
	if f.Delay("assay") != 2500*time.Millisecond || len(f.Sitemaps) != 1 {
		t.Errorf("delay %s, sitemaps %q", f.Delay("assay"), f.Sitemaps)
	}
}

func TestRobotsSize(t *testing.T) {
	head := "User-agent: *\nDisallow: /first\n"
	filler := strings.Repeat("# "+strings.Repeat("x", 61)+"\n", 500<<10/64)
	f := ParseRobots([]byte(head + filler + "Disallow: /within\n" + filler + "Disallow: /behind\n"))
	for path, allowed := range map[string]bool{"/first": false, "/within": false, "/behind": true} {
		if got := f.Test("assay", path).Allowed; got != allowed {
			t.Errorf("%s allowed: %v", path, got)
		}
	}
}

func FuzzRobots(f *testing.F) {
	f.Add("User-agent: *\nDisallow: /*a*b$\nAllow: /", "/aab")
	f.Fuzz(func(t *testing.T, file, path string) {
		r := ParseRobots([]byte(file))
		a, b := r.Test("assay", path), r.Test("ASSAY", path)
		if a != b {
			t.Fatalf("the case of the token matters: %+v, %+v", a, b)
		}
		if !a.Allowed && a.Line == 0 {
			t.Fatalf("disallowed by no rule: %+v", a)
		}
	})
}

func TestPatternsOfManyStarsAreQuick(t *testing.T) {
	f := ParseRobots([]byte("User-agent: *\nDisallow: /" + strings.Repeat("*a", 1000) + "b\n"))
	start := time.Now()
	f.Test("assay", "/"+strings.Repeat("a", 2000))
	if d := time.Since(start); d > time.Second {
		t.Errorf("took %s", d)
	}
}
