package reports

import (
	"assay/gates"
	"assay/ingest/web"
	"assay/provenance"
	"assay/vault/markdown"
)

// SourceRow is one row of `assay source list`.
type SourceRow struct {
	ID        provenance.SourceID `json:"id"`
	URL       string              `json:"url"`
	Title     string              `json:"title"`
	State     string              `json:"state"`
	Pages     int                 `json:"pages"`
	Chunks    int                 `json:"chunks"`
	Retrieved string              `json:"retrieved"`
	Freshness string              `json:"freshness"` // fresh, stale, does-not-age, unknown
}

// SourceReport is one source whole: its row, its map and what the ledger says.
type SourceReport struct {
	SourceRow
	Map     *SourceMap         `json:"map,omitempty"`
	URLs    []SourceURL        `json:"urls,omitempty"` // what the last crawl found of each URL that is no page of its own, or that could not be had again
	Events  []provenance.Event `json:"events"`
	Class   string             `json:"class,omitempty"`
	Rank    *SourceAuthority   `json:"authority,omitempty"` // of a source on the web
	Audit   *Audit             `json:"audit,omitempty"`
	Needs   string             `json:"needs,omitempty"`
	Command string             `json:"command,omitempty"`

	Standing provenance.SourceState `json:"-"`
}

// SourceAuthority is how much weight a source's address gives it. No tier of a claim
// depends on it.
type SourceAuthority struct {
	Tier   int     `json:"tier"` // 1 to 3; 4 for any other site
	Weight float64 `json:"weight"`
	By     string  `json:"by,omitempty"` // the domain or pattern that decided
}

// SourceMap is what a crawl would read, made before anything is spent.
type SourceMap struct {
	Root     string     `json:"root"`
	Pages    []string   `json:"pages"` // relative to Root
	Bytes    int64      `json:"bytes"` // of files; what servers would send is not known
	Cost     Cost       `json:"cost"`
	Ceiling  int        `json:"ceiling"`            // credits that an approval lets one reading cost, however the source grows
	Prefixes []string   `json:"prefixes,omitempty"` // of a source on the web: what lies below them is read
	Digest   string     `json:"digest"`             // what an approval is bound to
	Needs    string     `json:"needs,omitempty"`    // why policy does not approve it by itself
	Approved string     `json:"approved,omitempty"` // who approved just this: a person, or policy
	Envelope string     `json:"envelope,omitempty"` // by which it was mapped and is read
	Graph    *web.Graph `json:"graph,omitempty"`    // of a source on the web: every address and its fate
}

// SourceURL is an address of a source and why its text is not, or not any more, held.
type SourceURL struct {
	URL     string `json:"url"`
	Verdict string `json:"verdict"`
	Class   string `json:"class,omitempty"`
	Reason  string `json:"reason,omitempty"`
	Held    bool   `json:"held"`            // an earlier text of it is stored
	Since   string `json:"since,omitempty"` // RFC 3339: unavailable or withdrawn since
}

// Audit is the verification of a source, check by check.
type Audit struct {
	OK     bool         `json:"ok"`
	Checks []AuditCheck `json:"checks"`
}

// AuditCheck is one check of an audit.
type AuditCheck struct {
	Name  string      `json:"name"` // integrity, coherence, duplicates, metadata, retrieval
	OK    bool        `json:"ok"`
	Text  string      `json:"text"`
	Pages []AuditPage `json:"pages,omitempty"` // the first of those that it found fault with, also where it passed
	Hint  string      `json:"hint,omitempty"`  // what to do, where it failed
}

// AuditPage is a page that a check names.
type AuditPage struct {
	Page string `json:"page"` // its address
	File string `json:"file"` // below the source's folder
	Why  string `json:"why"`
}

// A Packet is what a person reads before a promotion.
type Packet struct {
	Note      string        `json:"note"`
	To        string        `json:"to"`
	Text      string        `json:"text"`
	Diff      string        `json:"diff"` // unified, against what is at To
	Claims    []PacketClaim `json:"claims"`
	Tally     Tally         `json:"tally"`
	Conflicts []PacketClaim `json:"conflicts"`
	Cost      Cost          `json:"cost"`
	Ready     bool          `json:"ready"`
	Blockers  []string      `json:"blockers"`
	Digest    string        `json:"digest"`
}

// PacketClaim is a claim of a packet with what carries it.
type PacketClaim struct {
	ID     markdown.ClaimID `json:"id"`
	Line   int              `json:"line"`
	Text   string           `json:"text"`
	Tier   string           `json:"tier"`
	Rule   string           `json:"rule"` // by which it has that tier
	Reason string           `json:"reason"`
	Quote  string           `json:"quote,omitempty"`
	Source string           `json:"source,omitempty"`
	URL    string           `json:"url,omitempty"`
	Score  float64          `json:"score"`

	Witnesses *gates.WitnessCount `json:"witnesses,omitempty"` // independent ones; in a packet
}
