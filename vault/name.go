package vault

import (
	"errors"
	"fmt"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// maxName is the longest file name in bytes that every system takes (255 on ext4
// and APFS), less what a temporary name adds.
const maxName = 200

// SafeName makes a file name, without extension, out of a title: one that Windows,
// macOS, Linux and Obsidian's links all accept. It never returns "".
func SafeName(title string) string {
	var b strings.Builder
	for _, r := range norm.NFC.String(title) {
		switch {
		case strings.ContainsRune(`<>:"/\|?*#^[]`, r), r == utf8.RuneError:
			r = ' '
		case unicode.IsSpace(r), unicode.IsControl(r), unicode.Is(unicode.Cf, r) && r != '\u200d' && r != '\u200c':
			r = ' '
		}
		b.WriteRune(r)
	}
	name := strings.Join(strings.Fields(b.String()), " ")
	for len(name) > maxName {
		_, n := utf8.DecodeLastRuneInString(name)
		name = name[:len(name)-n]
	}
	// A dot in front hides a file; one at the end, Windows drops.
	name = strings.Trim(name, ". ")
	if name == "" {
		return "Untitled"
	}
	if reserved(name) {
		base, rest, dotted := strings.Cut(name, ".")
		name = strings.TrimRight(base, " ") + "_"
		if dotted {
			name += "." + rest
		}
	}
	return name
}

// CheckName says why a path cannot be created on every system.
func CheckName(name string) error {
	if err := checkPath(name); err != nil {
		return err
	}
	if !utf8.ValidString(name) {
		return errors.New("the name is not valid UTF-8")
	}
	for part := range strings.SplitSeq(name, "/") {
		if i := strings.IndexFunc(part, func(r rune) bool {
			return strings.ContainsRune(`<>:"\|?*`, r) || unicode.IsControl(r)
		}); i >= 0 {
			r, _ := utf8.DecodeRuneInString(part[i:])
			return fmt.Errorf("the name %q has %q in it, which Windows does not allow", part, r)
		}
		if strings.HasSuffix(part, ".") || strings.HasSuffix(part, " ") {
			return fmt.Errorf("the name %q ends in a dot or a space, which Windows drops", part)
		}
		if reserved(part) {
			return fmt.Errorf("the name %q is a device on Windows", part)
		}
		if len(part) > 255 {
			return fmt.Errorf("the name %q… is longer than 255 bytes", part[:40])
		}
	}
	return nil
}

// reserved names are devices on Windows, with any extension.
func reserved(name string) bool {
	base, _, _ := strings.Cut(name, ".")
	base = strings.ToUpper(strings.TrimRight(base, " "))
	switch base {
	case "CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$":
		return true
	}
	if len(base) == 4 && (strings.HasPrefix(base, "COM") || strings.HasPrefix(base, "LPT")) {
		return base[3] >= '0' && base[3] <= '9'
	}
	return false
}

// FoldName brings the name of a file or heading to the form in which names are
// compared: NFC, lower case. It folds no white space and drops nothing.
func FoldName(s string) string {
	if strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) < 0 {
		return strings.ToLower(s)
	}
	s = norm.NFC.String(strings.ToLower(norm.NFC.String(s)))
	// Lower-casing can leave something that lower-cases again (U+0130 gives "i̇").
	return norm.NFC.String(strings.ToLower(s))
}

// IsNote says whether a path names a Markdown note.
func IsNote(name string) bool {
	ext := path.Ext(name)
	return strings.EqualFold(ext, ".md") || strings.EqualFold(ext, ".markdown")
}

// IsText says whether a path names a file that is read as text: only these are
// hashed. The list is closed so that a large recording in a vault costs nothing.
func IsText(name string) bool {
	ext := path.Ext(name)
	if len(ext) < 2 || len(ext) > len(".markdown") {
		return false
	}
	switch strings.ToLower(ext[1:]) {
	case "md", "markdown", "mdx", "qmd", "rmd", "txt", "text", "rst", "org", "adoc", "tex", "bib",
		"html", "htm", "xhtml", "xml", "json", "jsonl", "yaml", "yml", "toml", "csv", "tsv",
		"canvas", "base", "log", "srt", "vtt":
		return true
	}
	return false
}

// IsMedia says whether a path names a picture, a sound or a film: what has no text.
func IsMedia(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".png", ".jpg", ".jpeg", ".gif", ".bmp", ".svg", ".webp", ".avif", ".heic", ".tif", ".tiff", ".ico",
		".mp3", ".wav", ".m4a", ".ogg", ".3gp", ".flac", ".opus", ".mp4", ".webm", ".ogv", ".mov", ".mkv", ".avi":
		return true
	}
	return false
}
