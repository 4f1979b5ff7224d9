package pdf

import (
	"sort"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// A collection is one of Adobe's for a script: fonts of it, with a file that has no
// table of characters, number their glyphs in the order of a national character set.
type collection struct {
	set   encoding.Encoding
	cells int // in a row of the set
	spans []stretch
}

// A stretch is where a run of glyph numbers begins, and its cell in the set. The run
// goes on to the next stretch; at none the glyphs are in no set. ASCII is below 0.
type stretch struct{ cid, cell int }

const (
	none  = 1 << 20
	ascii = -256
)

// collections are the characters that a text is written with; what stands behind
// them are rare forms of the same.
var collections = map[string]collection{
	"GB1": {simplifiedchinese.GBK, 94, []stretch{{1, ascii + 32}, {96, 0}, {190, 110}, {240, none}, {262, 188}, {439, 376}, {525, 470}, {549, 502}, {573, none}, {602, 564}, {635, 612}, {668, 658},
		{700, 694}, {738, 755}, {814, ascii + 33}, {908, none}, {940, 1410}, {4695, 5170}, {7703, none}}},
	"Japan1": {japanese.EUCJP, 94, []stretch{{1, ascii + 32}, {96, none}, {231, ascii + 32}, {326, none}, {633, 0}, {741, none}, {780, 203}, {790, 220}, {816, 252}, {842, 282}, {925, 376},
		{1011, 470}, {1035, 502}, {1059, 564}, {1092, 612}, {1125, 1410}, {4090, 4418}, {7478, none}}},
	"Korea1": {korean.EUCKR, 94, []stretch{{1, ascii + 32}, {96, none}, {101, 0}, {264, 188}, {409, 334}, {466, none}, {471, 408}, {495, 440}, {519, 470}, {587, 564}, {666, none}, {679, 674}, {934, 940},
		{1020, 1034}, {1053, 1082}, {1086, 1410}, {3436, none}}},
	"CNS1": {traditionalchinese.Big5, 157, []stretch{{1, ascii + 32}, {96, none}, {99, 0}, {247, none}, {249, 150}, {362, none}, {365, 266}, {503, none}, {595, 471}, {2007, 1884}, {2431, 1883}, {2432, 2308}, {4308, 4571}, {4309, 4184}, {4696, 4572},
		{5221, 5286}, {5222, 5097}, {5411, 5287}, {5495, 5517}, {5496, 5371}, {5550, 5426}, {5551, 5425}, {5552, 5427}, {5642, 5518}, {5996, 6280}, {6006, 6291}, {6039, 6372},
		{6040, 6324}, {6088, 6373}, {6134, 6586}, {6135, 6419}, {6302, 6587}, {8142, 9074}, {8143, 8428}, {8251, 8537}, {8788, 8427}, {8789, 9075}, {8889, 8536}, {8890, 9175},
		{9289, 9575}, {10926, 11761}, {10927, 11212}, {11073, 11899}, {11074, 11358}, {11361, 12508}, {11362, 11645}, {11478, 11762}, {11615, 11900}, {11719, 12425},
		{11720, 12004}, {11942, 12227}, {12140, 12426}, {12222, 12509}, {12308, 12226}, {12309, 12595}, {12317, 12604}, {12470, 12758}, {12526, 13114}, {12527, 12814},
		{12640, 12603}, {12641, 12927}, {12783, 12757}, {12784, 13069}, {12829, 13115}, {12900, 13380}, {12901, 13186}, {13095, 13381}, {13585, 13914}, {13586, 13871},
		{13629, 13915}, {13630, 13917}, {13641, 13916}, {13642, 13928}, {13646, none}}},
}

// character gives the character of a glyph number, "" where the set has none.
func (c collection) character(cid uint32) string {
	i := sort.Search(len(c.spans), func(i int) bool { return c.spans[i].cid > int(cid) }) - 1
	if i < 0 || c.spans[i].cell == none {
		return ""
	}
	cell := c.spans[i].cell + int(cid) - c.spans[i].cid
	if cell < 0 {
		return string(rune(cell - ascii))
	}
	b := []byte{byte(0xa1 + cell/c.cells), byte(0xa1 + cell%c.cells)}
	if c.cells == 157 { // Big5 has cells below and above those of the others
		if b[1] = byte(0x40 + cell%157); b[1] >= 0x7f {
			b[1] += 0xa1 - 0x7f
		}
	}
	s, err := c.set.NewDecoder().String(string(b))
	if err != nil || s == "\ufffd" {
		return ""
	}
	return s
}
