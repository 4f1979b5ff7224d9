package judge

import (
	"context"
	"strings"
	"testing"

	"assay/provenance"
)

// Korean is read: what a page says in other endings holds, and what it denies or limits otherwise does not.
func TestKorean(t *testing.T) {
	page := "# 가마 안내\n\n도룸의 도자기 공방은 1931년에 문을 열었고 가마가 세 개 있다. 붉은 가마는 격주로 참나무를 태워 굽고, 굽기 전에 선반을 꺼내 닦는다. " +
		"작은 가마는 가스로 데우며 참나무가 필요하지 않다. 붉은 가마의 굽기는 최대 40시간 걸린다. 견학생은 회랑에서 굽는 모습을 볼 수 있지만 창고로 가는 길은 비워 두어야 한다.\n\n" +
		strings.Repeat("점토는 둑 위의 채석장에서 배로 들어오며, 서리가 부술 때까지 마당에 쌓아 둔다. 그릇과 주전자는 손으로 유약을 바른다. ", 24)
	for claim, want := range map[string]string{
		"작은 가마는 가스로 데우고, 참나무가 필요하지 않습니다.": carries,
		"작은 가마는 가스로 데우며 참나무가 필요하다.":       falls,
		"붉은 가마의 굽기는 최대 40시간이 걸립니다.":       carries,
		"붉은 가마의 굽기는 최소 40시간 걸린다.":         refutes,
		"붉은 가마의 굽기는 최대 90시간 걸린다.":         refutes,
		"공방은 매주 금요일에 빵을 구워 시장에 판다.":       falls,
	} {
		j, err := NewLexical().Judge(context.Background(), Question{Claim: claim, Text: page, Whole: true})
		if err != nil {
			t.Fatal(err)
		}
		if got := outcome(j); got != want {
			t.Errorf("%s: %s by %s %.2f %v %v, want %s", claim, got, j.Rule, j.Score, j.Mismatch, j.Missing, want)
		}
	}
	marked := "- 가마 소리의 크기가 고르지 않아서 좀 산만합니다 `👍 1`\n\n" + strings.Repeat("점토는 둑 위의 채석장에서 배로 들어오며, 서리가 부술 때까지 마당에 쌓아 둔다. ", 30)
	if j, err := NewLexical().Judge(context.Background(), Question{Claim: "가마 소리의 크기가 고르지 않아서 좀 산만합니다 (9월 18일)", Text: marked, Whole: true}); err != nil || j.Stance == provenance.Contradicts {
		t.Errorf("a day against a mark: %s %.2f %v, %v", j.Rule, j.Score, j.Mismatch, err)
	}
	goes := "- `kiln:name` 이름 공간, 충돌 없음\n- 폴더 이름"
	if j := ask(t, "kiln:name 이름 공간", goes); j.Stance == provenance.Contradicts || j.Rule == RuleNegation {
		t.Errorf("%s %.2f %v", j.Rule, j.Score, j.Mismatch)
	}
}
