package tool

import (
	"context"
	"time"

	"assay/ingest/web"
	"assay/text"
)

// A Tool is an envelope that works by a program.
type Tool interface {
	web.Envelope
	// Fits reports whether the tool is made for an address. It asks nobody.
	Fits(url string) bool
	// Available finds the program. Its Path is "" where it is not installed.
	Available(ctx context.Context) Program
}

// A Program is what a person is told of a tool.
type Program struct {
	Name    string
	Path    string
	Version string // "" where it does not say
	For     string // what it is for
	Install string // how to get it
}

// Options are what all tools need. Client must be set: it has policy, the addresses
// that may be connected to, and the clock.
type Options struct {
	Client   *web.Client
	Programs Programs
	Temp     string // folder for what is needed while it runs; the system's where ""
	MaxClone int64  // bytes that a repository may take on the disk; 512 MiB where 0
	Context  string // another deployment of Context7 than https://context7.com
}

// All lists the tools.
func All(o Options) []Tool { return []Tool{Git{o}, Video{o}, Context7{o}} }

var versionNumber = text.Pattern(`\d+(?:\.\d+)+[\w.+-]*`)

// available looks a program up and asks for its version.
func (o Options) available(ctx context.Context, p Program) Program {
	path, err := o.Programs.Look(p.Name)
	if err != nil {
		return p
	}
	p.Path = path
	out, _, err := o.Programs.Run(ctx, Command{Name: p.Name, Args: []string{"--version"}, Limit: 64 << 10, Timeout: 10 * time.Second})
	if err == nil {
		p.Version = string(versionNumber().Find(out))
	}
	return p
}

// Graph is one without nodes, its limits filled in.
func (o Options) Graph(seed, start string, l web.Limits, prefixes ...string) *web.Graph {
	if len(l.Prefixes) == 0 {
		l.Prefixes = prefixes
	}
	return &web.Graph{Seed: seed, Start: start, Limits: l.Filled(), Mapped: o.Client.Options().Now().UTC().Truncate(time.Second)}
}

// Add appends a node while the limits have room for it.
func Add(g *web.Graph, n web.Node) {
	if len(g.Nodes) >= g.Limits.URLs {
		g.Unlisted++
		return
	}
	g.Nodes = append(g.Nodes, n)
}

// Lost is the graph of a seed that could not be read.
func Lost(g *web.Graph, err error) *web.Graph {
	var p web.Page
	settle(&p, err)
	g.Nodes = []web.Node{{URL: g.Start, Found: web.FoundSeed, Verdict: p.Verdict, Class: p.Class, Reason: p.Reason}}
	g.Partial = "the seed could not be read: " + string(p.Verdict) + " " + p.Reason
	return g
}

const markdown = "text/markdown; charset=utf-8"

// Written is the page of Markdown that was made of what a program gave, or of why it
// gave nothing.
func Written(body []byte, requests int, err error) web.Page {
	p := web.Page{Requests: requests}
	if err != nil {
		settle(&p, err)
		return p
	}
	p.Verdict, p.Body, p.Header.ContentType = web.Fetched, body, markdown
	return p
}
