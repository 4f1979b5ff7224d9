package mcp

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"assay/compiler"
	"assay/compiler/sources"
	"assay/templates/skills"
)

// arguments say what the argument of a prompt is.
var arguments = map[string]string{"question": "what is to be answered", "gap": "the target of a gap, as list_gaps has it"}

// prompts are ways to work with the vault that a person can choose in a client. Each is a
// skill, read when it is asked for: an edit counts at once, the vault's own once it is trusted.
func (s *Server) prompts() {
	for _, name := range skills.Prompts() {
		builtin, err := skills.Parse(name, skills.Text(name))
		if err != nil {
			panic(err) // the file is part of the program, and a test reads it
		}
		argument := builtin.Inputs[0].Name
		s.sdk.AddPrompt(&sdk.Prompt{Name: name, Description: builtin.Description, Arguments: []*sdk.PromptArgument{{Name: argument, Description: arguments[argument], Required: true}}},
			func(ctx context.Context, req *sdk.GetPromptRequest) (*sdk.GetPromptResult, error) {
				it := strings.TrimSpace(req.Params.Arguments[argument])
				if it == "" {
					return nil, fmt.Errorf("prompt %s: the argument %s is missing: %s", name, argument, arguments[argument])
				}
				a := &asked{s: s, ctx: ctx, by: s.who(req.Extra)}
				return reading(a, func(c *compiler.Compiler) (*sdk.GetPromptResult, error) {
					if _, err := c.ReadFile(skills.File(name)); err == nil && !c.Trusted() {
						s.refuse(ctx, sources.Refusal{What: "act on skill " + name, Subject: "trust:skill:" + name, By: a.by}, errors.New("it came with the vault, and nobody here trusts it"))
					}
					skill, err := c.Skill(name)
					if err != nil {
						return nil, err
					}
					text, err := skill.Render(map[string]any{argument: it})
					if err != nil {
						return nil, err
					}
					return &sdk.GetPromptResult{Description: skill.Description, Messages: []*sdk.PromptMessage{{Role: "user", Content: &sdk.TextContent{Text: text}}}}, nil
				})
			})
	}
}

// completed are the most values that a completion gives.
const completed = 100

// complete offers what an argument can be: the target of a gap, the path of a note.
func (s *Server) complete(ctx context.Context, req *sdk.CompleteRequest) (*sdk.CompleteResult, error) {
	a := &asked{s: s, ctx: ctx, by: s.who(req.Extra)}
	values, err := reading(a, func(c *compiler.Compiler) (values []string, err error) {
		switch ref := req.Params.Ref; {
		case ref.Type == "ref/prompt" && req.Params.Argument.Name == "gap":
			rows, err := c.Gaps(ctx)
			for _, r := range rows {
				values = append(values, r.Target)
			}
			return values, err
		case ref.Type == "ref/resource" && strings.HasPrefix(ref.URI, scheme+"note/"):
			rows, err := notesOf(a, c)
			for _, r := range rows {
				values = append(values, r.Path)
			}
			return values, err
		}
		return nil, nil
	})
	if err != nil {
		return nil, err
	}
	begin := strings.ToLower(req.Params.Argument.Value)
	values = slices.DeleteFunc(values, func(v string) bool { return v == "" || !strings.HasPrefix(strings.ToLower(v), begin) })
	slices.Sort(values)
	values = slices.Compact(values)
	d := sdk.CompletionResultDetails{Values: append([]string{}, values[:min(completed, len(values))]...), Total: len(values), HasMore: len(values) > completed}
	return &sdk.CompleteResult{Completion: d}, nil
}
