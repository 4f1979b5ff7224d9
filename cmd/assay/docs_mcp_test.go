package main

import (
	"io"
	"os"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"assay/cmd/internal/mcp"
)

// mcpRegion is a table of the tools that `assay mcp` offers, as a client is told of them.
func mcpRegion(t *testing.T) string {
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	s := mcp.New(mcp.Options{Root: t.TempDir(), World: world(os.Getenv), As: mcp.Unnamed, Logf: t.Logf})
	go s.Stdio(t.Context(), in, out)
	c, err := sdk.NewClient(&sdk.Implementation{Name: "docs", Version: "1"}, nil).Connect(t.Context(), &sdk.IOTransport{Reader: fromServer, Writer: toServer}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	tools, err := c.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	rows := newTable("tool", "effect", "what it does")
	for _, tool := range tools.Tools {
		effect := "writes"
		switch {
		case tool.Annotations.ReadOnlyHint:
			effect = "reads"
		case *tool.Annotations.OpenWorldHint:
			effect = "asks sites, writes"
		}
		rows.row("`"+tool.Name+"`", effect, tool.Description)
	}
	return rows.String()
}
