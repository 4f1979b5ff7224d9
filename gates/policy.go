package gates

import "time"

// PolicyFile is the name of a vault's policy, in the vault's root folder.
const PolicyFile = "pipeline-policy.yaml"

// A Policy is what a vault asks of assay: limits, permissions and bars. Get one
// from [Default] or [ParsePolicy]; the zero value is not a policy.
type Policy struct {
	Version   string // of the policy's format; "1.0"
	Quotas    Quotas
	Safety    Safety
	Synthesis Synthesis
	Vault     Layout
	Crawl     Crawl
	Search    Search
	Agents    Agents
	Judge     Judging
	Embedding Embedding
	Store     Storing
	Promotion Promotion
	Gates     Gates
}

// Gates say how loudly what is found is told.
type Gates struct {
	Uncited string // of a claim of a permanent note that cites nothing: one of the Uncited… below
}

// What policy says of claims that cite nothing.
const (
	UncitedCount = "count" // people cite at will here: such claims are counted
	UncitedWarn  = "warn"
	UncitedError = "error"
)

// CitesAtWill reports a note whose claims need no citation. A draft always cites: it is
// what promotion holds to the bar.
func (p Policy) CitesAtWill(note string) bool {
	return p.Gates.Uncited == UncitedCount && p.Vault.Area(note) != Draft
}

// Quotas bound what one run of assay may spend. One fetched page costs one credit
// and local files are free; a crawler that bills names its own number.
type Quotas struct {
	MaxCreditsPerSession int
	MaxPagesPerSource    int
}

// Safety says who may be read at all and what waits for a person.
type Safety struct {
	DeniedDomains            []string // host patterns: "reddit.com" with its subdomains, "*.social"
	ApprovedDomains          []string
	RequireHITLForCostsOver  int // credits
	RequireHITLForNewDomain  bool
	RequireSignatures        bool // approvals, attestations and promotions by a person are signed
	RequireHITLForBarChanges bool // a change that lowers the bar fails until a person accepts it
}

// Synthesis holds the bars a claim is graded against.
type Synthesis struct {
	FreshnessThresholdDays int
	Freshness              Freshness
	Authority              map[string]int // tiers of domains, 1 to 4, in place of the built-in ones: see [Policy.Authority]
	MinSimilarityThreshold float64        // calibrated support at and above which a passage carries a claim
	RejectBelow            float64        // calibrated support below which a citation is a fabrication
	RequireProvenanceBlock bool
	EvidenceState          string // the least state of a source on the ledger on which a claim may rest: verified or indexed
}

// Freshness overrides the threshold. Values are days, [NeverStale] for evidence
// that does not age. Where several apply the shortest wins.
type Freshness struct {
	Tags    map[string]int // tags of the note, without '#'
	Domains map[string]int // host patterns
	Classes map[string]int // classes of the source, such as rfc or paper
}

// NeverStale in place of a number of days.
const NeverStale = -1

// Layout says where things lie: paths with '/' relative to the vault, "." for the
// vault itself, "" for a folder that the vault does not have.
type Layout struct {
	Wiki           string
	Drafts         string
	Inbox          string
	Sources        string
	Evidence       []string // originals a person put there; read, never written
	EvidenceByName bool     // nobody said where they are: the names of folders tell; see [citation.AmongOriginals]
	Exclude        []string // globs of files that are not part of the vault
	Ungraded       []string // globs of notes that are no permanent ones wherever they lie: instructions, journals, templates
	ExemptSections []string // headings under which nothing is a claim
	MinNoteWords   int      // a note with fewer is a stub
	Witnesses      int      // independent sources that a claim must rest on
	WitnessesBy    Asked    // the same for the notes with a tag or in a folder
	Lists          Lists    // lists of claims with their evidence, in YAML or JSON
	Published      []string // addresses at which this vault can be read: what stands there is no witness of it
}

// Lists say which files hold claims with their evidence, and under which keys.
type Lists struct {
	Files     []string // globs
	Claim     string
	Reference string
	Snippet   string // words that the reference is to have; optional
}

// Crawl bounds the fetching of web pages.
type Crawl struct {
	UserAgent         string
	Delay             time.Duration // between requests to one host
	Concurrency       int
	MaxDepth          int
	MaxBody           int64 // bytes
	Timeout           time.Duration
	AllowPrivateHosts []string
	Backend           string // builtin, firecrawl or browser
	Profile           string // of the browser, with its logins: a name in the user's config folder; "" for none
}

// Search chooses where sources are looked for.
type Search struct {
	Sources     []string
	Depth       string
	Proposals   int  // of a build, from gaps, that wait at once
	Live        bool // agents that write drafts see what a web search has on the topic
	LastResort  bool // an agent may search the web itself where no source and no tool has a hit
	DomainBoost []string
}

// Agents chooses who plays the three roles. A vault may come from a stranger: none of it is
// acted on before the user trusts the vault. See [Policy.Brought].
type Agents struct {
	Use         string               // one of the Agents… below
	Chain       []string             // who may be asked: by their tiers, and of one tier in this order
	MinTier     int                  // none below it
	Timeout     time.Duration        // of one answer
	OllamaModel string               // before the variable OLLAMA_MODEL
	Specs       map[string]AgentSpec // agents of the vault's own, and what is otherwise of those that assay knows
	Roles       map[string]Role      // librarian, engineer, chronicler
}

// What policy says of agents.
const (
	AgentsNone     = "none"     // the built-in actors play the roles
	AgentsAuto     = "auto"     // agents do where some are here, else the built-in ones
	AgentsRequired = "required" // agents do, and a build without one does not begin
)

// An AgentSpec is an agent as a policy names it: a command, or an endpoint; of one that assay
// knows, its model or tier.
type AgentSpec struct {
	Command    []string // a program on $PATH and its arguments; it gets the question on standard input
	Tier       int
	Model      string
	MinVersion string
	Env        []string // variables of the user's that it sees
	Endpoint   string
	API        string
	KeyEnv     string
}

// A Role names the agent that plays it and the least agent tier that may.
type Role struct {
	Agent   string
	MinTier int // 0: the tier of [Agents]
}

// Judging chooses the judge of claims. The deterministic one is built in and always goes
// first; the others are asked by builds about what it leaves open.
type Judging struct {
	Use         string        // lexical, onnx, http, or agent/NAME
	Model       string        // as the endpoint or agent names it; of onnx a folder of the user's own, by name
	Endpoint    string        // of http: where it listens, such as http://127.0.0.1:11434
	API         string        // of http: openai or ollama
	KeyEnv      string        // of http: the environment variable that holds the key; "" for none
	Timeout     time.Duration // of one question
	Calibration string        // a file of the vault; "" for judge.json among the sources
}

// Embedding chooses what turns text into vectors: the built-in projection of words, or a
// model behind an endpoint. The keys mean what those of the judge do.
type Embedding struct {
	Use      string // builtin, http; onnx is not acted on
	Model    string
	Endpoint string
	API      string // of http: openai or ollama
	KeyEnv   string
	Timeout  time.Duration // of one passage
}

// Storing chooses where indexes live: embedded or postgres.
type Storing struct{ Use string }

// Promotion says who lets a draft become a permanent note.
type Promotion struct {
	Mode           string   // review: a packet waits for a person; auto: promoted when every gate passes
	HighStakesTags []string // notes with one of these always wait for a person
	Direct         string   // notes written straight into the wiki: one of the Direct… below
}

// What policy says of notes that are written straight into the wiki.
const (
	DirectAllow  = "allow"  // people do that here
	DirectRefuse = "refuse" // each is an error
	DirectTell   = "tell"   // the policy does not say: a warning until the vault's first promotion, an error from then on
)

// Default is the policy of a vault whose pipeline-policy.yaml says nothing else.
func Default() Policy {
	return Policy{
		Version: "1.0",
		Quotas:  Quotas{MaxCreditsPerSession: 100, MaxPagesPerSource: 200},
		Safety: Safety{
			DeniedDomains:            []string{"*.social", "reddit.com"},
			RequireHITLForCostsOver:  20,
			RequireHITLForNewDomain:  true,
			RequireHITLForBarChanges: true,
		},
		Synthesis: Synthesis{
			FreshnessThresholdDays: 90,
			MinSimilarityThreshold: 0.78,
			RejectBelow:            0.20,
			RequireProvenanceBlock: true,
			EvidenceState:          "verified",
		},
		Vault: Layout{
			Wiki: "01_Wiki", Drafts: "02_Drafts", Inbox: "00_Inbox", Sources: "03_Sources",
			ExemptSections: []string{"Open questions", "See also", "References"},
			MinNoteWords:   30,
			Lists:          Lists{Claim: "statement", Reference: "reference", Snippet: "snippet"},
			Witnesses:      1,
		},
		Crawl: Crawl{
			Delay: time.Second, Concurrency: 4, MaxDepth: 5, MaxBody: 20_000_000, Timeout: 30 * time.Second,
			Backend: "builtin",
		},
		Search: Search{Depth: "default", Proposals: 5},
		Agents: Agents{
			Use: AgentsNone, Chain: []string{"claude", "codex", "agy", "gemini", "ollama"}, MinTier: 8, Timeout: 180 * time.Second,
			Roles: map[string]Role{
				"librarian":  {Agent: "agy", MinTier: 6},
				"engineer":   {Agent: "codex"},
				"chronicler": {Agent: "claude"},
			},
		},
		Judge:     Judging{Use: "lexical", API: "openai", Timeout: time.Minute},
		Embedding: Embedding{Use: "builtin", API: "openai", Timeout: time.Minute},
		Store:     Storing{Use: "embedded"},
		Promotion: Promotion{Mode: "review", Direct: DirectTell},
		Gates:     Gates{Uncited: UncitedError},
	}
}

// Guest is the policy of a vault that has none: nothing is required of it, and nobody
// denied anything. Every note counts as permanent, and no folder is ours.
func Guest() Policy {
	p := Default()
	p.Safety.DeniedDomains = nil
	p.Synthesis.RequireProvenanceBlock = false
	p.Gates.Uncited = UncitedCount
	v := &p.Vault
	v.Wiki, v.Drafts, v.Inbox, v.Sources, v.EvidenceByName, v.Witnesses = ".", "", "", "", true, 0
	return p
}

// IsGuest reports the policy of a vault that has none: there is no folder in which sources
// and a ledger could lie.
func (p Policy) IsGuest() bool { return p.Vault.Sources == "" }
