package extract

import "github.com/goccy/go-yaml"

// unmarshalYAML reads frontmatter with the same reader as the rest of the program.
func unmarshalYAML(data []byte, v any) error { return yaml.Unmarshal(data, v) }
