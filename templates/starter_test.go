package templates

import (
	"strings"
	"testing"
)

func TestStarter(t *testing.T) {
	s := Starter{Wiki: "01_Wiki", Drafts: "02_Drafts", Inbox: "00_Inbox", Sources: "03_Sources", Evidence: []string{"raw"}, Empty: true}
	files, err := s.Files()
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, f := range files {
		paths = append(paths, f.Path)
		if strings.Contains(string(f.Data), "<no value>") {
			t.Errorf("%s has an empty slot:\n%s", f.Path, f.Data)
		}
	}
	want := "pipeline-policy.yaml AGENTS.md 03_Sources/.gitattributes 00_Inbox/Welcome.md 01_Wiki/.gitkeep 02_Drafts/.gitkeep raw/.gitkeep"
	if got := strings.Join(paths, " "); got != want {
		t.Errorf("files\n got %s\nwant %s", got, want)
	}
}

func TestStarterOfSomeonesVault(t *testing.T) {
	s := Starter{Wiki: "wiki", Drafts: "02_Drafts", Sources: "03_Sources", Evidence: []string{"raw: x", "it's"}, Found: []string{"an Obsidian vault"}}
	files, err := s.Files()
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != 3 {
		t.Errorf("%d files, want the policy, AGENTS.md and .gitattributes only", len(files))
	}
	policy := string(files[0].Data)
	for _, want := range []string{`"raw: x"`, "it's", "# an Obsidian vault", `inbox: ""`} {
		if !strings.Contains(policy, want) {
			t.Errorf("the policy lacks %s:\n%s", want, policy)
		}
	}
}
