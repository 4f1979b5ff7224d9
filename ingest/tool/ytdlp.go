package tool

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"assay/ingest/web"
)

// Video reads what a video says through yt-dlp: its description and its subtitles, the
// author's where there are some, else those that a machine heard. No video is
// downloaded.
type Video struct{ Options }

// Name is "yt-dlp".
func (Video) Name() string { return "yt-dlp" }

// videoHosts are sites of videos, with the beginning of the path that a video has. A
// site that is not named can still be read: Map and Crawl take any address.
var videoHosts = []struct{ host, path string }{
	{"youtube.com", "/watch"}, {"youtube.com", "/playlist"}, {"youtube.com", "/shorts/"}, {"youtube.com", "/live/"}, {"youtu.be", "/"},
	{"vimeo.com", "/"}, {"dailymotion.com", "/video/"}, {"dai.ly", "/"}, {"ted.com", "/talks/"}, {"media.ccc.de", "/v/"}, {"odysee.com", "/@"},
	{"bilibili.com", "/video/"}, {"nicovideo.jp", "/watch/"}, {"twitch.tv", "/videos/"}, {"rumble.com", "/v"}, {"loom.com", "/share/"},
	{"infoq.com", "/presentations/"}, {"archive.org", "/details/"}, {"peertube.tv", "/w/"}, {"tube.tchncs.de", "/w/"}, {"framatube.org", "/w/"},
}

// Fits takes pages of known video sites.
func (Video) Fits(raw string) bool {
	u, ok := pageOf(raw)
	if !ok {
		return false
	}
	for _, v := range videoHosts {
		if u.Host == v.host && len(u.Path) > 1 && strings.HasPrefix(u.Path, v.path) && (v.host != "archive.org" || strings.Contains(u.RawQuery, "video")) {
			return v.host != "vimeo.com" || strings.Trim(u.Path, "/0123456789") == "" || strings.Contains(u.Path, "/video")
		}
	}
	return false
}

// pageOf is an address with the part of its host that says little taken off.
func pageOf(raw string) (*url.URL, bool) {
	at, err := web.Canonical(raw)
	if err != nil {
		return nil, false
	}
	u, err := url.Parse(at)
	if err != nil {
		return nil, false
	}
	for _, sub := range []string{"www.", "m.", "music."} {
		u.Host = strings.TrimPrefix(u.Host, sub)
	}
	return u, true
}

// Available finds yt-dlp.
func (e Video) Available(ctx context.Context) Program {
	return e.available(ctx, Program{
		Name: "yt-dlp", For: "descriptions and subtitles of videos",
		Install: "install yt-dlp (pipx install yt-dlp, brew install yt-dlp, https://github.com/yt-dlp/yt-dlp); sites change, so keep it fresh",
	})
}

// Map is the one video that is meant, or the videos of a list.
func (e Video) Map(ctx context.Context, seed string, l web.Limits) (*web.Graph, error) {
	at, err := web.Canonical(seed)
	if err != nil {
		return nil, fmt.Errorf("map: %w", err)
	}
	g := e.Graph(at, at, l, at)
	if u, ok := pageOf(at); !ok || u.Host != "youtube.com" || u.Path != "/playlist" { // one video
		Add(g, web.Node{URL: at, Found: web.FoundSeed})
		return g, nil
	}
	w, err := e.watch(at)
	if err != nil {
		return Lost(g, err), nil
	}
	defer w.close()
	g.Requests++
	v, _, err := w.ask(ctx, at, "--flat-playlist", "--playlist-end", fmt.Sprint(g.Limits.URLs))
	if err != nil {
		return Lost(g, err), ctx.Err()
	}
	var prefixes []string
	for _, entry := range v.Entries {
		if entry == nil {
			continue
		}
		to, err := web.Canonical(entry.URL)
		if err != nil {
			continue
		}
		Add(g, web.Node{URL: to, Depth: 1, Found: web.FoundLink, From: at})
		prefix, _, _ := strings.Cut(to, "?")
		prefixes = append(prefixes, prefix)
	}
	if len(l.Prefixes) == 0 && len(prefixes) > 0 {
		slices.Sort(prefixes)
		g.Limits.Prefixes = slices.Compact(prefixes)
		g.Limits.Depth = max(g.Limits.Depth, 1)
	}
	if len(g.Nodes) == 0 {
		return Lost(g, &web.Failure{Verdict: web.Gone, Reason: "the list has no videos"}), nil
	}
	return g, ctx.Err()
}

// Crawl reads the videos of a graph.
func (e Video) Crawl(ctx context.Context, g *web.Graph, o web.CrawlOptions) (*web.Result, error) {
	return web.Collect(ctx, e.Client, g, o, func(ctx context.Context, n web.Node) web.Page {
		w, err := e.watch(n.URL)
		if err != nil {
			return Written(nil, 0, err)
		}
		defer w.close()
		body, err := w.read(ctx, n.URL)
		return Written(body, 1, err)
	})
}
