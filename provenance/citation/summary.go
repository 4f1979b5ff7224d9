package citation

import (
	"path"
	"strings"

	"assay/vault"
	"assay/vault/markdown"
)

// IsSummary reports whether a file is a page that was written about an original: it
// says so by its name, its kind or a mark of what generated it. A page that lists what
// it rests on is none: notes do that as well.
func (l *Library) IsSummary(file string) bool {
	if l.role(file) != roleNote {
		return false
	}
	raw, err := l.snapshot.Read(file)
	if err != nil {
		return false
	}
	front := markdown.ReadFront(raw)
	base := path.Base(vault.FoldName(file))
	return summaryName().MatchString(strings.TrimSuffix(base, path.Ext(base))) ||
		strings.Contains(strings.ToLower(front.Text("type", "kind", "category")), "summary") ||
		markdown.Parse(file, raw, markdown.Options{}).Meta.Generated
}
