package view

import (
	"context"
	"fmt"
	"sync"
	"time"

	"assay/agents"
	"assay/compiler/reports"
	"assay/gates"
	"assay/gates/judge"
	"assay/ingest"
	"assay/ingest/research"
	"assay/ingest/web"
	"assay/vault/git"
)

// World is everything a run can learn that is not in the vault. Tests build one of
// fakes and run the real program.
type World struct {
	Now     func() time.Time
	Judge   judge.Judge
	Extract Extractor
	Outside Outside
	// Cache is the folder for results of vaults that have no place for them; "" for none.
	Cache string
	// OpenIndex opens the index of a vault, in a folder for it alone.
	OpenIndex func(dir string) Index
	// OpenWeb opens the ways to sources on the web. Nothing is asked for until one is
	// used; nil for a world without a network.
	OpenWeb func(WebOptions) Web

	// OpenJudge opens the judge that policy names beside Judge. Nothing is asked before
	// a build has a question; nil for a world without one.
	OpenJudge func(JudgeOptions) (judge.Asker, error)

	// OpenEmbedder opens the model that policy names to make vectors by. Nothing is asked
	// before a passage or a query has none; nil for a world without one.
	OpenEmbedder func(EmbedderOptions) (Embedder, error)

	// OpenAgents finds the agents that may be asked, in their order, and says why the others
	// may not. Nothing is run; nil for a world without any.
	OpenAgents func(AgentOptions) ([]*agents.Agent, []agents.Missing)

	// OpenSearch opens the web searches that a writer is shown results of; nil for a world
	// without a network.
	OpenSearch func(SearchOptions) (Search, error)

	// OpenUser opens what the user of this machine says of a vault; nil for a world in which
	// no vault is trusted.
	OpenUser func(root string) User

	// OpenGit finds the repository of a vault. No git is run before it is asked something;
	// nil for a world without one.
	OpenGit func(root string) (*git.Repo, error)

	// OpenSignatures opens what tells whether decisions are signed, of a vault; nil for a
	// world in which no signature holds.
	OpenSignatures func(root string) Signatures

	Opened
}

// Opened is what a vault and a run open of the doors, and what a run spends.
type Opened struct {
	Recorder *Recorder
	Asker    func() (judge.Asker, error)
	Agents   func(role string) ([]*agents.Agent, error)
	Spent    func(reports.Cost) // what asking agents cost
	Search   Search             // for who writes; nil where nobody may search
	Embedder func() (Embedder, error)
	Index    Index
	Web      Web
	Credits  *Credits
	Progress func(reports.Event)
}

// An Extractor turns an original into a document.
type Extractor interface {
	Extract(ctx context.Context, raw []byte, o Original) (ingest.Document, error)
	// Repeated names the blocks that stand at the edges of most pages of one source,
	// given their Markdown; Strip takes named blocks off one page.
	Repeated(pages []string) []string
	Strip(markdown string, repeated []string) string
}

// An Original says what is known of some bytes besides themselves.
type Original struct {
	Name        string // of the file; its ending tells the format where ContentType does not
	URL         string // links are made absolute against it
	ContentType string // as a server sent it
}

// Web knows the ways to sources that are not files.
type Web interface {
	// Ways gives a seed's one spelling, and the envelopes that fit it in the order in
	// which to try them, the plainest first.
	Ways(seed string) (canonical string, ways []web.Envelope, err error)
}

// WebOptions are what policy lets the web be asked for, as plain values.
type WebOptions struct {
	web.Options
	Root    string // of the vault: no program in it is run
	Backend string // builtin, firecrawl or browser
	Profile string // of the browser, a name; "" for none
}

// An Index finds stored passages. It is disposable: what it lacks can be put again.
type Index interface {
	// Sync makes the index hold exactly the passages of want, and remembers the name
	// of the set; Holds asks for it.
	Sync(ctx context.Context, set string, want []ingest.Doc) error
	Holds(set string) bool
	Search(ctx context.Context, q ingest.Query) ([]ingest.Hit, error)
}

// An Embedder makes the vector of a text.
type Embedder func(ctx context.Context, text string) ([]float32, error)

// EmbedderOptions say which model to open.
type EmbedderOptions struct {
	gates.Embedding
	Leaves  bool // the endpoint is not on this machine
	Trusted bool // the user lets what the vault brings along act
}

// A Search asks the web what it has on a topic, for somebody who writes. An error that is a
// [research.SearchError] says that there are no results.
type Search func(ctx context.Context, topic string) (research.Live, error)

// SearchOptions say within which bounds.
type SearchOptions struct {
	Policy gates.Policy
	Root   string
	Now    func() time.Time
	Spend  func() error // before a search that costs money
}

// AgentOptions say which agents to look for, and how they are asked.
type AgentOptions struct {
	Table   []agents.Spec
	Choice  agents.Choice
	Model   string // that a person asks for
	Timeout time.Duration
	Root    string                      // of the vault: no program in it is run
	Private []string                    // hosts that may be on this network
	MaySend func(endpoint string) error // says why nothing may go there
}

// A User is what the user of this machine says, in a configuration that no vault has a say in.
type User interface {
	// Trusts reports whether a person here let what a vault brings along act: see
	// [gates.Policy.Brought].
	Trusts(digest string) bool
	// Lets reports whether the user lets a host have a key, whatever vault asks.
	Lets(variable, endpoint string) bool
	// Skill is the user's own skill of a name, nil where there is none.
	Skill(name string) ([]byte, error)
	// Agents are the user's own, and what is otherwise of those that assay knows.
	Agents() ([]agents.Spec, error)
}

// Outside reads files that are not in the vault, for sources that a person named.
type Outside interface {
	List(root string) (files []OutsideFile, err error)
	Read(path string) ([]byte, error)
}

// OutsideFile is a file below a root outside the vault; Path is absolute.
type OutsideFile struct {
	Path string
	Size int64
}

// WebOptionsOf are the policy's words on crawling, as plain values.
func WebOptionsOf(p gates.Policy, now func() time.Time, root string) WebOptions {
	return WebOptions{Options: web.Options{
		UserAgent: p.Crawl.UserAgent, Delay: p.Crawl.Delay, Timeout: p.Crawl.Timeout, MaxBody: p.Crawl.MaxBody,
		AllowPrivateHosts: p.Crawl.AllowPrivateHosts, Allow: p.Denied, Now: now,
	}, Root: root, Backend: p.Crawl.Backend, Profile: p.Crawl.Profile}
}

// Credits are what one process may spend: quotas.max_credits_per_session. A page is
// paid for before it is asked for.
type Credits struct {
	mu    sync.Mutex
	Most  int
	spent int
}

// Spend takes one credit, or says that there is none.
func (c *Credits) Spend() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.spent >= c.Most {
		return fmt.Errorf("the %d credits of quotas.max_credits_per_session are used up", c.Most)
	}
	c.spent++
	return nil
}

// Limit sets how many there are, spent ones among them.
func (c *Credits) Limit(most int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.Most = most
}

// Refund gives one back that bought nothing.
func (c *Credits) Refund() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.spent--
}

// Signatures tell whether decisions are signed by who made them. State names all that this
// depends on besides the decision.
type Signatures interface {
	Holds(by string, text []byte, signature string) bool
	State() string
}
