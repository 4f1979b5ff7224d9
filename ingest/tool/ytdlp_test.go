package tool

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assay/ingest/captions"
	"assay/ingest/web"
)

const captionsOfATalk = "WEBVTT\n\n00:00:00.000 --> 00:00:00.900\nHello there.\n\n00:00:00.950 --> 00:00:00.951\n \n\n00:00:01.000 --> 00:00:03.000\nWe talk # now.\n\n00:03:20.000 --> 00:03:21.000\nLater.\n"

const captionsVTT = "WEBVTT\n\nNOTE no\n\n00:00:01.000 --> 00:00:02.000 align:start\n<c>One</c> &amp; two\n\n00:02.000 --> 00:03.000\nOne & two\nthree\n\n00:01:05,000 --> 00:01:06,000\nfour\n"

func TestVideo(t *testing.T) {
	dir := t.TempDir()
	meta := object{
		"id": "a", "title": "A *talk*", "description": "About\n\nhttps://x.org <b>", "channel": "Ann", "upload_date": "20240506", "license": "CC BY", "language": "en", "duration": 3700,
		"subtitles":          object{"live_chat": []object{{"ext": "json"}}},
		"automatic_captions": object{"de": []object{{"ext": "vtt"}}, "en": []object{{"ext": "vtt"}}, "en-orig": []object{{"ext": "vtt"}}},
		"chapters":           []object{{"start_time": 150, "title": "The end"}},
	}
	mute := object{"id": "b", "title": "Mute"}
	fake(t, dir, "yt-dlp",
		reply{Args: "-- https://www.youtube.com/watch?v=a", Stdout: toJSON(t, meta)},
		reply{Args: "--sub-langs en-orig", Write: map[string]string{"it.en-orig.vtt": captionsOfATalk}},
		reply{Args: "-- https://www.youtube.com/watch?v=b", Stdout: toJSON(t, mute)},
		reply{Args: "-- https://www.youtube.com/watch?v=c", Stderr: "ERROR: [youtube] c: Video unavailable", Code: 1},
		reply{Args: "-- https://www.youtube.com/watch?v=d", Stderr: "ERROR: [youtube] d: Sign in to confirm you’re not a bot", Code: 1},
		reply{Args: "-- https://www.youtube.com/watch?v=e", Stdout: `{"title":"E","subtitles":{"fr":[{"ext":"vtt"}]}}`},
		reply{Args: "--sub-langs fr", Stderr: "ERROR: HTTP Error 500", Code: 1},
		reply{Args: "--flat-playlist", Stdout: `{"_type":"playlist","entries":[{"url":"https://www.youtube.com/watch?v=a"},null,{"url":"javascript:x"},{"url":"https://www.youtube.com/watch?v=b"},{"url":"https://www.youtube.com/watch?v=c"},{"url":"https://www.youtube.com/watch?v=d"},{"url":"https://www.youtube.com/watch?v=e"}]}`},
	)
	e := Video{Options{Client: client(web.Options{}), Programs: Programs{Path: dir}, Temp: t.TempDir()}}
	g, _, pages := crawl(t, e, "https://www.youtube.com/playlist?list=PL1", web.Limits{}, web.CrawlOptions{})
	if len(g.Nodes) != 5 || len(g.Limits.Prefixes) != 1 || len(pages) != 5 {
		t.Fatalf("%+v", g)
	}
	page := func(id string) web.Page { return pages["https://www.youtube.com/watch?v="+id] }
	title, author, published, licence, text := read(t, page("a"))
	want := "# A \\*talk\\*\n\n- Channel: Ann\n- Published: 2024-05-06\n- Length: 1:01:40\n- Licence: CC BY\n\n## Description\n\nAbout\n\nhttps://x.org \\<b\\>\n\n## Transcript\n\n" +
		"Subtitles written by a machine that listened, en-orig: names and numbers may be misheard.\n\n### 0:00\n\nHello there. We talk \\# now.\n\n### 3:20 The end\n\nLater.\n"
	if text != want || title != "A *talk*" || author != "Ann" || published != "2024-05-06" || licence != "CC BY" {
		t.Errorf("%q by %q, %s, %s:\n%s", title, author, published, licence, text)
	}
	if _, _, _, _, text := read(t, page("b")); !strings.Contains(text, "no subtitles") {
		t.Errorf("without subtitles: %s", text)
	}
	if _, _, _, _, text := read(t, page("e")); !strings.Contains(text, "could not be read: yt-dlp: ERROR: HTTP Error 500") {
		t.Errorf("with subtitles that fail: %s", text)
	}
	if page("c").Verdict != web.Gone || page("d").Verdict != web.LoginWall {
		t.Errorf("%+v\n%+v", page("c"), page("d"))
	}
	for _, call := range strings.Split(strings.TrimSpace(log(t, dir, "yt-dlp")), "\n") {
		if !strings.Contains(call, `"--ignore-config"`) || !strings.Contains(call, `"--skip-download"`) || !strings.Contains(call, `"--" "https://`) && !strings.Contains(call, `"--load-info-json"`) {
			t.Errorf("yt-dlp was called with %s", call)
		}
	}
	if env, err := os.ReadFile(filepath.Join(dir, "yt-dlp.env")); err != nil || !strings.Contains(string(env), "\nYTDLP_NO_PLUGINS=1") {
		t.Errorf("yt-dlp saw %s, %v", env, err)
	}
}

func TestCaptions(t *testing.T) {
	cues, err := captions.Read(strings.NewReader(captionsVTT), "vtt")
	if err != nil || len(cues) != 3 || cues[0].Text != "One & two" || cues[1].Text != "three" || cues[2].Start != 65*time.Second {
		t.Errorf("%+v, %v", cues, err)
	}
	for in, ext := range map[string]string{"{": "json3", "WEBVTT\n": "vtt", "x": "ttml"} {
		if _, err := captions.Read(strings.NewReader(in), ext); err == nil {
			t.Errorf("%s %q is read", ext, in)
		}
	}
	for _, c := range []struct {
		tracks string
		spoken string
		want   string
	}{
		{"de,en,en-orig,fr", "en", "en-orig"}, {"de,fr-orig,en", "", "fr-orig"}, {"aa,zz", "", "aa"}, {"pt-BR,en", "pt", "pt-BR"}, {"de,en", "", "en"}, {"live_chat", "en", ""}, {"--x", "", ""},
	} {
		tracks := map[string][]track{}
		for _, l := range strings.Split(c.tracks, ",") {
			tracks[l] = []track{{}}
		}
		if got := choose(tracks, c.spoken); got != c.want {
			t.Errorf("of %s for %q: %q", c.tracks, c.spoken, got)
		}
	}
}

func FuzzCaptions(f *testing.F) {
	f.Add(captionsOfATalk, "srt")
	f.Add(captionsVTT, "vtt")
	f.Fuzz(func(t *testing.T, s, ext string) {
		if cues, err := captions.Read(strings.NewReader(s), ext); err == nil {
			_ = (&info{Chapters: []captions.Chapter{{Start: 1, Title: s}}}).markdown("https://h/", "en", true, cues, "")
		}
	})
}

// The real program reads a page on loopback through the door, and is kept from
// addresses that nobody named.
func TestVideoForReal(t *testing.T) {
	real(t, "yt-dlp")
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/talk":
			w.Header().Set("Content-Type", "text/html")
			w.Write([]byte(`<html><head><title>Talk</title></head><body><video src="/v.mp4"><track kind="subtitles" srclang="en" src="/en.vtt"></video></body></html>`))
		case "/en.vtt":
			w.Header().Set("Content-Type", "text/vtt")
			w.Write([]byte(captionsVTT))
		case "/v.mp4":
			t.Error("the video was asked for")
		}
	}))
	defer s.Close()
	// A person's settings have no say.
	home := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", home)
	if err := os.Mkdir(filepath.Join(home, "yt-dlp"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(home, "yt-dlp", "config"), []byte("--no-such-option\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	o := Options{Client: client(web.Options{AllowPrivateHosts: []string{"127.0.0.1"}}), Temp: t.TempDir()}
	_, _, pages := crawl(t, Video{o}, s.URL+"/talk", web.Limits{}, web.CrawlOptions{})
	p := pages[s.URL+"/talk"]
	if !strings.Contains(string(p.Body), "### 0:01\n\nOne & two three") {
		t.Errorf("%s %s %q: %s", p.Verdict, p.Class, p.Reason, p.Body)
	}
	o.Client = client(web.Options{})
	_, _, pages = crawl(t, Video{o}, s.URL+"/talk", web.Limits{}, web.CrawlOptions{})
	if p := pages[s.URL+"/talk"]; p.Verdict != web.Denied || !strings.Contains(p.Reason, "loopback") {
		t.Errorf("%s %s %q", p.Verdict, p.Class, p.Reason)
	}
}
