package gates

import (
	"regexp"
	"strconv"
	"strings"
	"sync"

	"assay/text"
)

// The kinds of condition under which a claim may hold.
const (
	inVersion = "version"
	onDate    = "date"
	inPlace   = "place"
	byMeasure = "measure"
	inScope   = "scope"
)

// A condition is where, when or for what a source says something.
type condition struct {
	kind     string
	text     string // as a phrase: "in version 3", "on Linux"
	key      string // what of it is compared, folded
	year     int    // the last that it names
	snapshot bool   // a count on a day: "as of 2019"
	open     bool   // has no end: "since version 4.1"
}

const (
	monthNames = `January|February|March|April|May|June|July|August|September|October|November|December`
	aYear      = `(?:1[0-9]|20)\d\d`
)

// conditionPatterns are compiled when a conflict is first weighed: most commands
// never do.
var conditionPatterns = sync.OnceValue(func() []conditionPattern {
	return []conditionPattern{
		{onDate, regexp.MustCompile(`(?i)\b(as of|as at|in|during|between|until|till|before|after|since|from|by|up to)\s+((?:the\s+)?(?:(?:early|late|fiscal|mid)\s+)?(?:(?:\d{1,2}\s+)?(?:` + monthNames + `)\s+(?:\d{1,2},\s+)?)?` + aYear + `s?(?:\s*(?:–|-|to|and|until)\s*(?:(?:` + monthNames + `)\s+)?` + aYear + `)?)\b`)},
		{inVersion, regexp.MustCompile(`\b(?:([Ii]n|[Ss]ince|[Ff]rom|[Uu]ntil|[Bb]efore|[Uu]nder|[Ww]ith|[Ff]or|[Oo]n|[Uu]p to|[Bb]y)\s+)?((?:[Vv]ersion|[Rr]elease|[A-Z][\w+#./-]*(?:\s+[A-Z][\w+#./-]*)?(?:\s+(?:version|release|v))?)\s+v?\d+(?:\.(?:\d+|x))*|v\d+(?:\.\d+)*|[A-Z][A-Za-z]+[/-]\d+(?:\.\d+)*)\b`)},
		{byMeasure, regexp.MustCompile(`(?i)\b(by|measured by|measured in|measured from|measured at|measured along|according to|as defined by|as counted by|counted by|in terms of)\s+((?:the\s+|its\s+|total\s+|surface\s+|[A-Z]+\s+)?(?:area|population|volume|length|depth|height|elevation|mass|weight|revenue|discharge|capacity|market share|land area|base|sea level|summit|prominence|passengers?|passenger numbers|tonnage|students|enrolment|employees|headcount|floor area))\b`)},
		{byMeasure, regexp.MustCompile(`\b([Aa]ccording to|[Aa]s defined by|[Aa]s counted by|[Cc]ounted by|[Mm]easured by)\s+((?:the\s+)?[A-Z][\w'’.-]*(?:\s+[A-Z][\w'’.-]*)*)`)},
		{inPlace, regexp.MustCompile(`\b([Ii]n|[Ww]ithin|[Aa]cross|[Oo]utside|[Tt]hroughout|[Aa]t)\s+((?:the\s+)?[A-Z][\p{L}'’-]*(?:\s+(?:of\s+|and\s+(?:the\s+)?)?[A-Z][\p{L}'’-]*)*)`)},
		{inScope, regexp.MustCompile(`(?m)(?:^|[.!?]\s+)(On|For|Under|With|Without|When|If|In|During|Using|Among|Where|While|At|Above|Below|Inside)\s+([^,.;:()“”"]{2,60}),`)},
		{inScope, regexp.MustCompile(`(?m)^.*[\s(](on|for|under|without|when|if|unless|except(?: for| in| on)?|during|using|among|where|at|above|below|inside|in)\s+((?:[^\s,.;:()“”"]+\s*){1,7})(?:[.;)]|$)`)},
	}
})

type conditionPattern struct {
	kind string
	re   *regexp.Regexp
}

// notVersions are words before a number that name no product.
var notVersions = text.Pattern(`^(?:` + monthNames + `|In|On|At|By|From|Since|Until|About|Over|Of|The|An?|Between|After|Before|During|Some|Nearly|Around|Table|Section|Chapter|Figure|Article|Page|Part|Step|Every|Only|Up)\b`)

// conditionsOf reads the conditions that a side names: in its claim, in the words of
// its source, and, for versions, in the title of the page. What differs between the
// claims is the dispute itself and no condition of it.
func conditionsOf(s Side, differ ...string) (out []condition) {
	add := func(c condition) {
		for _, d := range differ {
			if d != "" && strings.Contains(" "+c.key+" ", " "+fold(d)+" ") {
				return
			}
		}
		for _, have := range out {
			if strings.Contains(have.key, c.key) || strings.Contains(c.key, have.key) {
				return
			}
		}
		out = append(out, c)
	}
	for _, p := range conditionPatterns() {
		texts := []string{s.Text, s.Quote}
		if p.kind == inVersion {
			texts = append(texts, s.Title)
		}
		for _, text := range texts {
			for _, m := range p.re.FindAllStringSubmatchIndex(text, -1) {
				if c, ok := p.read(text, m); ok {
					add(c)
				}
			}
		}
	}
	if c, ok := residue(s); ok {
		add(c)
	}
	return out
}

// residue is what a source says before the very words of the claim, where that begins
// like a condition: "In colour mode the scanner reads 12 pages".
func residue(s Side) (condition, bool) {
	words := strings.Fields(fold(s.Text))
	if len(words) < 4 {
		return condition{}, false
	}
	said := strings.Fields(s.Quote)
	folded := strings.Fields(strings.ToLower(s.Quote))
	core := strings.Join(words[1:min(4, len(words))], " ") // the first word may be an article that fold leaves out
	for n := 1; n < len(said)-3 && n <= 9; n++ {
		if !strings.HasPrefix(fold(strings.Join(folded[n:], " ")), core) {
			continue
		}
		lead := said[:n]
		if folded[n-1] == words[0] || folded[n-1] == "the" || folded[n-1] == "a" || folded[n-1] == "an" {
			lead = said[:n-1]
		}
		if n := len(lead); n > 1 && (lead[n-1] == "the" || lead[n-1] == "The") {
			lead = lead[:n-1]
		}
		if len(lead) < 2 {
			return condition{}, false
		}
		switch word := strings.ToLower(lead[0]); word {
		case "in", "on", "for", "under", "with", "without", "when", "if", "during", "using", "among", "at", "above", "below", "inside", "outside":
			rest := strings.TrimRight(strings.Join(lead[1:], " "), ",:; ")
			if strings.ContainsAny(rest, notInNotes) {
				return condition{}, false
			}
			return condition{kind: inScope, text: word + " " + rest, key: fold(rest)}, true
		}
		return condition{}, false
	}
	return condition{}, false
}

// notInNotes are characters that no condition may have: it will stand in a note, where
// they could make a link or markup.
const notInNotes = "[]<>*_`#|%^$\\{}\n"

func (p conditionPattern) read(text string, m []int) (condition, bool) {
	word, rest := "", strings.TrimSpace(text[m[4]:m[5]])
	if m[2] >= 0 {
		word = strings.ToLower(text[m[2]:m[3]])
	}
	switch p.kind {
	case inVersion:
		if notVersions().MatchString(rest) || yearAlone(rest) || counted(text[m[1]:]) {
			return condition{}, false
		}
		if word == "" || word == "by" || word == "with" || word == "for" {
			word = "in"
		}
	case inPlace:
		if notVersions().MatchString(rest) || startsWithNumber(strings.TrimLeft(text[m[1]:], " ")) {
			return condition{}, false
		}
	case inScope:
		if len(strings.Fields(rest)) > 7 || startsWithNumber(rest) {
			return condition{}, false
		}
	}
	if strings.ContainsAny(rest, notInNotes) {
		return condition{}, false
	}
	c := condition{kind: p.kind, text: word + " " + rest, key: fold(rest)}
	c.open = word == "since" || word == "after" || word == "from" && !strings.ContainsAny(rest, "–-") && !strings.Contains(rest, " to ")
	if p.kind == onDate {
		for _, y := range regexp4().FindAllString(rest, -1) {
			n, _ := strconv.Atoi(y)
			c.year = max(c.year, n)
		}
		c.snapshot = word == "as of" || word == "as at" || word == "by" || word == "in" && len(rest) <= len("September 2024")
	}
	return c, true
}

var regexp4 = text.Pattern(aYear)

func yearAlone(s string) bool {
	f := strings.Fields(s)
	return len(f) > 0 && len(f[len(f)-1]) == 4 && regexp4().MatchString(f[len(f)-1])
}

// counted reports that what follows a number is a unit or a thing that is counted,
// so that the number names no version.
func counted(after string) bool {
	f := strings.Fields(after)
	if len(f) == 0 || !strings.HasPrefix(after, " ") {
		return strings.HasPrefix(after, "%") || strings.HasPrefix(after, ",0")
	}
	switch strings.Trim(f[0], ".,;") {
	case "km", "m", "cm", "mm", "kg", "g", "t", "s", "ms", "metres", "meters", "miles", "feet", "seconds", "minutes", "hours", "days", "weeks",
		"months", "years", "per", "percent", "members", "people", "inhabitants", "million", "thousand", "billion", "degrees", "bytes", "kB", "MB", "GB", "bits":
		return true
	}
	return false
}

func startsWithNumber(s string) bool { return s != "" && s[0] >= '0' && s[0] <= '9' }

// lone leaves out the conditions that the other side shares: by name, or because
// its text says the same words.
func lone(cs []condition, other Side, others []condition) (out []condition) {
	said := fold(other.Text + " " + other.Quote)
next:
	for _, c := range cs {
		for _, o := range others {
			if o.key == c.key {
				continue next
			}
		}
		if strings.Contains(" "+said+" ", " "+c.key+" ") || mostlySaid(c.key, said) {
			continue
		}
		out = append(out, c)
	}
	return out
}

// mostlySaid reports that all telling words of a phrase are in a text.
func mostlySaid(phrase, said string) bool {
	said = " " + said + " "
	telling := 0
	for _, w := range strings.Fields(phrase) {
		if len(w) < 4 && !strings.ContainsAny(w, "0123456789") {
			continue
		}
		telling++
		if !strings.Contains(said, " "+w+" ") {
			return false
		}
	}
	return telling > 0
}

// fold makes phrases comparable: small letters, one space, no punctuation at words' ends.
func fold(s string) string {
	words := strings.Fields(strings.ToLower(s))
	for i, w := range words {
		words[i] = strings.Trim(w, `.,;:()“”"'’`)
	}
	return strings.TrimPrefix(strings.Join(words, " "), "the ")
}

func latestYear(cs []condition) (year int) {
	for _, c := range cs {
		year = max(year, c.year)
	}
	return year
}

// An era is whether a source speaks of what holds now or of what did.
type era struct {
	now, past bool
	word      string
}

var eraPatterns = sync.OnceValue(func() [2]*regexp.Regexp {
	const moved = `raised|lowered|changed|increased|reduced|extended|shortened|moved|renamed|switched|cut|revised|amended|corrected|redefined|updated|reclassified`
	return [2]*regexp.Regexp{
		regexp.MustCompile(`(?i)\b(?:obsoletes|supersedes|replaces|no longer|instead of the (?:former|old|previous)|(?:was|were|is|has been|have been|had been) (?:since )?(?:` + moved + `)|(?:` + moved + `) (?:it |this |the \w+ )?(?:from|to)\b|has (?:since )?(?:grown|risen|fallen|doubled)|now|nowadays|currently|not any more|deprecates|repeals)\b`),
		regexp.MustCompile(`(?i)\b(?:formerly|previously|originally|historically|used to|at the time|(?:is|was|been|now) (?:deprecated|obsolete|withdrawn|repealed)|obsoleted by|superseded by|replaced by|in those days|back then)\b`),
	}
})

func eraOf(text string) (e era) {
	p := eraPatterns()
	if past := p[1].FindString(text); past != "" {
		e.past, e.word = true, past
	}
	if now := p[0].FindString(text); now != "" && !e.past {
		e.now, e.word = true, now
	}
	return e
}
