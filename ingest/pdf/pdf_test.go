package pdf

import (
	"bytes"
	"compress/lzw"
	"compress/zlib"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
)

// A sketch writes small PDFs.
type sketch struct {
	bytes.Buffer
}

func (s *sketch) object(num int, body string) { fmt.Fprintf(s, "%d 0 obj\n%s\nendobj\n", num, body) }

func (s *sketch) stream(num int, dict, body string) {
	s.object(num, fmt.Sprintf("<< %s /Length %d >>\nstream\n%s\nendstream", dict, len(body), body))
}

// document makes a file of pages; each is given as content operators.
func document(info string, pages ...string) []byte {
	s := &sketch{}
	s.WriteString("%PDF-1.4\n")
	var kids strings.Builder
	for i, p := range pages {
		fmt.Fprintf(&kids, "%d 0 R ", 10+2*i)
		s.object(10+2*i, fmt.Sprintf("<< /Type /Page /Parent 2 0 R /Contents %d 0 R >>", 11+2*i))
		s.stream(11+2*i, "", p)
	}
	s.object(1, "<< /Type /Catalog /Pages 2 0 R /Lang (en-GB) >>")
	s.object(2, fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d /MediaBox [0 0 600 800] /Resources << /Font << /F 3 0 R /B 4 0 R /M 5 0 R >> >> >>", kids.String(), len(pages)))
	s.object(3, "<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding /WinAnsiEncoding >>")
	s.object(4, "<< /Type /Font /Subtype /Type1 /BaseFont /Times-Bold /Encoding /WinAnsiEncoding >>")
	s.object(5, "<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>")
	s.object(6, info)
	s.WriteString("trailer << /Root 1 0 R /Info 6 0 R >>\n%%EOF\n")
	return s.Bytes()
}

// set gives operators that write lines below one another.
func set(font string, size, x, y, leading float64, lines ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "BT /%s %g Tf %g TL %g %g Td\n", font, size, leading, x, y)
	for i, l := range lines {
		if i > 0 {
			b.WriteString("T* ")
		}
		fmt.Fprintf(&b, "(%s) Tj\n", strings.NewReplacer("(", `\(`, ")", `\)`, `\`, `\\`).Replace(l))
	}
	return b.String() + "ET\n"
}

func read(t *testing.T, raw []byte) File {
	t.Helper()
	f, err := Read(context.Background(), raw)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func show(blocks []Block) string {
	var b strings.Builder
	for _, x := range blocks {
		switch x.Kind {
		case Heading:
			b.WriteString(strings.Repeat("#", x.Level) + " " + x.Text)
		case Item:
			b.WriteString("- " + x.Mark + x.Text)
		case Code:
			b.WriteString("```" + x.Text + "```")
		case Table:
			for _, r := range x.Rows {
				b.WriteString("|" + strings.Join(r, "|"))
			}
		default:
			b.WriteString(x.Text)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestTextHasItsStructure(t *testing.T) {
	f := read(t, document("<< /Title (A Study of Leaves) /Author <FEFF004A006F00E3006F> /CreationDate (D:20190307120000Z) >>",
		set("B", 20, 72, 740, 24, "A Study of Leaves")+
			set("F", 10, 72, 700, 12,
				"Leaves are broad and flat, and the most of what a plant takes from the",
				"light it takes through them. Their veins carry water, which is a well-",
				"known fact, and sugar goes the other way through the phlo-",
				"em of the stem.")+
			set("B", 14, 72, 640, 16, "1 Methods")+
			set("F", 10, 72, 615, 12, "We cut twenty leaves (see below) and weighed each of them three times.")+
			set("F", 10, 72, 590, 12, "\x95 one from the top of the tree", "\x95 one from its foot")+
			set("M", 10, 72, 550, 12, "for leaf in leaves:", "    weigh(leaf)")+
			set("F", 10, 72, 500, 12, "The phloem was left alone. This was a well-known precaution in the field."),
	))
	want := "# A Study of Leaves\n" +
		"Leaves are broad and flat, and the most of what a plant takes from the light it takes through them. Their veins carry water, which is a well-known fact, and sugar goes the other way through the phloem of the stem.\n" +
		"## 1 Methods\nWe cut twenty leaves (see below) and weighed each of them three times.\n" +
		"- one from the top of the tree\n- one from its foot\n```for leaf in leaves:\n    weigh(leaf)```\n" +
		"The phloem was left alone. This was a well-known precaution in the field.\n"
	if got := show(f.Blocks); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if f.Title != "A Study of Leaves" || f.Author != "João" || f.Created != "2019-03-07" || f.Language != "en-GB" {
		t.Errorf("about: %+v", f)
	}
}

func TestPagesJoin(t *testing.T) {
	var pages []string
	for i := range 5 {
		body := []string{
			fmt.Sprintf("Sentence number one of the page %s says that the weather was fine and", []string{"a", "b", "c", "d", "e"}[i]),
			"that nobody had expected it to be so fine at this time of the year when it",
		}
		pages = append(pages, set("F", 8, 72, 770, 10, "Annals of Weather")+set("F", 10, 72, 700, 12, body...)+set("F", 8, 300, 30, 10, fmt.Sprint(11+i)))
	}
	f := read(t, document("<<>>", pages...))
	got := show(f.Blocks)
	if strings.Contains(got, "Annals") || strings.Contains(got, "11") || strings.Contains(got, "13") {
		t.Errorf("running title or page number kept:\n%s", got)
	}
	if len(f.Blocks) != 5 { // each begins with a capital: a new paragraph
		t.Errorf("%d blocks:\n%s", len(f.Blocks), got)
	}
	f = read(t, document("<<>>", set("F", 10, 72, 60, 12, "The rain that fell on the hills in the first week of May was more than"),
		set("F", 10, 72, 740, 12, "the rivers could carry to the sea.")))
	if got := show(f.Blocks); got != "The rain that fell on the hills in the first week of May was more than the rivers could carry to the sea.\n" {
		t.Errorf("across pages: %q", got)
	}
}

func TestMarkedContent(t *testing.T) {
	f := read(t, document("<<>>", "/Artifact BMC "+set("F", 10, 72, 780, 12, "Running title")+"EMC\n"+
		"BT /F 10 Tf 72 700 Td (A ) Tj /Span << /ActualText <fefffb01> >> BDC (\001\002) Tj EMC (nal word) Tj ET"))
	if got := show(f.Blocks); got != "A final word\n" {
		t.Errorf("got %q", got)
	}
}

func TestTableOfRows(t *testing.T) {
	row := func(y float64, cells ...string) string {
		s := ""
		for i, c := range cells {
			s += set("F", 10, 72+150*float64(i), y, 12, c)
		}
		return s
	}
	f := read(t, document("<<>>", set("F", 10, 72, 760, 12, "Weights are given in grams below, for each of the leaves that were cut.")+
		row(700, "Leaf", "Weight", "Age")+row(688, "Oak", "2.50", "3")+row(676, "Ash", "1.05", "4")))
	if got := show(f.Blocks[1:]); got != "|Leaf|Weight|Age|Oak|2.50|3|Ash|1.05|4\n" {
		t.Errorf("got %s", show(f.Blocks))
	}
}

func TestPackedObjects(t *testing.T) {
	var z bytes.Buffer
	w := zlib.NewWriter(&z)
	objs := []string{"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Contents 9 0 R /Resources << /Font << /F 4 0 R >> >> /MediaBox [0 0 600 800] >>",
		"<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /DescendantFonts [<< /DW 500 >>] /ToUnicode 8 0 R >>"}
	head, body := "", ""
	for i, o := range objs {
		head += fmt.Sprintf("%d %d ", i+1, len(body))
		body += o + " "
	}
	w.Write([]byte(head + body))
	w.Close()
	s := &sketch{}
	s.WriteString("%PDF-1.5\n")
	s.stream(7, fmt.Sprintf("/Type /ObjStm /N 4 /First %d /Filter /FlateDecode", len(head)), z.String())
	s.stream(8, "", "1 begincodespacerange <0000> <ffff> endcodespacerange 1 beginbfrange <0001> <0003> <0041> endbfrange 1 beginbfchar <0004> <d835dc00> endbfchar")
	s.stream(9, "", "BT /F 10 Tf 72 700 Td <0001000200030004> Tj ET")
	s.stream(10, "/Type /XRef /Root 1 0 R /W [1 1 1]", "x")
	f := read(t, s.Bytes())
	if got := show(f.Blocks); got != "ABC\U0001d400\n" {
		t.Errorf("got %q", got)
	}
}

// Fonts say what their codes are in many ways, and some only by whose numbers they use.
func TestFontsWithoutATable(t *testing.T) {
	file := func(font, content string) []byte {
		s := &sketch{}
		s.WriteString("%PDF-1.4\n")
		s.object(1, "<< /Type /Catalog /Pages 2 0 R >>")
		s.object(2, "<< /Kids [3 0 R] >>")
		s.object(3, "<< /Type /Page /Contents 9 0 R /MediaBox [0 0 600 800] /Resources << /Font << /F 4 0 R >> >> >>")
		s.object(4, font)
		s.stream(9, "", content)
		s.WriteString("trailer << /Root 1 0 R >>")
		return s.Bytes()
	}
	collected := func(ordering string) string {
		return "<< /Type /Font /Subtype /Type0 /Encoding /Identity-H /DescendantFonts [<< /CIDSystemInfo << /Registry (Adobe) /Ordering (" + ordering + ") >> >>] >>"
	}
	line := func(s string) string { return "BT /F 10 Tf 72 700 Td " + s + " Tj ET" }
	for _, x := range []struct{ font, content, want string }{
		{"<< /Type /Font /Subtype /Type3 /FontMatrix [0.01 0 0 0.01 0 0] /FirstChar 12 /Widths [50 50] /Encoding << /Differences [12 /a12 65 /a65 /a66] >> >>", line("<0c4142>"), "fiAB"},
		{collected("GB1"), line("<03ac13e50025>"), "啊芊D"},
		{collected("Japan1"), line("<027a034b0465>"), "、あ亜"},
		{collected("Korea1"), line("<043e>"), "가"},
		{collected("CNS1"), line("<025320b9>"), "一傜"},
	} {
		if got := show(read(t, file(x.font, x.content)).Blocks); got != x.want+"\n" {
			t.Errorf("%s: got %q, want %q", x.font, got, x.want)
		}
	}
}

func TestPageLaidOnItsSide(t *testing.T) {
	stamp := "BT /F 10 Tf 0 1 -1 0 30 300 Tm (A stamp on the margin) Tj ET "
	f := read(t, document("<<>>", stamp+set("F", 10, 72, 700, 12, "A page of upright text with a stamp."),
		"BT /F 10 Tf 0 1 -1 0 100 100 Tm 12 TL (A wide table was laid) Tj T* (on its side.) Tj ET "+set("F", 8, 300, 30, 10, "17")))
	if got := show(f.Blocks); !strings.Contains(got, "A wide table was laid on its side.") || strings.Contains(got, "stamp on") {
		t.Errorf("got %q", got)
	}
}

func TestWhatCannotBeRead(t *testing.T) {
	plain := document("<<>>", set("F", 10, 72, 700, 12, "Text."))
	locked := bytes.Replace(plain, []byte("trailer <<"), []byte("trailer << /Encrypt << /Filter /Standard /V 5 >>"), 1)
	if _, err := Read(context.Background(), locked); !errors.Is(err, ErrEncrypted) {
		t.Errorf("encrypted: %v", err)
	}
	if _, err := Read(context.Background(), []byte("%PDF-1.4\n%%EOF")); !errors.Is(err, ErrDamaged) {
		t.Errorf("empty: %v", err)
	}
	if f := read(t, document("<<>>", "q 100 0 0 100 0 0 cm /Im Do Q")); len(f.Blocks) != 0 || !f.Pictures {
		t.Errorf("a picture: %+v", f)
	}
	// Cut anywhere, it reads what is there or says that it cannot.
	for i := 0; i < len(plain); i += 7 {
		if _, err := Read(context.Background(), plain[:i]); err != nil && !errors.Is(err, ErrDamaged) {
			t.Fatal(err)
		}
	}
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Read(gone, plain); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestHostile(t *testing.T) {
	page := func(content string) []byte { return document("<<>>", content) }
	var bomb bytes.Buffer
	w := zlib.NewWriter(&bomb)
	w.Write(bytes.Repeat([]byte("(x) Tj "), 8<<20))
	w.Close()
	loop := &sketch{}
	loop.WriteString("%PDF-1.4\n")
	loop.object(1, "<< /Type /Catalog /Pages 2 0 R >>")
	loop.object(2, "<< /Type /Pages /Kids [2 0 R 2 0 R 3 0 R] /Count 99999999 >>")
	loop.object(3, "<< /Type /Page /Contents 4 0 R /Resources << /XObject << /X 5 0 R >> >> >>")
	loop.stream(4, "", strings.Repeat("/X Do ", 1000))
	loop.stream(5, "/Subtype /Form /Resources << /XObject << /X 5 0 R >> >>", strings.Repeat("/X Do ", 1000))
	loop.object(6, "7 0 R")
	loop.object(7, "6 0 R")
	loop.WriteString("trailer << /Root 1 0 R >>")
	packed := &sketch{}
	packed.WriteString("%PDF-1.4\n")
	packed.object(1, "<< /Type /Catalog /Pages 2 0 R >>")
	packed.object(2, "<< /Kids [3 0 R] >>")
	packed.object(3, "<< /Type /Page /Contents [4 0 R 4 0 R 4 0 R 4 0 R 4 0 R 4 0 R 4 0 R 4 0 R 4 0 R 4 0 R 4 0 R 4 0 R 4 0 R 4 0 R 4 0 R 4 0 R] >>")
	packed.stream(4, "/Filter /FlateDecode", bomb.String())
	packed.WriteString("trailer << /Root 1 0 R >>")
	fonted := func(font, table, content string) []byte {
		s := &sketch{}
		s.WriteString("%PDF-1.4\n")
		s.object(1, "<< /Type /Catalog /Pages 2 0 R >>")
		s.object(2, "<< /Kids [3 0 R] >>")
		s.object(3, "<< /Type /Page /Contents 4 0 R /Resources << /Font << /F "+font+" >> >> >>")
		s.stream(4, "", content)
		s.stream(5, "", table)
		s.WriteString("trailer << /Root 1 0 R >>")
		return s.Bytes()
	}
	endless := &sketch{}
	for i := range 100_000 {
		fmt.Fprintf(endless, "%d 0 obj<<>>stream ", i+1)
	}
	crowd := &sketch{}
	crowd.Write(fonted("<< >>", "", ""))
	fonts, sets := &strings.Builder{}, &strings.Builder{}
	for i := range 5000 {
		fmt.Fprintf(fonts, "/F%d << /Subtype /Type0 /Encoding /Identity-H /DescendantFonts [6 0 R] >> ", i)
		fmt.Fprintf(sets, "/F%d 10 Tf ", i)
	}
	crowd.object(3, "<< /Type /Page /Contents 4 0 R /Resources << /Font << "+fonts.String()+" >> >> >>")
	crowd.stream(4, "", strings.Repeat(sets.String(), 20))
	crowd.object(6, "<< /W [0 65534 1] >>")
	every := &strings.Builder{}
	for c := range 1 << 13 {
		fmt.Fprintf(every, "%04x", c)
	}
	ranges := "20000 beginbfrange" + strings.Repeat("<00> <00> <0041>\n", 20_000) + "endbfrange"
	for name, raw := range map[string][]byte{
		"overlapping widths":        fonted("<< /Subtype /Type0 /Encoding /Identity-H /DescendantFonts [<< /W ["+strings.Repeat("0 65534 1 ", 200_000)+"] >>] >>", "", "BT /F 10 Tf <0001> Tj ET"),
		"one table of many fonts":   crowd.Bytes(),
		"streams without end":       endless.Bytes(),
		"many short lines":          page("BT /F 10 Tf 1 0 0 1 0 700 Tm " + strings.Repeat("(a-)' 0 -11 Td ", 40_000) + "ET"),
		"one string":                page("BT /F 10 Tf (" + strings.Repeat("a", 12<<20) + ") Tj ET"),
		"many codes in many ranges": fonted("<< /Subtype /Type0 /Encoding /Identity-H /ToUnicode 5 0 R >>", ranges, "BT /F 10 Tf <"+every.String()+"> Tj <"+every.String()+"> Tj ET"),
		"many ranges":               fonted("<< /ToUnicode 5 0 R >>", ranges, "BT /F 10 Tf ("+strings.Repeat("ab", 1<<20)+") Tj ET"),
		"fonts without end":         fonted("<< /Widths ["+strings.Repeat("1 ", 100_000)+"] >>", "", strings.Repeat("/F 10 Tf ", 100_000)),
		"deep arrays":               page(strings.Repeat("[", 1<<20)),
		"deep dictionaries":         page(strings.Repeat("<</A", 1<<20)),
		"open string":               page("(" + strings.Repeat("\\", 1<<20)),
		"open hex":                  page("<" + strings.Repeat("a", 1<<20)),
		"forms in forms":            loop.Bytes(),
		"bomb":                      packed.Bytes(),
		"many states":               page(strings.Repeat("q ", 1<<20)),
		"large numbers":             page("BT /F 1e30 Tf 1e38 0 0 1e38 1e38 1e38 Tm (x) Tj 99999999999999999999 Td (y) Tj ET"),
		"objects only":              bytes.Repeat([]byte("1 0 obj "), 1<<18),
		"roots only":                bytes.Repeat([]byte("trailer<</Root 1 0 R"), 1<<16),
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
			defer cancel()
			if _, err := Read(ctx, raw); err != nil && !errors.Is(err, ErrDamaged) {
				t.Error(err)
			}
		})
	}
}

// FuzzPDF holds that no bytes make the reader fail otherwise than it says.
func FuzzPDF(f *testing.F) {
	f.Add(document("<< /Title (x) >>", set("F", 10, 72, 700, 12, "Text of a page.", "And more.")))
	f.Add(document("<<>>", set("F", 10, 72, 700, 12, "a"), set("B", 20, 72, 700, 12, "b")))
	f.Add([]byte("%PDF-1.5\n1 0 obj <</Type/ObjStm/N 1/First 4>> stream\n2 0 <</Type/Page>>\nendstream"))
	f.Add([]byte("%PDF-\n1 0 obj<</Type/Page/Contents 2 0 R/Resources<</Font<</F<</Subtype/Type0/Encoding/90ms-RKSJ-H>>>>>>>>2 0 obj<</Filter[/ASCIIHexDecode/LZWDecode/RunLengthDecode]>>stream\n800b6050220c0c8501>endstream"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		if len(raw) > 1<<16 {
			return
		}
		a, err := Read(context.Background(), raw)
		if err != nil && !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrEncrypted) {
			t.Fatal(err)
		}
		b, _ := Read(context.Background(), raw)
		if show(a.Blocks) != show(b.Blocks) {
			t.Fatal("two readings differ")
		}
	})
}

// A file may pack its streams by LZW in both of its forms; what stands before damage is read.
func TestLZW(t *testing.T) {
	for name, c := range map[string]struct {
		packed string
		early  int
		want   string
	}{
		"the example of the standard": {"\x80\x0b\x60\x50\x22\x0c\x0c\x85\x01", 1, "-----A---B"},
		"cut off":                     {"\x80\x0b\x60\x50\x22", 1, "-----"},
		"nothing":                     {"", 1, ""},
	} {
		if got := string(unLZW([]byte(c.packed), c.early, 1000)); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	want := strings.Repeat("what repeats is packed well, and what does not is not: 0123456789. ", 500)
	var late bytes.Buffer
	w := lzw.NewWriter(&late, lzw.MSB, 8)
	w.Write([]byte(want))
	w.Close()
	if got := string(unLZW(late.Bytes(), 0, 1<<20)); got != want {
		t.Errorf("without early change: %.60q", got)
	}
	if got := unLZW(late.Bytes(), 0, 10); len(got) != 10 {
		t.Errorf("%d bytes where there is room for ten", len(got))
	}
}
