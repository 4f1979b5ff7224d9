package pdf

// A mark is marked content that is open: decoration, or glyphs for which the file
// says what they read as.
type mark struct {
	artifact, actual bool
	text             string
	from             int // of the runs
}

func (p *painter) open(args array, resources dict) {
	n, _ := first(args).(name)
	m := mark{artifact: n == "Artifact", from: len(p.runs)}
	if m.artifact {
		p.skip++
	}
	if len(args) > 1 {
		of := args[1]
		if key, ok := of.(name); ok {
			of = p.f.dict(resources["Properties"])[key]
		}
		if t, ok := p.f.resolve(p.f.dict(of)["ActualText"]).(text); ok {
			m.actual, m.text = true, characters(t)
		}
	}
	p.marks = append(p.marks, m)
}

// close puts what the file says in place of the glyphs, where they stand on one line.
func (p *painter) close() {
	n := len(p.marks)
	if n == 0 {
		return
	}
	m := p.marks[n-1]
	p.marks = p.marks[:n-1]
	if m.artifact {
		p.skip--
	}
	if !m.actual || m.from >= len(p.runs) {
		return
	}
	r := p.runs[m.from]
	for _, o := range p.runs[m.from+1:] {
		if o.y != r.y {
			return
		}
		r.to = max(r.to, o.to)
	}
	r.text = m.text
	p.runs = append(p.runs[:m.from], r)
}
