package judge

import (
	"context"
	"strings"
	"testing"
)

// What a note says that its source does not speak of is no error for want of it in the source, nor is
// what stands in another script than the source's; what is made up is one.
func TestWhatIsNotInvented(t *testing.T) {
	page := strings.Repeat("The ferry leaves the old harbour every morning at six and carries letters, timber and salt to the outer islands. ", 12)
	for claim, silent := range map[string]bool{
		"Vaccination campaigns halved measles mortality across rural provinces.":               true,
		"The slides do not cover steam turbines, gearboxes or lubrication.":                    false,
		"Steam turbines, gearboxes and lubrication are not mentioned in this article.":         false,
		"Turbine blades do not corrode, and gearboxes keep their lubrication for seven years.": true,
		"Jetpack Compose for XR: 创建空间化组件":                                                      false,
		"SLO = Service Level Objective（サービス品質目標）":                                              false,
	} {
		j, err := NewLexical().Judge(context.Background(), Question{Claim: claim, Text: page, Whole: true})
		if err != nil {
			t.Fatal(err)
		}
		if got := j.Score < rejectBelow; got != silent {
			t.Errorf("%s: %.2f %s, want silent %t", claim, j.Score, j.Rule, silent)
		}
	}
}
