package vault

import "bytes"

// frontAgain finds a second frontmatter: lines between two fences --- in the body that
// are keys, their values and lists, as exports leave it below their own. It is no text.
// What it links to are links of the note all the same.
func (r *reader) frontAgain(body []byte) []byte {
	at := bytes.Index(body, []byte("---"))
	if at < 0 {
		return body
	}
	copied := false
	blankBefore := true
	for at = 0; at < len(body); {
		end, next := cutLine(body, at)
		line := bytes.TrimRight(body[at:end], " \t\r")
		if !blankBefore || string(line) != "---" {
			blankBefore = len(line) == 0
			at = next
			continue
		}
		blankBefore = false
		stop := secondEnd(body, next)
		if stop < 0 {
			at = next
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
		at = stop
	}
	return body
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
