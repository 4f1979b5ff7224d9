package arc

// TagFeatures are those of the i-th word, when the words before it are tagged. The
// slice is good until the next call.
func (s *State) TagFeatures(i int) []uint32 {
	at := func(j int) *token {
		if j < 0 || j >= s.n {
			return &s.words[s.n]
		}
		return &s.words[j]
	}
	w, p, q, x, y := &s.words[i], at(i-1), at(i-2), at(i+1), at(i+2)
	first := uint64(0)
	if i == 0 {
		first = 8
	}
	look := uint64(w.look) + first
	k := uint64(100)
	f := s.feats[:0]
	add := func(a, b, c uint64) {
		k++
		f = append(f, hash(k, a, b, c))
	}
	pt, qt := uint64(p.tag), uint64(q.tag)
	form := uint64(w.form)
	add(form, 0, 0)
	add(uint64(w.end3), 0, 0)
	add(uint64(w.end2), 0, 0)
	add(uint64(w.end1), look, 0)
	add(uint64(w.head), 0, 0)
	add(look, 0, 0)
	add(uint64(w.fits), 0, 0)
	add(pt, 0, 0)
	add(pt, qt, 0)
	add(pt, form, 0)
	add(pt, qt, form)
	add(pt, uint64(x.fits), 0)
	add(pt, uint64(w.fits), uint64(x.fits))
	add(uint64(p.form), 0, 0)
	add(uint64(x.form), 0, 0)
	add(uint64(q.form), 0, 0)
	add(uint64(y.form), 0, 0)
	add(form, uint64(p.form), 0)
	add(form, uint64(x.form), 0)
	add(form, uint64(x.fits), 0)
	add(uint64(x.fits), uint64(y.fits), 0)
	add(uint64(x.end3), 0, 0)
	add(uint64(p.end3), 0, 0)
	add(uint64(w.end3), pt, 0)
	add(uint64(w.end2), pt, uint64(x.fits))
	add(look, pt, uint64(x.look))
	add(look, uint64(p.look), uint64(x.look))
	add(uint64(w.end3), look, 0)
	add(pt, uint64(x.form), 0)
	add(pt, uint64(w.end3), uint64(x.end2))
	add(uint64(p.form), uint64(x.form), 0)
	add(uint64(w.fits), uint64(p.form), 0)
	add(uint64(w.head), uint64(w.end2), 0)
	add(look, uint64(w.end2), uint64(x.fits))
	s.feats = f
	return f
}

// span is how far apart two words are, roughly.
func span(a, b int32) uint64 {
	d := b - a
	switch {
	case d < 5:
		return uint64(d)
	case d < 10:
		return 5
	}
	return 6
}

// StepFeatures are those of the next step. The slice is good until the next call.
func (s *State) StepFeatures() []uint32 {
	i0, i1, i2 := s.top(0), s.top(1), s.top(2)
	j0, j1, j2, j3 := s.ahead(0), s.ahead(1), s.ahead(2), s.ahead(3)
	s0, s1, s2 := &s.words[i0], &s.words[i1], &s.words[i2]
	b0, b1, b2, b3 := &s.words[j0], &s.words[j1], &s.words[j2], &s.words[j3]
	k0, k1, kb := &s.kin[i0], &s.kin[i1], &s.kin[j0]
	l0, r0, lb := &s.words[s.at(k0.left)], &s.words[s.at(k0.right)], &s.words[s.at(kb.left)]
	l02, r02 := s.at(k0.left2), s.at(k0.right2)
	l1, r1 := s.at(k1.left), s.at(k1.right)
	rl0, rr0, rlb := uint64(s.kin[s.at(k0.left)].rel), uint64(s.kin[s.at(k0.right)].rel), uint64(s.kin[s.at(kb.left)].rel)
	rl1, rr1 := uint64(s.kin[l1].rel), uint64(s.kin[r1].rel)
	w0, w1, w2, v0, v1, v2 := uint64(s0.id), uint64(s1.id), uint64(s2.id), uint64(b0.id), uint64(b1.id), uint64(b2.id)
	t0, t1, t2, u0, u1, u2, u3 := uint64(s0.tag), uint64(s1.tag), uint64(s2.tag), uint64(b0.tag), uint64(b1.tag), uint64(b2.tag), uint64(b3.tag)
	c0, c1, cb, cb1 := uint64(s0.wide), uint64(s1.wide), uint64(b0.wide), uint64(b1.wide)
	d, e := span(i0, j0), span(i1, i0)
	if len(s.stack) == 0 {
		d = 7
	}
	if len(s.stack) < 2 {
		e = 7
	}
	seen := s.m.Seen
	m0, m1, mb := k0.kids&seen, k1.kids&seen, kb.kids&seen
	nl0, nr0, nlb := uint64(k0.nl), uint64(k0.nr), uint64(kb.nl)

	k := uint64(0)
	f := s.feats[:0]
	add := func(a, b, c uint64) {
		k++
		f = append(f, hash(k, a, b, c))
	}
	add(0, 0, 0)
	add(w0, 0, 0)
	add(t0, 0, 0)
	add(w0, t0, 0)
	add(w1, 0, 0)
	add(t1, 0, 0)
	add(w1, t1, 0)
	add(v0, 0, 0)
	add(u0, 0, 0)
	add(v0, u0, 0)
	add(v1, 0, 0)
	add(u1, 0, 0)
	add(v1, u1, 0)
	add(u2, 0, 0)
	add(v2, 0, 0)
	add(t2, 0, 0)
	add(w2, 0, 0)
	// pairs
	add(w0, v0, 0)
	add(t0, u0, 0)
	add(w0, u0, 0)
	add(t0, v0, 0)
	add(w0, t0, v0)
	add(w0, t0, u0)
	add(t0, v0, u0)
	add(w0, w1, 0)
	add(t0, t1, 0)
	add(w0, t1, 0)
	add(t0, w1, 0)
	add(u0, u1, 0)
	add(t1, u0, 0)
	add(w1, v0, 0)
	add(v0, u1, t0)
	add(w0, v1, 0)
	// three in a row
	add(t0, u0, u1)
	add(t1, t0, u0)
	add(t2, t1, t0)
	add(u0, u1, u2)
	add(c0, cb|cb1<<8, u2)
	add(c0|c1<<8, cb|cb1<<8, 0)
	add(w0, u0, u1)
	add(w1, t0, u0)
	add(t1, t0, v0)
	add(t1, w0, u0)
	add(u1|u2<<8, u3, t0)
	// dependents
	add(t0, uint64(l0.tag), u0)
	add(t0, uint64(r0.tag), u0)
	add(t0, u0, uint64(lb.tag))
	add(rl0, t0, 0)
	add(rr0, t0, 0)
	add(rlb, u0, 0)
	add(rl0, w0, 0)
	add(rr0, w0, 0)
	add(rlb, v0, 0)
	add(rl1, t1, 0)
	add(rr1, t1, 0)
	add(t0, t1, uint64(s.words[r1].tag))
	add(t0, t1, uint64(l0.tag))
	add(t0, t1, uint64(r0.tag))
	add(t0, rl0, uint64(s.kin[l02].rel))
	add(t0, rr0, uint64(s.kin[r02].rel))
	add(uint64(r0.id), t0, u0)
	add(uint64(l0.id), t0, 0)
	add(uint64(lb.id), u0, t0)
	add(rl0|rr0<<8, t0, u0)
	add(rr1, t1, t0)
	// distance and number of dependents
	add(d, t0, u0)
	add(d, w0, v0)
	add(d, w0, 0)
	add(d, v0, 0)
	add(e, t0, t1)
	add(e, w1, t0)
	add(nl0, w0, 0)
	add(nr0, w0, 0)
	add(nlb, v0, 0)
	add(nl0|nr0<<8, t0, 0)
	add(nlb, u0, t0)
	add(nr0, t0, u0)
	add(m0, t0, u0)
	add(m1, t1, t0)
	add(mb, u0, t0)
	add(m0, w0, 0)
	add(m0, m1, t0|t1<<8)
	add(m0, mb, t0|u0<<8)
	// what the words could be, should the tagger be wrong
	add(uint64(s0.fits), uint64(b0.fits), 0)
	add(uint64(s0.fits), u0, u1)
	add(t0, uint64(b0.fits), uint64(b1.fits))
	add(uint64(s0.end3), u0, t0)
	add(uint64(b0.end3), t0, u0)
	s.feats = f
	return f
}
