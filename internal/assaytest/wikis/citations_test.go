package wikis

import (
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"testing"

	"assay/internal/assaytest"
)

// Plain expressions over lines, which know nothing of how notes are parsed: what a line has of
// these says that it cites. Each captures what is cited.
var citingLines = []struct {
	name string
	re   *regexp.Regexp
}{
	{"^[…]", regexp.MustCompile(`\^\[([^\]\s]+\.md)[:#\]]`)},
	{"(source: …)", regexp.MustCompile("(?i)[(（](?:source|来源|出典|출처)\\s*[:：]\\s*`?([^`)）,\\s]+)")},
	{"source key", regexp.MustCompile(`^(?:source|source_file|source_path|raw|raw_path)\s*:\s*["']?\[*([^"'\]]+)`)},
	{"resource", regexp.MustCompile(`^\s+(?:-\s+)?resource\s*:\s*["']?(?:repo://)?([^"'\s]+)`)},
	{"label", regexp.MustCompile("(?i)^\\s*(?:>\\s*)?(?:[-*]\\s+)?\\**(?:source|sources|file|原典|来源|原始文件)\\**\\s*[:：]\\**\\s*`?(raw/[^`・|]+)")},
	{"link into raw/", regexp.MustCompile(`\]\(<?(?:\.\./)*(raw/[^)>\s]+)>?\)`)},
	{"wikilink into raw/", regexp.MustCompile(`\[\[(?:\.\./)*(raw/[^\]|#]+)`)},
	{"statement", regexp.MustCompile(`"resource"\s*:\s*"repo://([^"#]+)`)},
}

// listKeys begin a list of sources in frontmatter.
var listKey = regexp.MustCompile(`^(\s*)(?:sources|raw_paths|related_sources|sources_used)\s*:\s*(?:\[(.*)\])?\s*$`)

type present struct {
	file, form, target string
	line               int
}

// presentIn finds the citations that the lines of a page have.
func presentIn(file, text string) (all []present) {
	inFront, inList := false, ""
	fence := false
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimRight(line, "\r")
		if line == "---" {
			inFront = i == 0
			inList = ""
			continue
		}
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			fence = !fence
		}
		if fence {
			continue
		}
		add := func(form, target string) {
			target = strings.Trim(target, "\"' []")
			target, _, _ = strings.Cut(target, "|")
			if target != "" && !strings.Contains(target, "://") {
				all = append(all, present{file, form, target, i + 1})
			}
		}
		if inFront {
			if m := listKey.FindStringSubmatch(line); m != nil {
				for _, item := range strings.Split(m[2], ",") {
					add("sources", item)
				}
				inList = m[1] + " "
				continue
			}
			if item, ok := strings.CutPrefix(strings.TrimSpace(line), "- "); ok && inList != "" && !strings.Contains(item, ": ") {
				add("sources", item)
				continue
			}
			if trimmed := strings.TrimLeft(line, " "); trimmed != "" && trimmed[0] != '-' && len(line)-len(trimmed) < max(1, len(inList)) {
				inList = ""
			}
		}
		for _, form := range citingLines {
			if !inFront && (form.name == "source key" || form.name == "resource") {
				continue
			}
			for _, m := range form.re.FindAllStringSubmatch(line, -1) {
				add(form.name, m[1])
			}
		}
	}
	return all
}

// A count of the citations of wikis that shares nothing with the parser: ASSAY_WIKIS=FOLDER. Of what
// the lines of pages say that they cite, assay knows nearly all. Pages without a claim cite for nothing.
func TestCitationsCounted(t *testing.T) {
	folder := os.Getenv("ASSAY_WIKIS")
	if folder == "" {
		t.Skip("set ASSAY_WIKIS to a folder of wikis")
	}
	wikis, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, wiki := range wikis {
		if wiki.IsDir() {
			countCitations(t, filepath.Join(folder, wiki.Name()))
		}
	}
}

// A citedReport is what of check --json --claims says what each claim cites.
type citedReport struct {
	List []struct {
		File  string
		Cited []string
	} `json:"claim_list"`
}

func (r citedReport) cited() map[string][]string {
	all := map[string][]string{}
	for _, claim := range r.List {
		all[claim.File] = append(all[claim.File], claim.Cited...)
	}
	return all
}

// throughSummaries takes out what names a page that was written about an original, where the
// original is known instead: the page names it, or the folder that it lies in.
func throughSummaries(t *testing.T, wiki string, missed []present, cited map[string][]string, met map[string]int) (left []present) {
	pages := map[string][]string{} // several may have one name
	err := filepath.WalkDir(wiki, func(name string, _ os.DirEntry, err error) error {
		if err == nil && filepath.Ext(name) == ".md" {
			stem := stemOf(filepath.ToSlash(name))
			pages[stem] = append(pages[stem], name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range missed {
		var text []byte
		for _, name := range pages[stemOf(p.target)] {
			more, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			text = append(text, more...)
		}
		through := false
		for _, file := range cited[p.file] {
			through = through || len(text) > 0 && (strings.Contains(string(text), path.Base(file)) || strings.Contains(file, "/") && strings.Contains(string(text), path.Dir(file)))
		}
		if through {
			met[p.form]++
		} else {
			left = append(left, p)
		}
	}
	return left
}

func countCitations(t *testing.T, wiki string) {
	out, _, _ := assaytest.Run(t, wiki, "check", "--json", "--claims")
	var report citedReport
	if err := json.Unmarshal([]byte(out), &report); err != nil {
		t.Fatalf("%s: %v", wiki, err)
	}
	known := map[string]map[string]bool{}
	for _, claim := range report.List {
		if known[claim.File] == nil {
			known[claim.File] = map[string]bool{}
		}
		for _, c := range claim.Cited {
			known[claim.File][stemOf(c)] = true
			known[claim.File][stemOf(path.Dir(c))] = true // a folder that is cited
		}
	}
	seen := map[present]bool{}
	all, met := map[string]int{}, map[string]int{}
	var missed []present
	for file := range known {
		text, err := os.ReadFile(filepath.Join(wiki, file))
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range presentIn(file, string(text)) {
			if (p.form == "sources" || p.form == "source key") && strings.Contains(string(text), "^[") {
				continue // what stands nearer counts
			}
			once := present{file: file, form: p.form, target: p.target}
			if seen[once] {
				continue
			}
			seen[once] = true
			all[p.form]++
			if known[file][stemOf(p.target)] {
				met[p.form]++
			} else {
				missed = append(missed, p)
			}
		}
	}
	missed = throughSummaries(t, wiki, missed, report.cited(), met)
	total, found := 0, 0
	for form, n := range all {
		total, found = total+n, found+met[form]
		t.Logf("%s: %s: %d of %d", filepath.Base(wiki), form, met[form], n)
	}
	sort.Slice(missed, func(i, j int) bool {
		return missed[i].file < missed[j].file || missed[i].file == missed[j].file && missed[i].line < missed[j].line
	})
	for _, p := range missed {
		t.Logf("missed %s:%d %s %s", p.file, p.line, p.form, p.target)
	}
	if total > 0 {
		t.Logf("%s: %d of %d citations are recognised (%.1f %%)", filepath.Base(wiki), found, total, 100*float64(found)/float64(total))
	}
	if found*100 < total*95 {
		t.Errorf("%s: less than 95 %%", filepath.Base(wiki))
	}
}

// stemOf is a file's name without folder, ending and the hash of an export, and with one way of
// parting words: slugs stand for names with spaces.
func stemOf(name string) string {
	name = strings.ToLower(path.Base(strings.TrimSuffix(strings.ReplaceAll(name, "%20", " "), "/")))
	name = strings.TrimSuffix(name, path.Ext(name))
	name = regexp.MustCompile(`-[0-9a-f]{8}$`).ReplaceAllString(name, "")
	return regexp.MustCompile(`[-_ ()]+`).ReplaceAllString(name, "-")
}
