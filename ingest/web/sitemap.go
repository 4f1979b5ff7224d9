package web

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/xml"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
)

// The limits of sitemaps.org: 50,000 addresses and 50 MiB a file, decompressed.
// maxSitemaps bounds how many files of one site are read; an index may name 50,000.
const (
	maxSitemapURLs  = 50_000
	maxSitemapBytes = 50 << 20
	maxSitemaps     = 100
)

// A Sitemap is one file of a site's own list of pages: addresses, or further files.
type Sitemap struct {
	URLs  []SitemapURL
	Files []string
	Cut   bool // a limit was reached, or the file breaks off
}

// SitemapURL is one address, as the file has it.
type SitemapURL struct {
	Loc     string
	LastMod string // W3C date and time, "" where not given
}

// ParseSitemap reads a sitemap, a sitemap index or a list of one address a line,
// plain or as gzip. It never fails: what is damaged is cut off.
func ParseSitemap(raw []byte) Sitemap {
	text, cut := gunzip(raw)
	s := Sitemap{Cut: cut}
	if trimmed := bytes.TrimLeft(text, " \t\r\n\ufeff"); len(trimmed) > 0 && trimmed[0] != '<' {
		s.lines(trimmed)
		return s
	}
	d := newXML(text)
	var within []string // names of the open elements
	var entry SitemapURL
	for {
		token, err := d.Token()
		if err != nil {
			s.Cut = s.Cut || err != io.EOF
			return s
		}
		switch t := token.(type) {
		case xml.StartElement:
			if within = append(within, t.Name.Local); len(within) > 64 {
				s.Cut = true
				return s
			}
			if t.Name.Local == "url" || t.Name.Local == "sitemap" {
				entry = SitemapURL{}
			}
		case xml.CharData:
			if n := len(within); n >= 2 && (within[n-2] == "url" || within[n-2] == "sitemap") {
				switch within[n-1] {
				case "loc":
					entry.Loc = strings.TrimSpace(entry.Loc + string(t))
				case "lastmod":
					entry.LastMod = strings.TrimSpace(entry.LastMod + string(t))
				}
			}
		case xml.EndElement:
			if len(within) > 0 {
				within = within[:len(within)-1]
			}
			if entry.Loc == "" {
				continue
			}
			switch t.Name.Local {
			case "url":
				if len(s.URLs) >= maxSitemapURLs {
					s.Cut = true
					return s
				}
				s.URLs, entry = append(s.URLs, entry), SitemapURL{}
			case "sitemap":
				if len(s.Files) >= maxSitemapURLs {
					s.Cut = true
					return s
				}
				s.Files, entry = append(s.Files, entry.Loc), SitemapURL{}
			}
		}
	}
}

func (s *Sitemap) lines(text []byte) {
	sc := bufio.NewScanner(bytes.NewReader(text))
	for sc.Scan() {
		line := strings.TrimSpace(sc.Text())
		if !strings.HasPrefix(line, "http://") && !strings.HasPrefix(line, "https://") {
			continue
		}
		if len(s.URLs) >= maxSitemapURLs {
			s.Cut = true
			return
		}
		s.URLs = append(s.URLs, SitemapURL{Loc: line})
	}
	s.Cut = s.Cut || sc.Err() != nil
}

// gunzip takes off gzip that is part of the file (not of the transfer), up to the limit.
func gunzip(raw []byte) (text []byte, cut bool) {
	if !bytes.HasPrefix(raw, []byte{0x1f, 0x8b}) {
		return raw, false
	}
	z, err := gzip.NewReader(bytes.NewReader(raw))
	if err != nil {
		return nil, true
	}
	text, err = io.ReadAll(io.LimitReader(z, maxSitemapBytes+1))
	switch {
	case len(text) > ratioFrom && len(text) > maxRatio*len(raw):
		return nil, true // a bomb, and not worth reading
	case len(text) > maxSitemapBytes:
		return text[:maxSitemapBytes], true
	}
	return text, err != nil
}

// ParseFeed gives the addresses of the entries of an RSS, RDF or Atom feed, as the
// feed has them. It never fails.
func ParseFeed(raw []byte) []string {
	d := newXML(raw)
	var urls []string
	var within []string
	link := ""
	for len(urls) < maxSitemapURLs {
		token, err := d.Token()
		if err != nil {
			return urls
		}
		switch t := token.(type) {
		case xml.StartElement:
			if within = append(within, t.Name.Local); len(within) > 64 {
				return urls
			}
			if t.Name.Local != "link" || !entryOf(within) {
				continue
			}
			link = ""
			href, rel := "", "alternate"
			for _, a := range t.Attr {
				switch a.Name.Local {
				case "href":
					href = a.Value
				case "rel":
					rel = a.Value
				}
			}
			if href != "" && rel == "alternate" {
				urls = append(urls, strings.TrimSpace(href))
			}
		case xml.CharData:
			if entryOf(within) && within[len(within)-1] == "link" {
				link += string(t)
			}
		case xml.EndElement:
			if t.Name.Local == "link" && strings.TrimSpace(link) != "" && entryOf(within) {
				urls = append(urls, strings.TrimSpace(link))
			}
			if link = ""; len(within) > 0 {
				within = within[:len(within)-1]
			}
		}
	}
	return urls
}

// entryOf reports whether the innermost element is a child of an entry.
func entryOf(within []string) bool {
	n := len(within)
	return n >= 2 && (within[n-2] == "item" || within[n-2] == "entry")
}

// newXML reads XML as it is found: entities of HTML, wrong nesting, any charset. The
// decoder of the standard library expands no entities that a file declares, so
// that none can grow.
func newXML(text []byte) *xml.Decoder {
	text = bytes.TrimLeft(bytes.TrimPrefix(text, []byte("\ufeff")), " \t\r\n")
	d := xml.NewDecoder(bytes.NewReader(text))
	d.Strict, d.Entity = false, xml.HTMLEntity
	d.CharsetReader = charset.NewReaderLabel
	if utf8.Valid(text) {
		d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	}
	return d
}
