package ui

import (
	"path/filepath"
	"strings"

	"assay/gates"
)

// Path of a vault file as the person at the terminal would type it. An address stays.
func (o *Out) Path(path string) string {
	if o.Rel != nil && !strings.Contains(path, "://") {
		return o.Rel(path)
	}
	return path
}

// Command is a command as it has to be typed in the current folder: outside of the
// vault, assay is told where it is.
func (o *Out) Command(command string) string {
	rest, ok := strings.CutPrefix(command, "assay ")
	if !ok || o.Enter == "" || strings.HasPrefix(rest, "-C ") {
		return command
	}
	return "assay -C " + gates.ShellWord(o.Enter) + " " + rest
}

// Say is a sentence about the vault as one in the current folder would put it: the
// paths in it lead from here, and so do its commands. What stands between double
// quotes is somebody's words and stays.
func (o *Out) Say(text string) string {
	same := o.Rel == nil || o.Rel("x") == "x"
	if same && o.Enter == "" {
		return text
	}
	parts := strings.Split(text, "`")
	for i := range parts {
		if i%2 == 1 && i+1 < len(parts) {
			parts[i] = o.Command(parts[i])
		} else if !same {
			parts[i] = o.paths(parts[i])
		}
	}
	return strings.Join(parts, "`")
}

// paths turns paths of the vault in a text into paths of the current folder. They
// are known by what they begin with, a file or folder at the top of the vault.
func (o *Out) paths(text string) string {
	var b strings.Builder
	quoted := false
	for i := 0; i < len(text); i++ {
		if text[i] == '"' {
			quoted = !quoted
		}
		if !quoted && (i == 0 || strings.IndexByte(" (<[:", text[i-1]) >= 0) {
			if top := o.topAt(text[i:]); top != "" {
				here := o.Path(strings.TrimSuffix(top, "/"))
				if strings.HasSuffix(top, "/") {
					here += string(filepath.Separator)
				}
				b.WriteString(strings.TrimPrefix(here, "."+string(filepath.Separator)))
				i += len(top) - 1
				continue
			}
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// topAt is the longest name at the top of the vault that a text begins with, a
// folder's with its '/'.
func (o *Out) topAt(text string) (found string) {
	for _, top := range o.Tops {
		if len(top) <= len(found) || !strings.HasPrefix(text, top) {
			continue
		}
		if rest := text[len(top):]; strings.HasSuffix(top, "/") || rest == "" || strings.IndexByte(" ):,;#>]?", rest[0]) >= 0 {
			found = top
		}
	}
	return found
}
