//go:build unix

package pdf_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"assay/ingest/pdf"
	"assay/text"
)

// A reader is a program that prints a file's text.
type reader struct {
	name string
	args []string
}

// A sheet is what one reader made of one file.
type sheet struct {
	path   string // of its text
	cpu    time.Duration
	memory int64 // at most, in bytes
	err    error
}

// TestReaders says how well PDF files are read, beside pdftotext and any other reader
// (`make bench-pdf`). A reader is a program that prints the text of the file put for {}.
// Its words are compared with those of pdftotext, and of FILE.txt where the text is known:
// which words (F1 over all of them) and in which order (F1 over runs of three).
func TestReaders(t *testing.T) {
	if path := os.Getenv("ASSAY_PDF_READ"); path != "" { // a process of its own, for its time and memory
		if err := printText(path); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	files, _ := filepath.Glob(filepath.Join(os.Getenv("ASSAY_PDFS"), "*.pdf"))
	if os.Getenv("ASSAY_PDFS") == "" || len(files) == 0 {
		t.Skip("ASSAY_PDFS names no folder of PDF files")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	readers := []reader{
		{"pdftotext", []string{"pdftotext", "-q", "-enc", "UTF-8", "{}", "-"}},
		{"assay", []string{"env", "ASSAY_PDF_READ={}", self, "-test.run=TestReaders"}},
	}
	for line := range strings.Lines(os.Getenv("ASSAY_PDF_READERS")) { // name=command {}
		if name, command, ok := strings.Cut(strings.TrimSpace(line), "="); ok {
			readers = append(readers, reader{name, strings.Fields(command)})
		}
	}
	if err := compare(readers, files, t.TempDir()); err != nil {
		t.Fatal(err)
	}
}

// printText prints what the reader makes of a file.
func printText(path string) error {
	raw, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	f, err := pdf.Read(context.Background(), raw)
	if err != nil {
		return err
	}
	var b strings.Builder
	for _, x := range f.Blocks {
		b.WriteString(x.Mark + " " + x.Text + "\n")
		for _, row := range x.Rows {
			b.WriteString(strings.Join(row, " ") + "\n")
		}
	}
	_, err = os.Stdout.WriteString(b.String())
	return err
}

// compare prints a row for each file, then what all have in common. All is read
// before anything is compared: a program is told the memory of the one that starts it.
func compare(readers []reader, files []string, dir string) error {
	sheets := make([][]sheet, len(files))
	for i, file := range files {
		for k, r := range readers {
			sheets[i] = append(sheets[i], r.read(file, filepath.Join(dir, fmt.Sprint(i, k))))
		}
	}
	head, rule := "| file | words |", "| --- | --: |"
	for _, r := range readers {
		head, rule = head+" "+r.name+" |", rule+" --- |"
	}
	fmt.Println("words / order against pdftotext; words / order against the text itself where it is known; processor time, memory")
	fmt.Println("\n" + head + "\n" + rule)
	sums := make([]total, len(readers))
	for i, file := range files {
		if err := sheets[i][0].err; err != nil {
			return fmt.Errorf("read %s with %s: %w", file, readers[0].name, err)
		}
		base, known := wordsOf(sheets[i][0].path), wordsOf(strings.TrimSuffix(file, ".pdf")+".txt")
		fmt.Printf("| %s | %d |", strings.TrimSuffix(filepath.Base(file), ".pdf"), len(base))
		for k, s := range sheets[i] {
			fmt.Printf(" %s |", sums[k].add(s, base, known))
		}
		fmt.Println()
	}
	fmt.Print("| all | |")
	for i := range sums {
		fmt.Printf(" %s |", &sums[i])
	}
	fmt.Println()
	return nil
}

func (r reader) read(file, to string) (s sheet) {
	args := make([]string, len(r.args))
	for i, a := range r.args {
		args[i] = strings.ReplaceAll(a, "{}", file)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	out, err := os.Create(to)
	if err != nil {
		return sheet{err: err}
	}
	defer out.Close()
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Stdout = out
	s.path, s.err = to, cmd.Run()
	if p := cmd.ProcessState; p != nil {
		s.cpu = p.UserTime() + p.SystemTime()
		if u, ok := p.SysUsage().(*syscall.Rusage); ok {
			s.memory = u.Maxrss << 10
		}
	}
	return s
}

var hyphen = regexp.MustCompile(`(\p{Ll})[-\x{2010}\x{ad}\x{2}]\s*\n\s*(\p{Ll})`)

// wordsOf cuts a file's text at what is neither letter nor digit, and scripts without
// spaces at each character. Ligatures and wide forms are what they stand for. Of a
// file that is not there it gives none.
func wordsOf(path string) (out []string) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	s := hyphen.ReplaceAllString(string(raw), "$1$2")
	s = strings.ToLower(norm.NFKC.String(s))
	for w := range strings.FieldsFuncSeq(s, func(r rune) bool { return !unicode.In(r, unicode.L, unicode.M, unicode.N) }) {
		from := 0
		for i, r := range w {
			if text.IsCJK(r) {
				if from < i {
					out = append(out, w[from:i])
				}
				from = i + len(string(r))
				out = append(out, w[i:from])
			}
		}
		if from < len(w) {
			out = append(out, w[from:])
		}
	}
	return out
}

// same is the F1 of two lists: of their words, and of their runs of three.
func same(a, b []string) (bag, order float64) {
	return f1(a, b), f1(runs(a), runs(b))
}

func runs(w []string) (out []string) {
	for i := 2; i < len(w); i++ {
		out = append(out, strings.Join(w[i-2:i+1], " "))
	}
	return out
}

func f1(a, b []string) float64 {
	if len(a)+len(b) == 0 {
		return 1
	}
	count := map[string]int{}
	for _, w := range a {
		count[w]++
	}
	hits := 0
	for _, w := range b {
		if count[w] > 0 {
			count[w]--
			hits++
		}
	}
	return 2 * float64(hits) / float64(len(a)+len(b))
}

// A total is the sum over all files of one reader.
type total struct {
	files, known, failed          int
	bag, order, bagKnown, inKnown float64
	cpu                           time.Duration
	memory                        int64
}

func (t *total) add(s sheet, base, known []string) string {
	var b bytes.Buffer
	t.files++
	if s.err != nil {
		t.failed++
		b.WriteString("failed; ")
	}
	read := wordsOf(s.path)
	bag, order := same(read, base)
	t.bag, t.order = t.bag+bag, t.order+order
	fmt.Fprintf(&b, "%.3f / %.3f; ", bag, order)
	if known != nil {
		bag, order = same(read, known)
		t.known, t.bagKnown, t.inKnown = t.known+1, t.bagKnown+bag, t.inKnown+order
		fmt.Fprintf(&b, "%.3f / %.3f; ", bag, order)
	}
	t.cpu, t.memory = t.cpu+s.cpu, max(t.memory, s.memory)
	fmt.Fprintf(&b, "%.2f s, %d MB", s.cpu.Seconds(), s.memory>>20)
	return b.String()
}

func (t *total) String() string {
	n, k := float64(t.files), float64(max(t.known, 1))
	return fmt.Sprintf("%.3f / %.3f; %.3f / %.3f; %.1f s, ≤ %d MB; %d failed", t.bag/n, t.order/n, t.bagKnown/k, t.inKnown/k, t.cpu.Seconds(), t.memory>>20, t.failed)
}
