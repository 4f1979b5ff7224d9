package extract

import (
	"bytes"
	"mime"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
)

// metaCharset finds the declaration in the first kilobytes; the standard looks at
// 1,024 bytes only, but real pages put long comments and styles before it.
var metaCharset = lazily(`(?i)<meta[^>]{0,200}charset\s*=\s*["']?\s*([a-z0-9_:.\-]{2,40})|<\?xml[^>]{0,100}encoding\s*=\s*["']([a-z0-9_:.\-]{2,40})`)

// decode gives the text as UTF-8. Order: byte order mark, UTF-8 that proves itself,
// the server's word, the page's word, an encoding of East Asia that proves itself by
// its commonest characters, Windows-1252. Bytes that are valid UTF-8
// beyond ASCII overrule both declarations: no other encoding produces them by
// accident, and wrong declarations are common.
func decode(raw []byte, contentType string) []byte {
	switch {
	case bytes.HasPrefix(raw, []byte("\xef\xbb\xbf")):
		return bytes.ToValidUTF8(raw[3:], []byte("\uFFFD"))
	case bytes.HasPrefix(raw, []byte("\xff\xfe")), bytes.HasPrefix(raw, []byte("\xfe\xff")):
		return transcode(raw, unicode.UTF16(unicode.LittleEndian, unicode.UseBOM))
	}
	ascii, good, bad := true, 0, 0
	for i := 0; i < len(raw); {
		if raw[i] < utf8.RuneSelf {
			if raw[i] == 0x1b { // ISO-2022-JP looks like ASCII
				ascii = false
				bad++
			}
			i++
			continue
		}
		ascii = false
		r, n := utf8.DecodeRune(raw[i:])
		switch {
		case r != utf8.RuneError:
			good++
		case n == 1:
			bad++
		}
		i += n
	}
	if ascii || bad == 0 {
		return raw
	}
	name := declared(raw, contentType)
	// A few broken bytes, of a comment that was cut off, say, do not make it another encoding.
	if name == "utf-8" || name == "" && bad*1000 < len(raw) && good > 10*bad {
		return bytes.ToValidUTF8(raw, []byte("\uFFFD"))
	}
	if name == "" {
		if enc := sniffed(raw); enc != nil {
			return transcode(raw, enc)
		}
		name = "windows-1252"
	}
	enc, _ := charset.Lookup(name)
	if enc == nil {
		return bytes.ToValidUTF8(raw, []byte("\uFFFD"))
	}
	return transcode(raw, enc)
}

// declared returns the canonical name of the encoding that header or page names,
// "" where neither names a known one.
func declared(raw []byte, contentType string) string {
	if _, params, err := mime.ParseMediaType(contentType); err == nil {
		if _, name := charset.Lookup(params["charset"]); name != "" {
			return name
		}
	}
	for _, m := range metaCharset().FindAllSubmatch(raw[:min(len(raw), 16<<10)], 4) {
		label := m[1]
		if len(label) == 0 {
			label = m[2]
		}
		if _, name := charset.Lookup(string(label)); name != "" {
			return name
		}
	}
	return ""
}

func transcode(raw []byte, enc encoding.Encoding) []byte {
	out, err := enc.NewDecoder().Bytes(raw)
	if err != nil {
		return bytes.ToValidUTF8(raw, []byte("\uFFFD"))
	}
	return out
}
