package compose

import (
	"strings"

	"assay/text"
	"assay/vault/markdown"
)

// Openings that lean on the sentence before, and words that point within a book.
var (
	leaning = text.Pattern(`^(?i:this|that|these|those|it|its|it's|they|their|them|he|his|she|her|such|however|but|also|and|or|nor|thus|therefore|here|there|then|` +
		`for example|for instance|for this|in this|in that|in these|in such|in addition,|in particular|as mentioned|alternatively|currently|by the way|the (?:first|second|third|other) form|the technique|the latter|in any case|in either case|in both|in contrast|on the other|otherwise|moreover|furthermore|` +
		`note|as a result|as such|as with|as before|if so|if not|if this|if that|if these|if it|if they|another|the other|the others|the former|the latter|the same|both of|each of these|` +
		`some of them|most of them|all of it|all of them|all of these|all these|none of|neither|either|again|because of this|because it|because they|first,|second,|third,|finally|lastly|so|we|i|our|my|` +
		`likewise|similarly|instead|meanwhile|nevertheless|nonetheless|to do this|to do so|when this|when it|when they|by default, this|by doing so|with this|without this|without it|using this|` +
		`although this|although it|although they|while this|while it|until then|by then|since then|hence|consequently|accordingly|even so|in other words|that is|still|yet|too|what's more|` +
		`once this|after this|after that|before this|at this|at that|at which|from this|from then|of these|of those|like this|as you|in fact|obviously|unfortunately|fortunately|briefly|` +
		`for more|for additional|for further|for details|conversely|additionally|rather|optionally)(?:[\s,;:'’]|$)`)
	leaningWide = []string{"这", "那", "它", "他", "她", "但", "因此", "所以", "然而", "此外", "これ", "それ", "その", "この", "しかし", "また", "そして"}

	pointing = text.Pattern(`(?i)(?:^|[(;,.—–-]\s*)see\b|\bsee\s+(?:also|the (?:section|page|chapter|manual|documentation|description|entry)|section|chapter|table|figure|below|above|[0-9])|\b(?:section|chapter|appendix|table|figure|listing|example)s?\s+(?-i:[0-9][0-9.]*|[A-Z]\b)` +
		`|\b(?:as\s+)?(?:described|explained|discussed|shown|given|listed|mentioned|defined|documented|noted|seen|outlined|illustrated|covered)\s+(?:in|above|below|here|earlier|later|before|previously|elsewhere|next|at the)\b` +
		`|\b(?:the|as)\s+follow(?:s|ing)\b|\bbelow\b[.,;:)]|\b(?:table|figure|example|list|section|list|text|diagram|code|query|command)s?\s+(?:below|above)\b|\babove\b[.,;:)]|\b(?:the|see|as|from)\s+(?:above|below)\b` +
		`|\b(?:previous|preceding|next|last|this|these|our)\s+(?:section|chapter|example|paragraph|page|query|sentence|article|appendix|table|figure|tutorial|document|case)s?\b` +
		`|\bthe\s+(?:above|example|examples)\b|\bthis\s+(?:setting|value|option|parameter|variable|command|function|form|view|mode|flag|column|field|clause)\b|\breference page\b|\b(?:can|may) be found in\b|\bas you\b`)
	pointingWide = []string{"参见", "如下", "下面", "以下", "参照"}

	// A sentence that begins with a verb of the third person has lost its subject: the
	// term that it explains stood above it.
	bereft = text.Pattern(`^(?:Specifies|Sets|Returns|Controls|Determines|Enables|Disables|Causes|Shows|Displays|Prints|Reports|Allows|Indicates|Defines|Gives|Creates|Removes|Adds|Changes|Computes|` +
		`Converts|Performs|Contains|Executes|Selects|Requests|Forces|Tells|Lists|Outputs|Writes|Reads|Sends|Refresh|Print|True if|False if|Name of|Number of|Amount of|Total|Size of|Time (?:at|of)|Boolean|` +
		`Same as|Whether|Optional|Only (?:their|its|the)|Process of|To [^,]+, (?:use|run|set|add|make|see|do|call|issue|specify)|Equivalent to|Default(?:s)? (?:is|to))\b`)
)

// standsAlone reports whether a sentence can be read without its neighbours.
func standsAlone(s string) bool {
	plain := PlainText(s)
	n := len(strings.Fields(plain))
	if cjk := CountCJK(plain); cjk > 0 {
		n = max(n, cjk/2)
	}
	return n >= 5 && n <= 60 && !strings.HasSuffix(plain, ":") && wellFormed(s) && !refers(s) && !points(plain) && !bereft().MatchString(plain) && asserts(s)
}

// startsWithName lets a sentence begin with a small letter where that is how a name is
// written: psql, libpq.
func startsWithName(s string) bool {
	w, _, _ := strings.Cut(s, " ")
	return strings.ContainsAny(w, "_-0123456789") || len(w) > 2 && !strings.ContainsAny(w, "aeiouy")
}

// asserts reports whether a sentence would be a claim in a note: no order, no
// question, nothing in the first person.
func asserts(s string) bool {
	claims := markdown.Parse("", []byte(s), markdown.Options{}).Claims
	return len(claims) == 1 && claims[0].Start == 0
}

var articles = map[string]bool{"the": true, "a": true, "an": true}

// auxiliaries are the verbs that show that what stands before them is the subject.
var auxiliaries = map[string]bool{"is": true, "are": true, "was": true, "were": true, "has": true, "have": true, "had": true, "can": true,
	"could": true, "may": true, "might": true, "must": true, "will": true, "would": true, "should": true, "does": true, "do": true, "did": true,
	"generally": true, "don": true, "doesn": true, "cannot": true}

var (
	aside    = text.Pattern(`^\s*(?:\([^()]*\)\s*|,\s*(?:also|or|sometimes|often|known|called|commonly|short|abbreviated|formerly|better|in short|the)\b[^,]*,\s*)`)
	copula   = text.Pattern(`^\s*(?:is|are|was|were)\s+(?:(?:essentially|basically|simply|really)\s+)?(.*)$`)
	article  = text.Pattern(`^(?:a|an|the|one|any|that part)\s`)
	passive  = text.Pattern(`^(?:\pL+ly\s+)?\pL+(?:ed|en|wn|pt|ld)\s+(?:at|by|in|into|from|on|to|with|for|soon|using|as|when|if|after|before|automatically|through|only)\b`)
	weakWord = text.Pattern(`^(?:not|also|only|generally|often|usually|still|now|then|very|too|useful|available|currently|never|always|local)\b`)
	means    = text.Pattern(`^\s*(?:refers? to|means?|denotes?|describes?|stands? for|consists? of)\s`)
	does     = text.Pattern(`^\s*(?:provides?|allows?|supports?|lets?|enables?|contains?|makes?|gives?|stores?|uses?)\s`)
	settled  = text.Pattern(`^["”’'*]*(?:[,.;:()、，。]|\s*$|\s+(?:is|are|was|were|and|that|which|in|to|for)\b)`)
	called   = text.Pattern(`(?i)(?:called|termed|known as|or just|or simply)\s+["“'‘]?$`)
)

// How much a sentence tells of its subject.
const (
	says       = iota + 1 // has the subject for its own
	acts                  // says what it does, or what is done with it
	introduces            // calls it by its name, or says what it is like
	defines               // says what it is
)

// bearing is how a sentence bears on a subject.
type bearing struct {
	named    bool
	mentions bool
	early    bool // among the first words
	strength int  // how much it tells, 0 where the subject is another
	marked   bool // the source sets the name off, as it does where it introduces it
}

// bearingOf weighs a sentence, in Markdown and as plain words.
func (s subject) bearingOf(text, plain string, terms []word) bearing {
	from, to, ok := s.naming(terms)
	b := bearing{named: ok}
	if b.mentions = ok || s.mentions(terms); !ok {
		return b
	}
	b.early = from <= 3 || terms[from].start <= 24 && CountCJK(plain) > 0
	name := plain[terms[from].start:terms[to-1].end]
	b.marked = strings.Contains(text, "*"+name+"*")
	lead := 0
	for lead < from && articles[terms[lead].raw] {
		lead++
	}
	rest := plain[terms[to-1].end:]
	if lead == from && to-from <= s.longest()+1 {
		b.strength = strengthOf(rest)
		if to+1 < len(terms) && b.strength == says && auxiliaries[terms[to+1].raw] && !auxiliaries[terms[to].raw] &&
			!strings.HasSuffix(terms[to].raw, "ly") && strings.TrimLeft(rest, " ") != rest {
			b.strength = 0 // "autovacuum workers are": a compound
		}
		return b
	}
	if called().MatchString(plain[:terms[from].start]) && settled().MatchString(rest) {
		b.strength = introduces
	}
	return b
}

// strengthOf reads what follows a subject's name.
func strengthOf(rest string) int {
	if cut := aside().FindString(rest); cut != "" {
		rest = rest[len(cut):]
	}
	if wide := strings.TrimLeft(rest, "（）() "); strings.HasPrefix(wide, "是") || strings.HasPrefix(wide, "とは") || strings.HasPrefix(wide, "，是") {
		return defines
	}
	if m := copula().FindStringSubmatch(rest); m != nil {
		switch {
		case article().MatchString(m[1]):
			return defines
		case weakWord().MatchString(m[1]):
			return says
		case passive().MatchString(m[1]):
			return acts
		}
		return introduces
	}
	switch {
	case means().MatchString(rest):
		return defines
	case does().MatchString(rest):
		return acts
	}
	return says
}

// parameter matches the names of settings, columns and functions.
var parameter = text.Pattern("`[^`]+`|\\b[A-Za-z0-9]+(?:_[A-Za-z0-9]+)+\\b")

// kindOfName stands before such a name: "the command pg_dump".
var kindOfName = map[string]bool{"command": true, "view": true, "catalog": true, "function": true, "parameter": true, "option": true, "setting": true,
	"variable": true, "file": true, "column": true, "value": true, "type": true, "operator": true, "clause": true, "keyword": true, "field": true, "table": true, "module": true}

// parameters counts the names of settings and the like that are not the subject, and
// says whether a sentence begins with one, so that it is about that.
func (s subject) parameters(text string) (n int, first bool) {
	for _, at := range parameter().FindAllStringIndex(text, -1) {
		_, _, own := s.naming(words(text[at[0]:at[1]]))
		if own && len(words(text[at[0]:at[1]])) <= len(s.names[0]) {
			continue
		}
		n++
		head := strings.Fields(strings.Trim(text[:at[0]], " *“\"("))
		first = first || len(head) == 0 || articles[strings.ToLower(head[0])] && (len(head) == 1 || len(head) == 2 && kindOfName[strings.ToLower(head[1])])
	}
	return n, first
}
