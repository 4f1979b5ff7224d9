package rank

import (
	"math"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// An Item is a hit, as far as ranking looks at it.
type Item struct {
	Title string
	Text  string // or a snippet
	URL   string
	Date  time.Time // zero where unknown
}

// Features are what is measured of a hit, each from 0 to 1.
type Features struct {
	Keyword   float64 `json:"keyword"`
	Freshness float64 `json:"freshness"`
	Authority float64 `json:"authority"`
}

// Score of a hit: keyword, freshness and authority, weighed, to four places.
func (m Mix) Score(f Features) float64 {
	return places(m.Keyword*f.Keyword + m.Freshness*f.Freshness + m.Authority*f.Authority)
}

func places(x float64) float64 { return math.Round(x*1e4) / 1e4 }

// Features measures a hit. Hosts of boost, and their subdomains, gain in authority.
func (w *Weights) Features(query string, it Item, now time.Time, boost []string) Features {
	return Features{
		Keyword:   places(keyword(query, it.Title+"\n"+it.Text)),
		Freshness: w.Freshness.score(it, now),
		Authority: places(w.Authority.score(it.URL, boost)),
	}
}

// noWords is the keyword score of a question without a word that could be looked for.
const noWords = 0.5

// keyword is the share of a question's words that a text has, cut as search cuts them.
func keyword(query, text string) float64 {
	wanted := Terms(query)
	if len(wanted) == 0 {
		return noWords
	}
	return float64(Shared(wanted, Terms(text))) / float64(len(wanted))
}

func (f *Freshness) score(it Item, now time.Time) float64 {
	if it.Date.IsZero() {
		return f.byYear(it.Title+" "+it.Text, now.Year())
	}
	age := now.Sub(it.Date).Hours() / 24
	for _, s := range f.Steps {
		if age <= s.Days {
			return s.Score
		}
	}
	return f.Older
}

// byYear scores what has no date by the latest year that it names and that is not
// still to come.
func (f *Freshness) byYear(text string, now int) float64 {
	latest := 0
	for _, m := range regexp.MustCompile(`\b(?:19|20)\d\d\b`).FindAllString(text, -1) {
		if y, err := strconv.Atoi(m); err == nil && y <= now {
			latest = max(latest, y)
		}
	}
	if latest == 0 {
		return f.Undated
	}
	for _, y := range f.Years {
		if now-latest <= y.Ago {
			return y.Score
		}
	}
	return f.YearsOlder
}

func (a *Authority) score(address string, boost []string) float64 {
	host := ""
	if u, err := url.Parse(address); err == nil {
		host = strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	}
	score := a.base(host)
	for _, d := range boost {
		if below(host, d) {
			return min(1, score+a.Boost)
		}
	}
	return score
}

func (a *Authority) base(host string) float64 {
	// The longest name wins, so that blog.example.org can have another score than
	// example.org.
	best, score := -1, 0.0
	for d, s := range a.Domains {
		if below(host, d) && len(d) > best {
			best, score = len(d), s
		}
	}
	if best >= 0 {
		return score
	}
	for _, t := range a.Tiers {
		for _, d := range t.Domains {
			if below(host, d) {
				return t.Score
			}
		}
	}
	for _, p := range a.Patterns {
		head, starts := strings.CutSuffix(p.Host, "*")
		tail, ends := strings.CutPrefix(p.Host, "*")
		if starts && strings.HasPrefix(host, head) || ends && strings.HasSuffix(host, tail) {
			return p.Score
		}
	}
	return a.Other
}

// below reports whether a host is a domain or one of its subdomains.
func below(host, domain string) bool {
	domain = strings.ToLower(strings.Trim(strings.TrimSpace(domain), "."))
	return domain != "" && (host == domain || strings.HasSuffix(host, "."+domain))
}
