package eval

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"assay/text"
)

// An ExtractReport tells how well main content was found on saved pages. Two kinds
// of truth are scored, by what the rows of a set hold: the whole text of an article
// (precision, recall and F1 over 4-word shingles, by the rule of the
// article-extraction benchmark of scrapinghub), or pieces that must and must not
// come out (the same names, plus accuracy, by the rule of trafilatura's evaluation).
type ExtractReport struct {
	Pages       int     `json:"pages"`
	Failed      int     `json:"failed"` // pages for which extraction returned an error; they count as empty
	Precision   float64 `json:"precision"`
	Recall      float64 `json:"recall"`
	F1          float64 `json:"f1"`
	PagesPerSec float64 `json:"pages_per_s"` // on all cores; reading and unpacking left out
	Scoring     string  `json:"scoring"`     // "shingles" or "pieces"
	// Of sets with pieces: share of right decisions, and the four counts.
	Accuracy       float64 `json:"accuracy,omitempty"`
	TruePositives  int     `json:"true_positives,omitempty"`
	FalseNegatives int     `json:"false_negatives,omitempty"`
	FalsePositives int     `json:"false_positives,omitempty"`
	TrueNegatives  int     `json:"true_negatives,omitempty"`
	// PerPage is sorted as the set is, so that the worst pages can be looked at.
	PerPage []ExtractPage `json:"per_page,omitempty"`
}

// An ExtractPage is one page's part of an ExtractReport.
type ExtractPage struct {
	ID        string  `json:"id"`
	URL       string  `json:"url"`
	Precision float64 `json:"precision"`
	Recall    float64 `json:"recall"`
	Error     string  `json:"error,omitempty"`
	// Of sets with pieces: those missed and those let in.
	Missed []string `json:"missed,omitempty"`
	Let    []string `json:"let,omitempty"`
}

// extractRow is a line of ground_truth.jsonl.gz.
type extractRow struct {
	ID          string   `json:"id"`
	URL         string   `json:"url"`
	File        string   `json:"file"`
	ArticleBody *string  `json:"article_body"`
	With        []string `json:"with"`
	Without     []string `json:"without"`
}

// Extract scores an extractor on a folder that holds ground_truth.jsonl or
// ground_truth.jsonl.gz and the pages that its rows name.
func Extract(ctx context.Context, dir string, extract func(ctx context.Context, raw []byte, url string) (markdown string, err error)) (ExtractReport, error) {
	rows, err := extractRows(dir)
	if err != nil {
		return ExtractReport{}, err
	}
	type job struct {
		raw, out []byte
		err      error
	}
	jobs := make([]job, len(rows))
	for i, row := range rows {
		if jobs[i].raw, err = ReadPacked(dir, row.File); err != nil {
			return ExtractReport{}, fmt.Errorf("read page %s: %w", row.ID, err)
		}
	}
	start := time.Now()
	err = eachRow(ctx, len(rows), 0, nil, func(i int) error {
		text, err := extract(ctx, jobs[i].raw, rows[i].URL)
		jobs[i].out, jobs[i].err = []byte(text), err
		return nil
	})
	if err != nil {
		return ExtractReport{}, fmt.Errorf("extract pages of %s: %w", dir, err)
	}
	r := ExtractReport{Pages: len(rows), PagesPerSec: float64(len(rows)) / time.Since(start).Seconds()}
	for i, row := range rows {
		page := ExtractPage{ID: row.ID, URL: row.URL}
		if jobs[i].err != nil {
			r.Failed++
			page.Error = jobs[i].err.Error()
		}
		text := stripMarkdown(string(jobs[i].out))
		if row.ArticleBody != nil {
			page.Precision, page.Recall = shingleScore(*row.ArticleBody, text)
		} else {
			r.pieces(&page, row, text)
		}
		r.PerPage = append(r.PerPage, page)
	}
	r.sum()
	return r, nil
}

// sum turns the pages' figures into the set's.
func (r *ExtractReport) sum() {
	if n := r.TruePositives + r.FalseNegatives + r.FalsePositives + r.TrueNegatives; n > 0 {
		r.Scoring = "pieces"
		r.Precision = ratio(r.TruePositives, r.TruePositives+r.FalsePositives)
		r.Recall = ratio(r.TruePositives, r.TruePositives+r.FalseNegatives)
		r.Accuracy = ratio(r.TruePositives+r.TrueNegatives, n)
	} else {
		r.Scoring = "shingles"
		for _, p := range r.PerPage {
			r.Precision += p.Precision / float64(len(r.PerPage))
			r.Recall += p.Recall / float64(len(r.PerPage))
		}
	}
	if s := r.Precision + r.Recall; s > 0 {
		r.F1 = 2 * r.Precision * r.Recall / s
	}
}

// pieces counts the pieces of a row that came out and should, or should not.
func (r *ExtractReport) pieces(page *ExtractPage, row extractRow, text string) {
	text = foldSpace(text)
	tp, fp := 0, 0
	for _, p := range row.With {
		if strings.Contains(text, foldSpace(p)) {
			tp++
		} else {
			page.Missed = append(page.Missed, p)
		}
	}
	for _, p := range row.Without {
		if strings.Contains(text, foldSpace(p)) {
			fp++
			page.Let = append(page.Let, p)
		}
	}
	r.TruePositives += tp
	r.FalseNegatives += len(row.With) - tp
	r.FalsePositives += fp
	r.TrueNegatives += len(row.Without) - fp
	page.Precision, page.Recall = ratio(tp, tp+fp), ratio(tp, len(row.With))
}

func ratio(a, b int) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}

// foldSpace folds white space and takes out what is invisible: soft hyphens and zero
// width spaces stand in some pages' words and in the pieces copied from them.
func foldSpace(s string) string {
	return strings.Join(strings.Fields(invisible.Replace(s)), " ")
}

var invisible = strings.NewReplacer("\u00ad", "", "\u200b", "", "\ufeff", "", "\u2060", "")

var shingleWord = text.Pattern(`[\p{L}\p{N}_\p{M}]+`)

// shingleScore compares two texts as multisets of runs of four words; a text with
// fewer is one run. Two empty texts agree.
func shingleScore(want, got string) (precision, recall float64) {
	w, g := shingles(want), shingles(got)
	both, wanted, found := 0, 0, 0
	for s, n := range g {
		both += min(n, w[s])
		found += n
	}
	for _, n := range w {
		wanted += n
	}
	// As in the benchmark: nothing predicted is nothing predicted wrongly.
	precision, recall = 1, 1
	if found > 0 {
		precision = ratio(both, found)
	}
	if wanted > 0 {
		recall = ratio(both, wanted)
	}
	return precision, recall
}

func shingles(s string) map[string]int {
	words := shingleWord().FindAllString(s, -1)
	out := map[string]int{}
	if len(words) == 0 {
		return out
	}
	for i := 0; i == 0 || i+4 <= len(words); i++ {
		out[strings.Join(words[i:min(i+4, len(words))], " ")]++
	}
	return out
}

var (
	mdImage     = text.Pattern(`!\[((?:[^\]\\]|\\.)*)\]\([^)]*\)`)
	mdLink      = text.Pattern(`\[((?:[^\[\]\\]|\\.)*)\]\((?:<[^>]*>|[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)(?:\s+"[^"]*")?\)`)
	mdHead      = text.Pattern(`(?m)^[ \t>]*#{1,6}[ \t]+`)
	mdList      = text.Pattern(`(?m)^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+`)
	mdQuote     = text.Pattern(`(?m)^[ \t]*(?:>[ \t]?)+`)
	mdFence     = text.Pattern("(?m)^[ \t]*(?:```+|~~~+)[^\n`]*$")
	mdRule      = text.Pattern(`(?m)^\|?(?:[ \t]*:?-{3,}:?[ \t]*\|?)+$`)
	mdEscape    = text.Pattern("\\\\([\\\\`*_{}\\[\\]()#+\\-.!<>|~&=\"'$%,/:;?@^])")
	mdEmphasis  = text.Pattern("(^|[^\\\\])(\\*{1,3}|~~|`+)")
	mdEntityFix = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&")
)

// stripMarkdown leaves the words of Markdown, as the benchmark compares plain text.
func stripMarkdown(s string) string {
	s = mdFence().ReplaceAllString(s, "")
	s = mdRule().ReplaceAllString(s, "")
	s = mdImage().ReplaceAllString(s, "")
	s = mdLink().ReplaceAllString(s, "$1")
	s = mdQuote().ReplaceAllString(s, "")
	s = mdHead().ReplaceAllString(s, "")
	s = mdList().ReplaceAllString(s, "")
	for range 2 { // neighbours share the character between them
		s = mdEmphasis().ReplaceAllString(s, "$1")
	}
	s = strings.ReplaceAll(s, " | ", " ")
	s = mdEscape().ReplaceAllString(s, "$1")
	return mdEntityFix.Replace(s)
}

func extractRows(dir string) ([]extractRow, error) {
	raw, err := readEither(dir, "ground_truth.jsonl")
	if err != nil {
		return nil, fmt.Errorf("read ground truth of %s: %w", dir, err)
	}
	rows, err := rowsOf(raw, func(row *extractRow) error {
		if row.File == "" || row.ArticleBody == nil && row.With == nil && row.Without == nil {
			return errors.New("no file, or neither article_body nor with/without")
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read ground truth of %s, %w", dir, err)
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("read ground truth of %s: no rows", dir)
	}
	return rows, nil
}

// ReadPacked reads a file below dir, unpacking it where its name says so.
func ReadPacked(dir, name string) ([]byte, error) {
	if !filepath.IsLocal(filepath.FromSlash(name)) {
		return nil, fmt.Errorf("%s leaves the folder", name)
	}
	f, err := os.Open(filepath.Join(dir, filepath.FromSlash(name)))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var r io.Reader = f
	if strings.HasSuffix(name, ".gz") {
		z, err := gzip.NewReader(f)
		if err != nil {
			return nil, err
		}
		defer z.Close()
		r = z
	}
	return io.ReadAll(io.LimitReader(r, 256<<20))
}

// readEither reads a file below dir that may be packed, as NAME.gz.
func readEither(dir, name string) ([]byte, error) {
	raw, err := ReadPacked(dir, name+".gz")
	if errors.Is(err, fs.ErrNotExist) {
		raw, err = ReadPacked(dir, name)
	}
	return raw, err
}
