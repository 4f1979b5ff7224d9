package web

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestCanonical(t *testing.T) {
	for in, want := range map[string]string{
		"HTTP://Example.ORG":                               "http://example.org/",
		"https://example.org:443/a":                        "https://example.org/a",
		"http://example.org:080/a":                         "http://example.org/a",
		"http://example.org:8080/a#part":                   "http://example.org:8080/a",
		"https://example.org./a/./b/../c/":                 "https://example.org/a/c/",
		"https://example.org/../../a":                      "https://example.org/a",
		"https://example.org/a/..":                         "https://example.org/",
		"https://example.org/a//b":                         "https://example.org/a//b",
		"https://example.org/%7euser/%c3%a9":               "https://example.org/~user/%C3%A9",
		"https://example.org/é":                            "https://example.org/%C3%A9",
		"https://example.org/a%2Fb":                        "https://example.org/a%2Fb",
		"https://bücher.example/":                          "https://xn--bcher-kva.example/",
		"https://example.org/?b=2&a=1&utm_source=x":        "https://example.org/?a=1&b=2",
		"https://example.org/?a=2&a=1":                     "https://example.org/?a=2&a=1",
		"https://example.org/?z&a":                         "https://example.org/?z&a",
		"https://example.org/?fbclid=abc":                  "https://example.org/",
		"https://example.org/?":                            "https://example.org/",
		"https://example.org/a?q=x y":                      "https://example.org/a?q=x%20y",
		"http://[::1]:8080/":                               "http://[::1]:8080/",
		"http://[::ffff:127.0.0.1]/":                       "http://127.0.0.1/",
		"  https://my_host.example/x ":                     "https://my_host.example/x",
		"https://example.org/a;v=1":                        "https://example.org/a;v=1",
		"ftp://example.org/":                               "",
		"https://user:secret@example.org/":                 "",
		"/relative":                                        "",
		"https:///x":                                       "",
		"https://example.org/%zz":                          "",
		"http://[fe80::1%25eth0]/":                         "",
		"https://example.org/" + strings.Repeat("a", 3000): "",
		"javascript:alert(1)":                              "",
	} {
		got, err := Canonical(in)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("Canonical(%q) = %q, %v; want %q", in, got, err, want)
		}
	}
	if _, err := Canonical("https://user:secret@example.org/"); strings.Contains(err.Error(), "secret") {
		t.Errorf("the error shows the password: %v", err)
	}
}

func TestResolve(t *testing.T) {
	for ref, want := range map[string]string{
		"b.html": "https://example.org/docs/b.html", "/x": "https://example.org/x", "//other.example": "https://other.example/",
		"?p=2": "https://example.org/docs/a.html?p=2", "#top": "https://example.org/docs/a.html", "\n../c ": "https://example.org/c",
		"mailto:a@example.org": "", "javascript:void(0)": "", "data:text/html,x": "",
	} {
		if got, _ := Resolve("https://example.org/docs/a.html", ref); got != want {
			t.Errorf("Resolve(%q) = %q, want %q", ref, got, want)
		}
	}
}

func TestWithin(t *testing.T) {
	for _, c := range []struct {
		seed, prefix string
		in, out      []string
	}{
		{"https://example.org/docs/index.html", "https://example.org/docs/",
			[]string{"https://example.org/docs/", "https://example.org/docs/a/b", "http://example.org/docs/x"},
			[]string{"https://example.org/docs", "https://example.org/", "https://example.org.evil.example/docs/", "https://example.org:8443/docs/"}},
		{"https://example.org/docs", "https://example.org/docs",
			[]string{"https://example.org/docs", "https://example.org/docs/a", "https://example.org/docs?v=1"},
			[]string{"https://example.org/docs-old"}},
		{"https://example.org/docs/?v=2", "https://example.org/docs/", []string{"https://example.org/docs/?v=3"}, nil},
	} {
		p := PrefixOf(c.seed)
		if p != c.prefix {
			t.Errorf("PrefixOf(%q) = %q, want %q", c.seed, p, c.prefix)
		}
		for _, u := range c.in {
			if !Within(p, u) {
				t.Errorf("%s is not within %s", u, p)
			}
		}
		for _, u := range c.out {
			if Within(p, u) {
				t.Errorf("%s is within %s", u, p)
			}
		}
	}
}

func TestCanonicalIsAFixedPoint(t *testing.T) {
	part := rapid.StringOf(rapid.RuneFrom([]rune("aZé%2f7E./?&=;:@ #+*$~'\"<>[]\\日")))
	rapid.Check(t, func(t *rapid.T) { fixedPoint(t, "http://Example.org/"+part.Draw(t, "rest")) })
}

func FuzzCanonical(f *testing.F) {
	for _, s := range []string{"http://a/%2e%2e/b", "https://ä.de:443/?b&a=1#x", "http://[::1]/", "http://a/%"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { fixedPoint(t, s) })
}

func fixedPoint(t interface{ Fatalf(string, ...any) }, in string) {
	once, err := Canonical(in)
	if err != nil {
		return
	}
	if twice, err := Canonical(once); err != nil && !strings.Contains(err.Error(), "longer than") || err == nil && twice != once {
		t.Fatalf("%q → %q → %q, %v", in, once, twice, err)
	}
	if !Within(PrefixOf(once), once) {
		t.Fatalf("%q is not within its own prefix %q", once, PrefixOf(once))
	}
}

func TestSameSite(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		same bool
	}{
		{"https://docs.example.org/a", "http://www.EXAMPLE.org:8080/b", true},
		{"https://example.org/", "https://example.com/", false},
		{"https://ada.github.io/", "https://bob.github.io/", false},
		{"https://a.example.co.uk/", "https://b.co.uk/", false},
		{"http://127.0.0.1:1/", "http://127.0.0.1:2/x", true},
		{"http://10.0.0.1/", "http://11.0.0.1/", false},
		{"http://localhost:1/", "http://localhost/", true},
		{"http://[::1]:1/", "http://[0::1]/", true},
		{"https://bücher.example/", "https://www.xn--bcher-kva.example/", true},
		{"git+https://github.com/a/b#c.md", "https://github.com/a/b/blob/main/c.md", true},
		{"ctx7:react", "ctx7:react", false}, {"", "", false}, {"%zz", "%zz", false},
	} {
		if got := SameSite(tt.a, tt.b); got != tt.same {
			t.Errorf("SameSite(%q, %q) = %t", tt.a, tt.b, got)
		}
	}
}
