package tool

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"assay/ingest/captions"
	"assay/ingest/plain"
)

// info is what is used of yt-dlp's JSON.
type info struct {
	Kind        string             `json:"_type"`
	Title       string             `json:"title"`
	Description string             `json:"description"`
	Channel     string             `json:"channel"`
	Uploader    string             `json:"uploader"`
	Date        string             `json:"upload_date"` // 20060102
	Licence     string             `json:"license"`
	Language    string             `json:"language"`
	Duration    float64            `json:"duration"`
	URL         string             `json:"url"`
	Subtitles   map[string][]track `json:"subtitles"`
	Automatic   map[string][]track `json:"automatic_captions"`
	Chapters    []captions.Chapter `json:"chapters"`
	Entries     []*info            `json:"entries"`
}

// A track is one form of the subtitles of a language; that there is one is enough.
type track struct{}

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
	for _, fit := range []func(string) bool{
		func(l string) bool { return l == spoken+"-orig" },
		func(l string) bool { return l == spoken },
		func(l string) bool { return strings.HasSuffix(l, "-orig") },
		func(l string) bool {
			return spoken != "" && strings.HasPrefix(l, strings.Split(spoken, "-")[0]+"-")
		},
		func(l string) bool { return l == "en" },
		func(l string) bool { return strings.HasPrefix(l, "en") },
		func(string) bool { return true },
	} {
		if i := slices.IndexFunc(langs, fit); i >= 0 {
			return langs[i]
		}
	}
	return ""
}

// markdown writes a video down.
func (v *info) markdown(at, lang string, automatic bool, cues []captions.Cue, note string) []byte {
	var w Writer
	title := cmp.Or(plain.Line(v.Title), at)
	fmt.Fprintf(&w, "# %s\n\n", plain.Escaped(title))
	by := cmp.Or(v.Channel, v.Uploader)
	date := ""
	if t, err := time.Parse("20060102", v.Date); err == nil {
		date = t.Format(time.DateOnly)
	}
	length := ""
	if v.Duration > 0 && v.Duration < 1e6 {
		length = captions.Stamp(time.Duration(v.Duration * float64(time.Second)))
	}
	w.Facts("Channel", by, "Published", date, "Length", length, "Licence", v.Licence)
	if d := strings.TrimSpace(plain.Text([]byte(v.Description))); d != "" {
		w.WriteString("\n## Description\n\n")
		for _, l := range strings.Split(d, "\n") {
			w.WriteString(plain.Escaped(l) + "\n")
		}
	}
	generated := ""
	if len(cues) > 0 {
		how := "Subtitles by the author, " + lang + "."
		if automatic {
			how, generated = "Subtitles written by a machine that listened, "+lang+": names and numbers may be misheard.", "true"
		}
		fmt.Fprintf(&w, "\n## Transcript\n\n%s\n\n%s\n", how, captions.Transcript(cues, v.Chapters))
	}
	if note != "" {
		fmt.Fprintf(&w, "\n## Transcript\n\n%s\n", plain.Escaped(note))
	}
	language := cmp.Or(strings.TrimSuffix(lang, "-orig"), v.Language)
	return WithMeta(w.String(), Field{"title", title}, Field{"author", by}, Field{"published", date}, Field{"url", at}, Field{"licence", v.Licence}, Field{"language", language}, Field{"generated", generated})
}
