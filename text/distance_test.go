package text

import "testing"

func TestEditDistance(t *testing.T) {
	for _, tt := range []struct {
		a, b  string
		limit int
		want  int
	}{
		{"", "", 0, 0}, {"kiln", "kiln", 0, 0}, {"kiln", "kilns", 1, 1}, {"kiln", "klin", 1, 1}, {"delay", "dealy", 2, 1},
		{"窯の話", "窯話", 2, 1}, {"cost", "coast", 1, 1}, {"abcdef", "badcfe", 3, 3},
	} {
		if got := EditDistance([]rune(tt.a), []rune(tt.b), tt.limit); got != tt.want {
			t.Errorf("%s and %s: %d, want %d", tt.a, tt.b, got, tt.want)
		}
	}
	for _, far := range []string{"kilns and tea", "tea", "mill"} {
		if got := EditDistance([]rune("kiln"), []rune(far), 1); got <= 1 {
			t.Errorf("kiln and %s: %d", far, got)
		}
	}
}
