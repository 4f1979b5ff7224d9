// Package skills is the sources that assay knows, a folder each: SKILL.md says what one
// is good for and how it is asked, and the example beside it what it answers. The examples
// are in the documented shape and made up.
package skills

import "embed"

// Files are the descriptions of all sources.
//
//go:embed */SKILL.md
var Files embed.FS
