package gates

import (
	"strings"
	"testing"
	"time"
)

// A file that is no policy is refused, and soon: a quarter of what may be read at all.
func TestHostilePolicy(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for name, unit := range map[string]string{
		"brackets": "[", "braces": "{a: ", "dashes": "- ", "anchors": "&a ", "quotes": `"`, "lines": "a: 1\n", "tags": "!!x ", "pipes": "|\n", "question": "? ", "comments": "#\n", "indent": " ",
	} {
		t.Run(name, func(t *testing.T) {
			text := strings.Repeat(unit, maxPolicySize/4/len(unit))
			began := time.Now()
			_, err := ParsePolicy("p", []byte(text))
			if took := time.Since(began); took > 2*time.Second {
				t.Errorf("took %v", took)
			}
			if err == nil && name != "comments" && name != "indent" {
				t.Errorf("accepted")
			}
		})
	}
}
