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

// Of a language that is not read no stems are known: what a text in it has not is a doubt.
func TestUnreadInventions(t *testing.T) {
	page := strings.Repeat("Bến phà cũ mở cửa mỗi buổi sáng lúc sáu giờ và chở thư từ, gỗ cùng muối đến những hòn đảo phía ngoài. ", 12)
	j, err := NewLexical().Judge(context.Background(), Question{Claim: "Chiến dịch tiêm chủng giảm một nửa tỷ lệ tử vong do bệnh sởi ở vùng nông thôn.", Text: page, Whole: true})
	if err != nil || j.Score < rejectBelow || j.Score >= heldScore {
		t.Errorf("%.2f %s, %v", j.Score, j.Rule, err)
	}
}

// What the frontmatter of a page says of it, the page speaks of: it is a doubt, and no invention.
func TestFrontmatterIsNoInvention(t *testing.T) {
	page := strings.Repeat("The ferry leaves the old harbour every morning at six and carries letters, timber and salt to the outer islands. ", 12)
	claim := "Speaker unnamed; subtitles by machine."
	for about, silent := range map[string]bool{"": true, "title: Ferries\nspeaker: unnamed\nsubtitles: by a machine": false} {
		j, err := NewLexical().Judge(context.Background(), Question{Claim: claim, Text: page, About: []string{about}, Whole: true})
		if got := j.Score < rejectBelow; err != nil || got != silent || j.Score >= heldScore {
			t.Errorf("beside %q: %.2f %s, %v", about, j.Score, j.Rule, err)
		}
	}
}

// A date in brackets is that of the text, which its frontmatter has; any other must be in the text itself.
func TestDateOfTheText(t *testing.T) {
	page := "# Ferries\n\n> \"The ferry leaves the old harbour every morning at six.\"\n\n" + strings.Repeat("It carries letters, timber and salt to the outer islands in the dry weeks of the summer. ", 14)
	for claim, want := range map[string]string{
		"[2018-09-21] \"The ferry leaves the old harbour every morning at six.\"": carries,
		"[2018-09-22] \"The ferry leaves the old harbour every morning at six.\"": falls,
		"On 2018-09-21 the ferry leaves the old harbour every morning at six.":    falls,
		"@ 18:47 — \"The ferry leaves the old harbour every morning at six.\"":    carries, // where in a recording
		"At 18:47 the ferry leaves the old harbour every morning.":                falls,
	} {
		j, err := NewLexical().Judge(context.Background(), Question{Claim: claim, Text: page, About: []string{"published: 2018-09-21"}, Whole: true})
		if err != nil || outcome(j) != want {
			t.Errorf("%s: %s by %s %.2f %v, %v", claim, outcome(j), j.Rule, j.Score, j.Missing, err)
		}
	}
}

// A formula that was read from a page stands there in pieces: that its letters are nowhere proves no invention.
func TestFormulasAreNoInventions(t *testing.T) {
	page := "--- page 6 ---\nMoving the barges\nvt+1\nij\n= vt\nij + c1 × z1 × (pij −xij) + c2 × z2 × (gj −xij),\nwhere\nc1 and c2 are constants – control the weighting between own and\nshared experience\n\n" +
		strings.Repeat("The wardens of the lower lock keep their records in the mill and read them out to each barge in the spring.\n", 14)
	for claim, want := range map[string]bool{
		"Barge update: v_{ij}(t+1) = v_{ij}(t) + c_1 z_1 (p_{ij} - x_{ij}(t)) + c_2 z_2 (g_j - x_{ij}(t))": false,
		"Yellow elephants paint tall houses.": true,
	} {
		j, err := NewLexical().Judge(context.Background(), Question{Claim: claim, Text: page, Whole: true})
		if got := j.Score < 0.2; err != nil || got != want {
			t.Errorf("%s: %s %.2f", claim, j.Rule, j.Score)
		}
	}
}

// Of a Korean claim, whose endings are not read, less must be in its source for it to be an invention,
// but where a name is lacking.
func TestInventionsInKorean(t *testing.T) {
	page := strings.Repeat("나룻배는 매일 아침 여섯 시에 낡은 항구를 떠나 편지와 목재와 소금을 바깥 섬으로 나른다. 문지기는 배가 들어올 때마다 이름과 시각을 장부에 적는다. ", 14)
	for claim, want := range map[string]bool{
		"문지기는 배가 들어올 때마다 도착을 기록해 장부에 남긴다.":                                    false,
		"문지기는 배가 들어올 때마다 이름과 Excel 도착을 기록해 장부에 남긴다.":                          true,
		"백신 접종은 농촌 지역의 홍역 사망률을 절반으로 낮추었다.":                                    true,
		"문지기(warden)는 배(barge)가 들어올 때마다 이름(given name)과 도착을 장부(ledger)에 남긴다.": false,
		"문지기(Warden Smith)는 배(Barge Two)가 들어올 때마다 이름과 도착을 장부에 남긴다.":           true,
	} {
		j, err := NewLexical().Judge(context.Background(), Question{Claim: claim, Text: page, Whole: true})
		if got := j.Score < 0.2; err != nil || got != want {
			t.Errorf("%s: %s %.2f", claim, j.Rule, j.Score)
		}
	}
}
