package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"assay/cmd/internal/ui"
	"assay/compiler"
	"assay/compiler/sources"
	"assay/compiler/stats"
	"assay/ingest"
	"assay/provenance"
)

const scheme = "assay://"

// uriOf names a note, claim, source or chunk as a resource.
func uriOf(kind, name string) string {
	parts := strings.Split(name, "/")
	for i, p := range parts {
		parts[i] = url.PathEscape(p)
	}
	return scheme + kind + "/" + strings.Join(parts, "/")
}

// A kind of resource.
type kind struct {
	name, variable, mime, description string
	read                              func(a *asked, c *compiler.Compiler, name string) (any, error)
}

var kinds = []kind{
	{"note", "+path", "text/markdown", "A note of the vault, by its path", func(a *asked, c *compiler.Compiler, name string) (any, error) {
		_, text, err := noteAt(a, c, name)
		return string(text), err
	}},
	{"claim", "id", "application/json", "A claim, and what it rests on, by its id", func(a *asked, c *compiler.Compiler, name string) (any, error) {
		return stats.Why(a.ctx, c, name)
	}},
	{"source", "id", "application/json", "Where a source stands, by its id", func(a *asked, c *compiler.Compiler, name string) (any, error) {
		r, err := sources.Source(a.ctx, c, name)
		if err != nil {
			return nil, err
		}
		return Standing{sourceOf(r), approvalOf(c, r), nextOf(r.Standing.State)}, nil
	}},
	{"chunk", "id", "application/json", "A stored passage, by its id", func(a *asked, c *compiler.Compiler, name string) (any, error) {
		hit, err := stats.Passage(a.ctx, c, provenance.ChunkID(name))
		if err != nil {
			return nil, err
		}
		return passageOf(ui.HitRows([]ingest.Hit{hit})[0]), nil
	}},
}

func (s *Server) resources() {
	for _, k := range kinds {
		s.sdk.AddResourceTemplate(&sdk.ResourceTemplate{Name: k.name, Title: k.name, Description: k.description, MIMEType: k.mime, URITemplate: scheme + k.name + "/{" + k.variable + "}"},
			func(ctx context.Context, req *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
				return s.read(ctx, req, k)
			})
	}
	s.sdk.AddReceivingMiddleware(s.list)
}

func (s *Server) read(ctx context.Context, req *sdk.ReadResourceRequest, k kind) (*sdk.ReadResourceResult, error) {
	uri := req.Params.URI
	name, err := url.PathUnescape(strings.TrimPrefix(uri, scheme+k.name+"/"))
	if err != nil {
		return nil, sdk.ResourceNotFoundError(uri)
	}
	a := &asked{s: s, ctx: ctx, by: s.who(req.Extra)}
	got, err := reading(a, func(c *compiler.Compiler) (any, error) { return k.read(a, c, name) })
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, sdk.ResourceNotFoundError(uri)
	}
	text, ok := got.(string)
	if !ok {
		b, err := json.Marshal(got)
		if err != nil {
			return nil, err
		}
		text = string(b)
	}
	return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{{URI: uri, MIMEType: k.mime, Text: text}}}, nil
}

// listed is how many resources one page of a list has.
const listed = 500

// list answers resources/list with what the vault has at this moment: its notes.
func (s *Server) list(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, req sdk.Request) (sdk.Result, error) {
		r, err := next(ctx, method, req)
		out, ok := r.(*sdk.ListResourcesResult)
		if err != nil || !ok {
			return r, err
		}
		after := ""
		if p, ok := req.GetParams().(*sdk.ListResourcesParams); ok && p != nil {
			after = p.Cursor
		}
		a := &asked{s: s, ctx: ctx, by: s.who(req.GetExtra())}
		notes, err := reading(a, func(c *compiler.Compiler) ([]NoteRow, error) { return notesOf(a, c) })
		if err != nil {
			return nil, fmt.Errorf("list notes: %w", err)
		}
		for _, n := range notes {
			if n.Path <= after {
				continue
			}
			if len(out.Resources) == listed {
				out.NextCursor = out.Resources[listed-1].Name
				break
			}
			out.Resources = append(out.Resources, &sdk.Resource{URI: n.URI, Name: n.Path, MIMEType: "text/markdown"})
		}
		return out, nil
	}
}
