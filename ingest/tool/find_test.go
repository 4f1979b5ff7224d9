package tool

import (
	"errors"
	"net/http/httptest"
	"strings"
	"testing"

	"assay/ingest/web"
)

// Programs that can search are asked for what a question is about; a question is never taken for
// one of their options.
func TestFind(t *testing.T) {
	s := httptest.NewServer(nil)
	defer s.Close()
	dir := t.TempDir()
	fake(t, dir, "ctx7",
		reply{Args: "library --json -- react", Stdout: `[{"id":"/facebook/react"},{"id":"--x"},{"id":"/other/react"}]`},
		reply{Args: "library --json -- nothing", Stdout: "No libraries found"},
		reply{Args: "library --json -- spent", Stderr: "Quota exceeded", Code: 1})
	fake(t, dir, "yt-dlp", reply{Args: "-- ytsearch2:--exec tea", Stdout: `{"_type":"playlist","entries":[{"url":"https://www.youtube.com/watch?v=a","title":"Tea","description":"Steep."},null,{"title":"x"}]}`})
	o := Options{Client: client(web.Options{AllowPrivateHosts: []string{"127.0.0.1"}}), Programs: Programs{Path: dir}, Context: s.URL, Temp: t.TempDir()}
	for entity, want := range map[string]int{"react": 2, "nothing": 0} {
		found, err := Context7{o}.Find(t.Context(), "hooks", entity, 5)
		if err != nil || len(found) != want || want > 0 && found[0].URL != "https://context7.com/facebook/react" {
			t.Errorf("%s: %+v, %v", entity, found, err)
		}
	}
	if _, err := (Context7{o}).Find(t.Context(), "hooks", "", 5); !errors.Is(err, ErrUnsuited) {
		t.Error(err)
	}
	if _, err := (Context7{o}).Find(t.Context(), "hooks", "spent", 5); err == nil || !strings.Contains(err.Error(), "Quota") {
		t.Error(err)
	}
	found, err := Video{o}.Find(t.Context(), "--exec tea", "", 2)
	if err != nil || len(found) != 1 || found[0] != (Found{"Tea", "https://www.youtube.com/watch?v=a", "Steep."}) {
		t.Errorf("%+v, %v", found, err)
	}
	o.Programs.Path = t.TempDir()
	for _, f := range []Finder{Context7{o}, Video{o}} {
		if _, err := f.Find(t.Context(), "hooks", "react", 5); !errors.Is(err, ErrNotHere) {
			t.Errorf("%s is not installed: %v", f.Name(), err)
		}
	}
}
