package tool

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
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

// info is what is used of yt-dlp's JSON.
type info struct {
	Kind        string             `json:"_type"`
	ID          string             `json:"id"`
	Title       string             `json:"title"`
	Description string             `json:"description"`
	Channel     string             `json:"channel"`
	Uploader    string             `json:"uploader"`
	Date        string             `json:"upload_date"` // 20060102
	Licence     string             `json:"license"`
	Language    string             `json:"language"`
	Duration    float64            `json:"duration"`
	URL         string             `json:"url"`
	Page        string             `json:"webpage_url"`
	Subtitles   map[string][]track `json:"subtitles"`
	Automatic   map[string][]track `json:"automatic_captions"`
	Chapters    []chapter          `json:"chapters"`
	Entries     []*info            `json:"entries"`
}

type track struct {
	Ext string `json:"ext"`
}

type chapter struct {
	Start float64 `json:"start_time"`
	Title string  `json:"title"`
}

// isList reports whether an address stands for more than one video.
func isList(raw string) bool {
	u, ok := pageOf(raw)
	return ok && u.Host == "youtube.com" && u.Path == "/playlist"
}

// Map is the one video that is meant, or the videos of a list.
func (e Video) Map(ctx context.Context, seed string, l web.Limits) (*web.Graph, error) {
	at, err := web.Canonical(seed)
	if err != nil {
		return nil, fmt.Errorf("map: %w", err)
	}
	g := e.graph(at, at, l, at)
	if !isList(at) {
		add(g, web.Node{URL: at, Found: web.FoundSeed})
		return g, nil
	}
	w, err := e.watch(at)
	if err != nil {
		return lost(g, err), nil
	}
	defer w.close()
	g.Requests++
	v, _, err := w.ask(ctx, at, "--flat-playlist", "--playlist-end", fmt.Sprint(g.Limits.URLs))
	if err != nil {
		return lost(g, err), ctx.Err()
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
		add(g, web.Node{URL: to, Depth: 1, Found: web.FoundLink, From: at})
		prefix, _, _ := strings.Cut(to, "?")
		prefixes = append(prefixes, prefix)
	}
	if len(l.Prefixes) == 0 && len(prefixes) > 0 {
		slices.Sort(prefixes)
		g.Limits.Prefixes = slices.Compact(prefixes)
		g.Limits.Depth = max(g.Limits.Depth, 1)
	}
	if len(g.Nodes) == 0 {
		return lost(g, &Failure{Verdict: web.Gone, Reason: "the list has no videos"}), nil
	}
	return g, ctx.Err()
}

// Crawl reads the videos of a graph.
func (e Video) Crawl(ctx context.Context, g *web.Graph, o web.CrawlOptions) (*web.Result, error) {
	return web.Collect(ctx, e.Client, g, o, func(ctx context.Context, n web.Node) web.Page {
		var p web.Page
		w, err := e.watch(n.URL)
		if err != nil {
			settle(&p, err)
			return p
		}
		defer w.close()
		body, err := w.read(ctx, n.URL)
		p.Requests = 1
		if err != nil {
			settle(&p, err)
			return p
		}
		p.Verdict, p.Body, p.Header.ContentType = web.Fetched, body, markdown
		return p
	})
}

// A watching is yt-dlp at work on one address.
type watching struct {
	e    Video
	door *door
	dir  string
}

func (e Video) watch(at string) (*watching, error) {
	if f := ask(e.Client, at); f != nil {
		return nil, f
	}
	dir, err := os.MkdirTemp(e.Temp, "assay-video-")
	if err != nil {
		return nil, fmt.Errorf("make a folder for subtitles: %w", err)
	}
	d, err := openDoor(e.Client)
	if err != nil {
		os.RemoveAll(dir)
		return nil, err
	}
	return &watching{e, d, dir}, nil
}

func (w *watching) close() {
	w.door.Close()
	_ = os.RemoveAll(w.dir)
}

func (w *watching) run(ctx context.Context, args ...string) ([]byte, error) {
	all := []string{"--ignore-config", "--no-cache-dir", "--no-progress", "--skip-download", "--no-warnings", "--socket-timeout", "30"}
	out, _, err := w.e.Programs.Run(ctx, Command{Name: "yt-dlp", Args: append(all, args...), Dir: w.dir, Env: w.door.env(), Timeout: w.e.timeout()})
	return out, explain(ctx, err, w.door, []sign{
		{"video unavailable", web.Gone, ""},
		{"has been removed", web.Gone, ""},
		{"http error 404", web.Gone, ""},
		{"http error 410", web.Gone, ""},
		{"private video", web.LoginWall, ""},
		{"sign in", web.LoginWall, ""},
		{"log in", web.LoginWall, ""},
		{"login required", web.LoginWall, ""},
		{"http error 401", web.LoginWall, ""},
		{"http error 429", web.Failed, web.ClassThrottled},
		{"http error 403", web.Failed, web.ClassForbidden},
		{"not available in your country", web.Failed, web.ClassForbidden},
		{"drm", web.Failed, web.ClassForbidden},
		{"http error 5", web.Failed, web.ClassServer},
		{"unsupported url", web.Type, ""},
	}...)
}

// ask is the metadata of an address, also as it came.
func (w *watching) ask(ctx context.Context, at string, args ...string) (*info, []byte, error) {
	out, err := w.run(ctx, append(append([]string{"-J"}, args...), "--", at)...)
	if err != nil {
		return nil, nil, err
	}
	var v info
	if err := decode("yt-dlp", out, &v); err != nil {
		return nil, nil, err
	}
	return &v, out, nil
}

func (w *watching) read(ctx context.Context, at string) ([]byte, error) {
	v, raw, err := w.ask(ctx, at, "--no-playlist")
	if err != nil {
		return nil, err
	}
	if v.Kind == "playlist" {
		if len(v.Entries) != 1 || v.Entries[0] == nil {
			return nil, &Failure{Verdict: web.Type, Reason: fmt.Sprintf("a list of %d videos, none of which is meant more than the others", len(v.Entries))}
		}
		v = v.Entries[0]
	}
	lang, automatic := v.subtitles()
	note := ""
	var cues []cue
	if lang != "" {
		if cues, err = w.captions(ctx, raw, lang, automatic); err != nil {
			var f *Failure
			if errors.As(err, &f) && f.Verdict == web.Denied || ctx.Err() != nil {
				return nil, err
			}
			note = "The subtitles could not be read: " + err.Error()
		}
	} else {
		note = "The video has no subtitles: what is said in it is not here."
	}
	return v.markdown(at, lang, automatic, cues, note), nil
}

// subtitles chooses the language in which most can be relied on: the author's before
// a machine's, the one that is spoken before a translation.
func (v *info) subtitles() (lang string, automatic bool) {
	if lang := choose(v.Subtitles, v.Language); lang != "" {
		return lang, false
	}
	return choose(v.Automatic, v.Language), true
}

func choose(tracks map[string][]track, spoken string) string {
	var langs []string
	for lang, t := range tracks {
		if lang != "live_chat" && lang != "" && len(t) > 0 && plainName(lang) {
			langs = append(langs, lang)
		}
	}
	slices.Sort(langs)
	if spoken != "" {
		for _, want := range []string{spoken + "-orig", spoken} {
			if slices.Contains(langs, want) {
				return want
			}
		}
	}
	for _, fit := range []func(string) bool{
		func(l string) bool { return strings.HasSuffix(l, "-orig") },
		func(l string) bool {
			return spoken != "" && strings.HasPrefix(l, strings.Split(spoken, "-")[0]+"-")
		},
		func(l string) bool { return l == "en" },
		func(l string) bool { return strings.HasPrefix(l, "en") },
	} {
		if i := slices.IndexFunc(langs, fit); i >= 0 {
			return langs[i]
		}
	}
	if len(langs) > 0 {
		return langs[0]
	}
	return ""
}

// captions fetches the subtitles of one language. The metadata is handed back, so that
// the page is not read twice.
func (w *watching) captions(ctx context.Context, raw []byte, lang string, automatic bool) ([]cue, error) {
	meta := filepath.Join(w.dir, "info.json")
	if err := os.WriteFile(meta, raw, 0o600); err != nil {
		return nil, fmt.Errorf("keep metadata of a video: %w", err)
	}
	write := "--write-subs"
	if automatic {
		write = "--write-auto-subs"
	}
	// A language is a pattern there, and its letters mean themselves (plainName) but for the dot.
	if _, err := w.run(ctx, write, "--sub-langs", strings.ReplaceAll(lang, ".", `\.`), "--sub-format", "json3/vtt/srt/best", "-o", "it.%(ext)s", "--load-info-json", meta); err != nil {
		return nil, err
	}
	files, err := filepath.Glob(filepath.Join(w.dir, "it.*"))
	if err != nil || len(files) == 0 {
		return nil, errors.New("yt-dlp wrote no file")
	}
	f, err := os.Open(files[0])
	if err != nil {
		return nil, fmt.Errorf("read subtitles: %w", err)
	}
	defer f.Close()
	return readCues(f, strings.TrimPrefix(filepath.Ext(files[0]), "."))
}
