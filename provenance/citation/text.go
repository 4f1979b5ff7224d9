package citation

import (
	"bytes"
	"cmp"
	"path"
	"strings"
	"unicode"

	"assay/provenance"
	"assay/text"
	"assay/vault"
	"assay/vault/markdown"
)

// original is a file that notes cite as a whole.
type original struct {
	missing   bool // cannot be read
	binary    bool
	extracted bool // the text is not the file's bytes
	body      int  // where the text begins in the file
	front     markdown.Front
	about     []string // the frontmatter as text
	text      string
	title     string
	skeleton  string // of the text, as of a note's
	stub      bool   // only says that the text is elsewhere
	why       string // as a clause after the path
}

// mostTexts is how many bytes of originals stay in memory, or twice that.
const mostTexts = 32 << 20

// mostGathered is the same of what is kept for the notes that are looked at now.
const mostGathered = 4 << 20

// mostAbout is how much is read of a frontmatter, in bytes.
const mostAbout = 4096

func (o original) size() int { return len(o.text) + len(o.skeleton) }

func (l *Library) text(p string) original {
	return l.texts.get(p, func() original {
		o := l.readText(p)
		if o.stub, o.why = o.isStub(); !o.stub && len(o.text) <= maxCopy {
			o.skeleton = skeleton(o.text)
		}
		return o
	})
}

func (l *Library) readText(p string) original {
	raw, err := l.snapshot.Read(p)
	if err != nil {
		return original{missing: true}
	}
	if isBinary(p, raw) && (l.options.TextOf == nil || !isExtracted(p)) {
		return original{binary: true}
	}
	if l.options.TextOf != nil && !isPlain(p) {
		o := original{text: l.options.TextOf(p, raw)}
		o.extracted = o.text != string(raw) // code and the like is its own text
		if isExtracted(p) && (!o.extracted || strings.TrimSpace(o.text) == "") {
			return original{binary: true} // pictures of text, or what cannot be read
		}
		o.title = titleOf(p, o.front, o.text)
		return o
	}
	o := original{front: markdown.ReadFront(raw)}
	if o.body = o.front.Body; o.body > 0 {
		o.about = []string{strings.ToValidUTF8(string(bytes.Trim(raw[:min(o.body, mostAbout)], "-+ \r\n")), "")}
	}
	o.text = string(raw[o.body:])
	o.title = titleOf(p, o.front, o.text)
	return o
}

// wholeFile is an original as evidence.
func (l *Library) wholeFile(p string) provenance.Evidence {
	o := l.text(p)
	size := o.body + len(o.text)
	if o.extracted {
		f, _ := l.snapshot.File(p)
		size = int(f.Size)
	}
	e := provenance.Evidence{
		Source:    provenance.NewSourceID(p),
		Span:      vault.Span{File: p, Start: o.body, End: size},
		Heading:   []string{o.title},
		Text:      o.text,
		Title:     o.title,
		About:     o.about,
		URL:       addressIn(o.front, o.text),
		Retrieved: provenance.ParseTime(o.front.Text("retrieved", "ingestedat", "ingested_at", "ingested", "accessed", "fetched", "fetched_at")),
	}
	e.Ages = !e.Retrieved.IsZero()
	return e
}

// addressIn is where a text says that it came from: in its frontmatter, or in a line of its own
// over its first section, such as "> Source: https://…" or "**原文链接**: https://…".
func addressIn(f markdown.Front, body string) string {
	for _, key := range [...]string{"url", "source_url", "source_link", "original_url", "canonical", "source", "link"} {
		if v := f.Text(key); strings.HasPrefix(v, "http://") || strings.HasPrefix(v, "https://") {
			return v
		}
	}
	body = body[:min(len(body), mostAbout)]
	for n := 0; body != "" && n < headLines; n++ {
		var line string
		line, body, _ = strings.Cut(body, "\n")
		if level, _ := provenance.ATXHeading(strings.TrimRight(line, "\r")); level > 1 {
			break
		}
		if m := originLine().FindStringSubmatch(line); m != nil {
			return cmp.Or(m[1], m[2])
		}
	}
	return ""
}

// headLines is how many lines of a text, with the empty ones, may stand over what it says.
const headLines = 15

var originLine = text.Pattern(`(?i)^[\s>*_-]*(?:(?:source|original|canonical|article|page|final content)?[ _]?(?:url|link)s?|source|original|来源|原文|原文链接|原始链接|链接|出典|元記事|リンク|출처|원문|원본|링크|quelle|fuente|fonte|enlace|lien)` +
	`[\s*_]*[:：][\s*_]*(?:\[[^\]\n]*\]\((https?://[^\s<>]+)\)|<?(https?://[^\s<>|，]+?)>?)[\s*_.]*$`)

func titleOf(p string, f markdown.Front, text string) string {
	if t := f.Text("title"); t != "" {
		return t
	}
	for rest, n := text, 0; rest != "" && n < 50; n++ {
		var line string
		line, rest, _ = strings.Cut(rest, "\n")
		if level, title := provenance.ATXHeading(strings.TrimRight(line, "\r")); level == 1 && title != "" {
			return provenance.HeadingText(title)
		}
	}
	base := path.Base(p)
	return strings.TrimSuffix(base, path.Ext(base))
}

// plainExts are files whose bytes are their text; front matter is looked for in all.
var plainExts = map[string]bool{".md": true, ".markdown": true, ".mdx": true, ".txt": true, ".text": true, ".rst": true, ".org": true}

func isPlain(p string) bool { return plainExts[strings.ToLower(path.Ext(p))] }

var binaryExts = map[string]bool{".pdf": true, ".doc": true, ".docx": true, ".ppt": true, ".pptx": true, ".xls": true, ".xlsx": true,
	".epub": true, ".mobi": true, ".djvu": true, ".ps": true, ".zip": true, ".gz": true, ".tgz": true, ".png": true, ".jpg": true,
	".jpeg": true, ".gif": true, ".webp": true, ".mp3": true, ".m4a": true, ".wav": true, ".mp4": true, ".mov": true, ".webm": true}

// isExtracted reports whether a file is no text itself and has one that extraction
// gives.
func isExtracted(p string) bool { return strings.EqualFold(path.Ext(p), ".pdf") }

// isBinary tells by the name and, like git, by a NUL near the beginning.
func isBinary(p string, raw []byte) bool {
	return binaryExts[strings.ToLower(path.Ext(p))] || bytes.IndexByte(raw[:min(len(raw), 8000)], 0) >= 0
}

// isStub reports whether a file only says that its text is elsewhere.
func (o original) isStub() (bool, string) {
	text := strings.TrimSpace(o.text)
	switch {
	case o.missing:
		return true, "cannot be read"
	case text == "":
		return true, "is empty"
	case strings.HasPrefix(text, "version https://git-lfs.github.com/spec/"):
		return true, "is a Git LFS pointer whose content was not fetched"
	}
	if len(text) > stubBytes {
		return false, ""
	}
	lines := 0
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) != "" {
			lines++
		}
	}
	if lines > stubLines || wordCount(text) > stubWords || !stubWording().MatchString(text) {
		return false, ""
	}
	return true, "is a notice that the original is kept elsewhere"
}

// A stub is short and says so; the longest one met had five lines.
const (
	stubLines = 5
	stubWords = 60
	stubBytes = 2000
)

var stubWording = text.Pattern(`(?i)withheld|not (?:included|redistributed|reproduced|available|committed|published)|unavailable|omitted|` +
	`removed|redirect|has moved|moved to|moved permanently|copyright|see (?:the )?(?:original|source|full)|full text (?:at|is)|available (?:at|from|on)|` +
	`placeholder|原文(?:未|不|请|見|见|链接)|未收录|未公开|不公开|不提供|版权|著作権|已移|已删|省略|移動しました|転載|非公開|掲載(?:して)?(?:いません|しません)|削除`)

// wordCount counts words, and each ideograph or kana as half of one.
func wordCount(s string) int {
	n, wide := 0, 0
	for _, w := range strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		w := []rune(w)
		if unicode.In(w[0], unicode.Han, unicode.Hiragana, unicode.Katakana) {
			wide += len(w)
			continue
		}
		n++
	}
	return n + wide/2
}
