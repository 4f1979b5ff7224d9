package web

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"time"
)

// maxRobots is how much of a robots.txt is read. RFC 9309 §2.5 wants at least
// 500 KiB; rules behind it do not count.
const maxRobots = 512 << 10

// maxCrawlDelay bounds what a Crawl-delay line can ask for: files that were never
// meant for us say hours.
const maxCrawlDelay = time.Minute

// A RobotsFile is a parsed robots.txt (RFC 9309). Parsing never fails: lines that
// mean nothing are passed over. The nil file allows everything.
type RobotsFile struct {
	Sitemaps []string // as the file has them
	groups   []robotsGroup
}

type robotsGroup struct {
	agents []string // product tokens in lower case
	rules  []robotsRule
	delay  time.Duration
}

type robotsRule struct {
	allow   bool
	pattern string // escapes made normal
	text    string // the line as it stands, for the record
	line    int    // from 1
}

// A Ruling says what robots.txt says about one URL, and which line decided.
type Ruling struct {
	Allowed bool   `json:"allowed"`
	Group   string `json:"group,omitempty"` // the User-agent line that was ours, "" when none was
	Rule    string `json:"rule,omitempty"`  // the line that decided, "" when none matched
	Line    int    `json:"line,omitempty"`
}

func (r Ruling) String() string {
	switch {
	case r.Rule != "":
		return "robots.txt line " + strconv.Itoa(r.Line) + " (" + r.Rule + ", group " + r.Group + ")"
	case r.Group != "":
		return "no rule of the group " + r.Group + " in robots.txt matches"
	}
	return "robots.txt has no group for us"
}

// ParseRobots reads a robots.txt.
func ParseRobots(text []byte) *RobotsFile {
	f := &RobotsFile{}
	if len(text) > maxRobots {
		text = text[:maxRobots]
		text = text[:bytes.LastIndexByte(text, '\n')+1] // half a rule may say the opposite
	}
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	open := false // whether the last line named an agent: further ones join its group
	for i, raw := range strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(text)), "\n") {
		line, _, _ := strings.Cut(raw, "#")
		key, value, ok := strings.Cut(line, ":")
		if !ok {
			continue
		}
		key, value = strings.ToLower(strings.TrimSpace(key)), strings.TrimSpace(value)
		switch key {
		case "user-agent", "useragent", "user agent":
			if !open {
				f.groups = append(f.groups, robotsGroup{})
			}
			g := &f.groups[len(f.groups)-1]
			g.agents, open = append(g.agents, productToken(value)), true
		case "allow", "disallow":
			open = false
			if len(f.groups) == 0 || value == "" {
				continue // a rule of no group; an empty rule matches nothing
			}
			g := &f.groups[len(f.groups)-1]
			g.rules = append(g.rules, robotsRule{key == "allow", normalPattern(value), strings.TrimSpace(line), i + 1})
		case "crawl-delay":
			// Not of the RFC, and no end of a list of agents (§2.2.4), but a wish all the same.
			if s, err := strconv.ParseFloat(value, 64); err == nil && s > 0 && len(f.groups) > 0 {
				g := &f.groups[len(f.groups)-1]
				g.delay = time.Duration(min(s, maxCrawlDelay.Seconds()) * float64(time.Second))
			}
		case "sitemap":
			if value != "" && len(f.Sitemaps) < maxSitemaps {
				f.Sitemaps = append(f.Sitemaps, value)
			}
		}
	}
	return f
}

// productToken is the part of a User-agent line that RFC 9309 §2.2.1 compares:
// letters, "_" and "-". Digits are let through, since names have them.
func productToken(s string) string {
	if strings.HasPrefix(s, "*") {
		return "*"
	}
	end := strings.IndexFunc(s, func(r rune) bool {
		return !('a' <= r|32 && r|32 <= 'z' || '0' <= r && r <= '9' || r == '-' || r == '_')
	})
	if end >= 0 {
		s = s[:end]
	}
	return strings.ToLower(s)
}

// Test says whether a product token may read a path (with its query). All groups of
// the token count as one; "*" counts only where the token has none. The longest
// pattern wins, allow wins a tie.
func (f *RobotsFile) Test(product, path string) Ruling {
	if path == "/robots.txt" {
		return Ruling{Allowed: true}
	}
	groups, name := f.of(product)
	best, ruling := -1, Ruling{Allowed: true, Group: name}
	path = normalEscapes(path, querySafe)
	for _, g := range groups {
		for _, r := range g.rules {
			n := len(r.pattern)
			if n < best || n == best && (ruling.Allowed || !r.allow) || !matchPattern(r.pattern, path) {
				continue
			}
			best, ruling = n, Ruling{r.allow, name, r.text, r.line}
		}
	}
	return ruling
}

// Delay is the pause that the file asks of a product token, 0 when none.
func (f *RobotsFile) Delay(product string) time.Duration {
	var d time.Duration
	groups, _ := f.of(product)
	for _, g := range groups {
		d = max(d, g.delay)
	}
	return d
}

func (f *RobotsFile) of(product string) (groups []robotsGroup, name string) {
	if f == nil {
		return nil, ""
	}
	for _, name := range []string{strings.ToLower(product), "*"} {
		for _, g := range f.groups {
			if slices.Contains(g.agents, name) {
				groups = append(groups, g)
			}
		}
		if groups != nil {
			return groups, name
		}
	}
	return nil, ""
}

// normalPattern makes escapes of a rule normal, so that "/caf%c3%a9", "/café" and
// "/%63af%C3%A9" are one, and keeps "*" and "$" as what they mean.
func normalPattern(p string) string {
	if !strings.HasPrefix(p, "/") && !strings.HasPrefix(p, "*") {
		p = "/" + p
	}
	return normalEscapes(p, querySafe)
}

// matchPattern matches from the start of the path: what stands between stars is found where it
// comes first, but at the end of an anchored pattern, where it comes last.
func matchPattern(pattern, path string) bool {
	pattern, anchored := strings.CutSuffix(pattern, "$")
	parts := strings.Split(pattern, "*")
	path, ok := strings.CutPrefix(path, parts[0])
	if last := len(parts) - 1; anchored && last == 0 {
		return ok && path == ""
	} else if anchored {
		rest, ends := strings.CutSuffix(path, parts[last])
		path, ok, parts = rest, ok && ends, parts[:last]
	}
	for _, part := range parts[1:] {
		if ok {
			_, path, ok = strings.Cut(path, part)
		}
	}
	return ok
}
