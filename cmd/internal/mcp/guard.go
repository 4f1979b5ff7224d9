package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/time/rate"

	"assay/cmd/internal/ui"
	"assay/compiler"
	"assay/compiler/sources"
	"assay/gates"
)

// A kind of call, and how much of it one client may make.
type budget struct {
	name  string
	every time.Duration
	burst int
}

var (
	reads    = budget{"100 a second", time.Second / 100, 500}
	changes  = budget{"30 changes a minute", 2 * time.Second, 50}
	sessions = budget{"60 sessions a minute", time.Second, 200}

	// What is put on record of a client, and not again and again.
	floods    = budget{"that it floods", time.Minute, 1}
	impostors = budget{"that it wants to be somebody", time.Minute, 1}
)

const codeRefused = -32000 // of JSON-RPC: the server's own

// A guard counts what each client asks for.
type guard struct {
	mu   sync.Mutex
	left map[string]*rate.Limiter // by client and budget
}

// take takes one call from a client's budget.
func (g *guard) take(by string, b budget) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	l := g.left[by+" "+b.name]
	if l == nil {
		l = rate.NewLimiter(rate.Every(b.every), b.burst)
		g.left[by+" "+b.name] = l
	}
	return l.Allow()
}

// admit stands before every request: it lets nobody flood, and nobody be whom they say they are.
func (s *Server) admit(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, req sdk.Request) (sdk.Result, error) {
		by := s.who(req.GetExtra())
		err := s.limited(by, method, req)
		if err == nil {
			err = s.claims(ctx, by, req)
		}
		if err == nil {
			return next(ctx, method, req)
		}
		if method == "tools/call" {
			r := &sdk.CallToolResult{}
			r.SetError(explained(err))
			return r, nil
		}
		return nil, &jsonrpc.Error{Code: codeRefused, Message: explained(err).Error()}
	}
}

func (s *Server) limited(by, method string, req sdk.Request) error {
	if strings.HasPrefix(method, "notifications/") {
		return nil
	}
	b := reads
	switch p := req.GetParams().(type) {
	case *sdk.CallToolParamsRaw:
		if slices.Contains(changing, p.Name) {
			b = changes
		}
	case *sdk.InitializeParams:
		b = sessions
	}
	if s.guard.take(by, b) {
		return nil
	}
	err := gates.WithHint(fmt.Errorf("too many calls: %s may make %s", by, b.name), fmt.Sprintf("wait %s and call again", max(b.every, time.Second)))
	if s.guard.take(by, floods) {
		// Not before the answer: who floods would wait for the vault, and everybody behind.
		s.works.aside.Go(func() { s.refuse(context.Background(), sources.Refusal{What: "flood", Subject: by, By: by}, err) })
	}
	return err
}

// saysWho are the arguments by which a client might want to be somebody.
var saysWho = []string{"as", "by", "actor", "approver", "identity", "requested_by", "role", "user"}

// claims refuses a client that says it is a person, by its name or by an argument.
func (s *Server) claims(ctx context.Context, by string, req sdk.Request) error {
	claim := ""
	if r, ok := req.(interface{ ClientInfo() *sdk.Implementation }); ok {
		if info := r.ClientInfo(); info != nil && isPerson(info.Name) {
			claim = info.Name
		}
	}
	switch p := req.GetParams().(type) {
	case *sdk.InitializeParams:
		if p.ClientInfo != nil && isPerson(p.ClientInfo.Name) {
			claim = p.ClientInfo.Name
		}
	case *sdk.CallToolParamsRaw:
		var args map[string]any
		_ = json.Unmarshal(p.Arguments, &args) // what is wrong with them the tool says
		for _, key := range saysWho {
			if name, ok := args[key].(string); ok && isPerson(name) {
				claim = name
			}
		}
	}
	if claim == "" {
		return nil
	}
	err := gates.WithHint(fmt.Errorf("you are %s, by how you connected, and not %q", by, claim),
		"leave it out; what is for a person a person does at a terminal, by the command that AUTH_REQUIRED names")
	if s.guard.take(by, impostors) {
		s.refuse(ctx, sources.Refusal{What: "be " + claim, Subject: by, By: by}, err)
	}
	return err
}

func isPerson(name string) bool {
	return strings.HasPrefix(strings.ToLower(strings.TrimSpace(name)), "person:")
}

// refuse puts on record that something was refused.
func (s *Server) refuse(ctx context.Context, r sources.Refusal, reason error) {
	c, err := s.vault(r.By)
	if err == nil && !c.Guest() {
		err = record(ctx, c, r, reason)
	}
	if err != nil {
		s.o.Logf("the refusal is not on record: %v", err)
	}
}

// record holds out when the client goes: that it was refused is true all the same.
func record(ctx context.Context, c *compiler.Compiler, r sources.Refusal, reason error) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Minute)
	defer cancel()
	return r.Record(ctx, c, reason)
}

// explained is an error with what its reader can do about it, in one text.
func explained(err error) error {
	text := strings.TrimSpace(err.Error())
	if hints := ui.HintsOf(err); len(hints) > 0 {
		text += "\nhint: " + strings.Join(hints, "; ")
	}
	return errors.New(text)
}
