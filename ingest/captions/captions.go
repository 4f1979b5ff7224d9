// Package captions reads subtitles. It takes WebVTT and SubRip, and writes what is said as paragraphs.
// Read [Read] and [Transcript] first.
package captions

import (
	"errors"
	"fmt"
	"html"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"assay/ingest/plain"
	"assay/text"
)

const (
	maxCaptions = 20 << 20
	// every is how much of a talk stands below one heading: enough to be a passage,
	// short enough to be found again in the video.
	every = 3 * time.Minute
	// pauseAfter ends a paragraph where no sentence does: machines write no full stops.
	pauseAfter = 2 * time.Second
	longest    = 700 // characters of a paragraph before it ends at the next sentence, or at twice that anywhere
)

// A Cue is a text and when it is said.
type Cue struct {
	Start, End time.Duration
	Text       string
}

// A Chapter is a part of a video as its author cut it.
type Chapter struct {
	Start float64 `json:"start_time"` // seconds
	Title string  `json:"title"`
}

// Read reads subtitles as WebVTT or SubRip, which every site has.
func Read(r io.Reader, ext string) ([]Cue, error) {
	b, err := io.ReadAll(io.LimitReader(r, maxCaptions+1))
	if err != nil {
		return nil, fmt.Errorf("read subtitles: %w", err)
	}
	if len(b) > maxCaptions {
		return nil, fmt.Errorf("the subtitles have more than %d bytes", maxCaptions)
	}
	if ext != "vtt" && ext != "srt" {
		return nil, fmt.Errorf("subtitles of the form %q are not read", text.Clip(ext, 10))
	}
	cues := rolled(fromVTT(plain.Text(b)))
	if len(cues) == 0 {
		return nil, errors.New("there is no text in them")
	}
	return cues, nil
}

var tags = text.Pattern(`<[^<>]{0,200}>`)

// fromVTT reads blocks with a line of times. Notes, styles and positions are left out.
func fromVTT(s string) []Cue {
	var cues []Cue
	var now *Cue
	for l := range strings.Lines(s) {
		l = strings.TrimSpace(l)
		if from, to, ok := strings.Cut(l, "-->"); ok {
			start, ok1 := clock(from)
			to, _, _ = strings.Cut(strings.TrimSpace(to), " ")
			end, ok2 := clock(to)
			now = nil
			if ok1 && ok2 {
				cues = append(cues, Cue{Start: start, End: end})
				now = &cues[len(cues)-1]
			}
			continue
		}
		if l == "" {
			now = nil
		}
		if now != nil {
			t := plain.Line(html.UnescapeString(tags().ReplaceAllString(l, "")))
			if t == "" {
				continue
			}
			if now.Text != "" {
				now.Text += "\n"
			}
			now.Text += t
		}
	}
	return cues
}

// clock reads 01:02:03.004, 02:03.004 and, as SubRip has it, 01:02:03,004.
func clock(s string) (time.Duration, bool) {
	parts := strings.Split(strings.ReplaceAll(strings.TrimSpace(s), ",", "."), ":")
	if len(parts) < 2 || len(parts) > 3 {
		return 0, false
	}
	var sum float64
	for _, p := range parts {
		n, err := strconv.ParseFloat(p, 64)
		if err != nil || n < 0 || n > 100_000 {
			return 0, false
		}
		sum = sum*60 + n
	}
	return time.Duration(sum * float64(time.Second)), true
}

// rolled takes out what rolls: automatic subtitles show each line again below or above
// the next.
func rolled(cues []Cue) []Cue {
	var out []Cue
	var last []string // lines of the cue before
	for _, c := range cues {
		var fresh []string
		lines := strings.Split(c.Text, "\n")
		for _, l := range lines {
			again := slices.Contains(last, l)
			if l = strings.TrimSpace(l); l != "" && !again {
				fresh = append(fresh, l)
			}
		}
		if c.Text != "" {
			last = lines
		}
		if len(fresh) > 0 {
			out = append(out, Cue{c.Start, c.End, strings.Join(fresh, " ")})
		}
	}
	return out
}

// Stamp is a time as players show it.
func Stamp(d time.Duration) string {
	s := int(d / time.Second)
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// Transcript writes cues as paragraphs below headings that say when, and the chapter
// where the author made some.
func Transcript(cues []Cue, chapters []Chapter) string {
	var b, para strings.Builder
	flush := func() {
		if para.Len() > 0 {
			b.WriteString(plain.Escaped(para.String()) + "\n\n")
			para.Reset()
		}
	}
	next, at := time.Duration(0), 0
	var before time.Duration
	for i, c := range cues {
		title := ""
		for at < len(chapters) && c.Start >= time.Duration(chapters[at].Start*float64(time.Second)) {
			title = plain.Line(chapters[at].Title)
			at++
		}
		// A heading does not cut a sentence, but does not wait for its end for ever.
		ended := para.Len() == 0 || ends(para.String()) || c.Start-before > pauseAfter || c.Start > next+time.Minute/2
		if i == 0 || title != "" || c.Start >= next && ended {
			flush()
			head := Stamp(c.Start)
			if title != "" {
				head += " " + plain.Escaped(title)
			}
			b.WriteString("### " + head + "\n\n")
			next = c.Start + every
		} else if c.Start-before > pauseAfter || para.Len() > longest && ends(para.String()) || para.Len() > 2*longest {
			flush()
		}
		if para.Len() > 0 {
			para.WriteByte(' ')
		}
		para.WriteString(c.Text)
		before = max(c.End, c.Start)
	}
	flush()
	return strings.TrimSpace(b.String())
}

func ends(s string) bool {
	marks := []string{".", "!", "?", "…", "。", "！", "？", ".”"}
	return slices.ContainsFunc(marks, func(mark string) bool { return strings.HasSuffix(s, mark) })
}
