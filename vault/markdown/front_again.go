package markdown

import "bytes"

// frontAgain finds a second frontmatter: lines between two fences --- in the body that
// are keys, their values and lists, as exports leave it below their own. It is no text.
// What it links to are links of the note all the same.
func (r *reader) frontAgain(body []byte) []byte {
	copied := false
	for from := 0; ; {
		k := bytes.Index(body[from:], []byte("---"))
		if k < 0 {
			return body
		}
		at := from + k
		end, next := cutLine(body, at)
		from = end
		if !opensLine(body, at) || len(bytes.TrimRight(body[at:end], " \t\r")) != 3 {
			continue
		}
		stop := secondEnd(body, next)
		if stop < 0 {
			continue
		}
		if !copied {
			body, copied = bytes.Clone(body), true
		}
		for i := at; i < stop; i++ {
			if body[i] != '\n' && body[i] != '\r' {
				body[i] = ' '
			}
		}
		p := &r.prose
		p.reset()
		start := r.note.BodyStart + at
		p.runs = append(p.runs, run{0, start})
		env := r.env
		env.plain = true
		p.scan(r.file[start:r.note.BodyStart+stop], p.runs, env)
		p.tags, p.problems = p.tags[:0], p.problems[:0]
		r.keep()
		from = stop
	}
}

// opensLine reports a place at the beginning of a line with an empty one above it.
func opensLine(body []byte, at int) bool {
	if at > 0 && body[at-1] != '\n' {
		return false
	}
	above := bytes.TrimRight(body[:at], " \t\r\n")
	return len(above) == 0 || bytes.Count(body[len(above):at], []byte("\n")) > 1
}

// secondEnd is where the lines of a frontmatter that begins at a line end, with their
// closing fence, or -1 where they are none. It must have two keys at least.
func secondEnd(body []byte, at int) int {
	keys := 0
	for at < len(body) {
		end, next := cutLine(body, at)
		line := bytes.TrimRight(body[at:end], " \t\r")
		switch {
		case string(line) == "---":
			if keys < 2 {
				return -1
			}
			return next
		case len(line) == 0:
			return -1
		case line[0] == ' ' || line[0] == '\t' || bytes.HasPrefix(line, []byte("- ")) || line[0] == '#':
			if keys == 0 {
				return -1
			}
		default:
			k := bytes.IndexByte(line, ':')
			if k <= 0 || !identifier(line[:k]) || k+1 < len(line) && line[k+1] != ' ' {
				return -1
			}
			keys++
		}
		at = next
	}
	return -1
}

// identifier reports a key as programs write it.
func identifier(key []byte) bool {
	if !letter(key[0]) || key[0] >= 'A' && key[0] <= 'Z' && bytes.IndexByte(key, '_') < 0 {
		return false
	}
	for _, c := range key {
		if !letter(c) && c != '_' && c != '-' && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}
