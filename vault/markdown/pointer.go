package markdown

import (
	"bytes"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"
)

// pointer reports a sentence that only says where something is told: "Details are in
// [[Page]]", "詳細は [[Page]] を参照". Each of its parts leads to a link; a sentence that
// says something of its own as well is none.
func (p *prose) pointer(s [2]int) bool {
	a := p.firstAtom(s[0])
	if a == len(p.atoms) || p.atoms[a].from >= s[1] {
		return false
	}
	if !p.endsInLink(s) {
		return false
	}
	refers := false
	for from := s[0]; from < s[1]; {
		end, width, first, last := s[1], 0, -1, -1
		for i := from; i < end; {
			if a < len(p.atoms) && p.atoms[a].from <= i {
				if i < p.atoms[a].to && p.atoms[a].kind == atomLink {
					if first < 0 {
						first = a
					}
					last = a
				}
				i = max(i, p.atoms[a].to)
				a++
				continue
			}
			r, n := utf8.DecodeRune(p.text[i:s[1]])
			switch r {
			case ',', ';', '、', '，', '；':
				end, width = i, n
			}
			i += n
		}
		switch part := p.text[from:end]; {
		case first >= 0:
			head, tail := p.text[from:max(from, p.atoms[first].from)], p.text[min(end, p.atoms[last].to):end]
			path := bytes.IndexByte(p.text[p.atoms[last].from:min(end, p.atoms[last].to)], '/') >= 0
			switch pointing(head, tail, path) {
			case points:
				refers = true
			case saysMore:
				return false
			}
		case !announces(part):
			return false
		}
		from = end + width
	}
	return refers
}

// endsInLink reports that nothing but words which refer stand behind the last link.
func (p *prose) endsInLink(s [2]int) bool {
	a := sort.Search(len(p.atoms), func(i int) bool { return p.atoms[i].from >= s[1] }) - 1
	if a < 0 || p.atoms[a].kind != atomLink {
		return false
	}
	tail := p.text[min(s[1], p.atoms[a].to):s[1]]
	return len(tail) <= 4 || len(tail) <= 48 && (len(bytes.Trim(tail, trimmedBehind)) == 0 || refersBehind(tail))
}

// refersBehind reports words behind a link that refer to it.
func refersBehind(tail []byte) bool {
	behind := bytes.ToLower(bytes.Trim(tail, trimmedBehind))
	return slices.ContainsFunc(pointsBehind, func(w string) bool { return string(behind) == w || len(w) > 6 && bytes.HasPrefix(behind, []byte(w)) })
}

const trimmedBehind = " \t.。)）]!！*_"

// What a part of a sentence does with the link in it.
type reference uint8

const (
	saysMore reference = iota
	points
	linksOnly // nothing but the link, in a list of them
)

// pointing looks at what stands before and behind the links of a part. path says that the
// link is written as a path, which is no word of the sentence.
func pointing(head, tail []byte, path bool) reference {
	if opened(head) {
		return saysMore // what stands before the bracket is told here
	}
	if refersBehind(tail) {
		return points
	}
	if len(bytes.Trim(tail, trimmedBehind)) > 0 {
		return saysMore
	}
	before := strings.ToLower(strings.Trim(string(head), " \t(（[→*_-–—"))
	if before == "" || connectives[before] && before != "see" {
		return linksOnly
	}
	if slices.ContainsFunc(wideBefore, func(w string) bool { return strings.HasSuffix(before, w) }) && utf8.RuneCountInString(before) <= mostPointing {
		return points
	}
	if strings.Contains(before, "—") || strings.Contains(before, " – ") {
		return saysMore
	}
	if topic, ok := strings.CutSuffix(before, "は"); ok && path && !strings.Contains(strings.ReplaceAll(topic, "または", ""), "は") {
		return points
	}
	if path && (strings.HasSuffix(before, "은") || strings.HasSuffix(before, "는")) {
		return points
	}
	if len(strings.Fields(before)) <= mostPointing && pointsBefore().MatchString(before) {
		return points
	}
	return saysMore
}

// opened reports a text with a bracket that opens behind other words and is not closed.
func opened(text []byte) bool {
	text = bytes.TrimLeft(text, " (")
	text = bytes.TrimPrefix(text, []byte("（"))
	return bytes.Count(text, []byte("(")) > bytes.Count(text, []byte(")")) || bytes.Count(text, []byte("（")) > bytes.Count(text, []byte("）"))
}

// mostPointing is how many words a part that only points may have, or CJK characters.
const mostPointing = 14

var (
	pointsBehind   = []string{"を参照", "参照", "を見よ", "を参照のこと", "をご覧ください", "にまとめた", "にまとめている", "참조", "참고", "을 참고", "를 참고", "을 참조", "를 참조", "에서 확인", "에 정리", "for details", "for more", "for the details", "for the full", "has the details", "has more"}
	wideBefore     = []string{"详见", "詳見", "参见", "參見", "见", "見", "参考", "参阅", "參閱", "查看", "参照", "자세히는"}
	wideAnnouncing = []string{"詳細は", "詳しくは", "くわしくは", "更多", "更详细", "详细", "자세한 내용은", "더 자세한", "상세"}

	pointsBefore = lazily(`^\s*(?:(?:for\s(?:.*\s)?)?see(?:\s+also)?[:.]*|` +
		`(?:details|detail|more|full|further|background|specifics|elsewhere)(?:\s.*)?(?:\s(?:in|at|on)[:.]*|:)|` +
		`.*\S\s+(?:described|documented|covered|listed|explained|discussed|detailed|summarised|summarized|treated|found|collected|tracked|developed)\s+(?:in|by)[:.]*)$`)
)

// announces reports a part without a link that only leads to the next: "For details", "詳細は".
func announces(part []byte) bool {
	low := strings.ToLower(strings.Trim(string(part), " \t.。)）*_"))
	if low == "" || connectives[low] {
		return true
	}
	words := strings.Fields(low)
	switch {
	case words[0] == "for" && len(words) <= 8:
		return true
	case utf8.RuneCountInString(low) > mostPointing:
		return false
	}
	return slices.ContainsFunc(wideAnnouncing, func(w string) bool { return strings.HasPrefix(low, w) })
}
