package main

import (
	"fmt"
	"sync"

	"assay/compiler"
	"assay/ingest/web"
)

// ways are the envelopes by which sources on the web are reached. None is made
// before a source asks for it.
type ways struct {
	o      compiler.WebOptions
	getenv func(string) string

	once   sync.Once
	client *web.Client
}

// userAgent says who asks, and where to read about it.
const userAgent = "assay/" + version + " (evidence for a Markdown vault)"

func (w *ways) http() *web.Client {
	w.once.Do(func() {
		o := w.o.Options
		if o.UserAgent == "" {
			o.UserAgent = userAgent
		}
		w.client = web.NewClient(o)
	})
	return w.client
}

// Ways lists the envelopes for a seed, the plainest first.
func (w *ways) Ways(seed string) (string, []web.Envelope, error) {
	at, err := web.Canonical(seed)
	if err != nil {
		return "", nil, fmt.Errorf("read address: %w", err)
	}
	return at, []web.Envelope{web.HTTP{Client: w.http()}}, nil
}
