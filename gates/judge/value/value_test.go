package value_test

import (
	"fmt"
	"strings"
	"testing"

	"assay/gates/judge/value"
	"assay/text"
)

// shown is what a value comes to: 240000, 5 s, 1961-12-16, v1.2, #3.
func shown(v *value.Value) string {
	switch v.Kind {
	case value.Dated:
		if v.Date.From != v.Date.To {
			return fmt.Sprintf("%d-%d", v.Date.From, v.Date.To)
		}
		return strings.TrimSuffix(fmt.Sprintf("%d/%d/%d", v.Date.From, v.Date.Month, v.Date.Day), "/0/0")
	case value.Version:
		return "v" + v.Parts
	case value.Ordinal:
		return fmt.Sprintf("#%g", v.N)
	}
	return strings.TrimSpace(fmt.Sprintf("%.4g %s", v.N, v.Unit))
}

func find(raw, lang string) []value.Value {
	return value.Read(raw, lang, text.NewStems()).Values
}

func TestValuesAreRead(t *testing.T) {
	for _, c := range []struct{ lang, text, want string }{
		// Words.
		{"en", "It keeps two hundred and forty thousand letters.", "2.4e+05"},
		{"en", "It keeps twenty-five letters and forty one maps.", "25, 41"},
		{"en", "It keeps three million, two hundred boxes of one hundred and five cards.", "3e+06, 200, 105"},
		{"en", "A thousand pilgrims came, nine and ten at a time.", "1000, 9, 10"},
		{"en", "The walk takes two and a half hours.", "9000 s"},
		{"de", "Das Archiv hat zweihundertvierzig Briefe und der Verein dreiundzwanzig Karten.", "240, 23"},
		{"de", "Das Archiv hat zweihundertvierzigtausend Briefe und zwei Millionen Karten.", "2.4e+05, 2e+06"},
		{"fr", "Les archives ont trois cent mille lettres et quatre-vingt-dix-sept cartes dans la salle.", "3e+05, 97"},
		{"fr", "La salle a vingt et un bancs et soixante et onze chaises avec les tables.", "21, 71"},
		{"es", "El archivo tiene doscientos cuarenta mil libros y treinta y cinco mapas de la ciudad.", "2.4e+05, 35"},
		// Digits in groups.
		{"en", "The town has 53 879 people, the county 1'240'000.", "5.388e+04, 1.24e+06"},
		{"en", "The town has 53\u202f879 people and 1,240,000 trees.", "5.388e+04, 1.24e+06"},
		{"de", "Die Stadt hat 53.879 Einwohner und der Fluss ist 3,5 km lang.", "5.388e+04, 3500 m"},
		{"fr", "La ville a 53 879 habitants et le fleuve est long de 3,5 km.", "5.388e+04, 3500 m"},
		{"en", "The grid has 100 200 300 as its marks.", "100, 200, 300"},
		// Money.
		{"en", "It cost US$5m, or 5 million dollars, or USD 5 million.", "5e+06 $, 5e+06 $, 5e+06 $"},
		{"pt", "Custa R$ 1.788 por mês, ou A$35, ou NT$735.", "1788 R$, 35 A$, 735 NT$"},
		{"en", "It cost €3.2 bn and £15 m.", "3.2e+09 €, 1.5e+07 £"},
		{"fr", "Le coût est de 3 Md€ et 5 M€, puis 2,5 Mds €.", "3e+09 €, 5e+06 €, 2.5e+09 €"},
		{"de", "Es kostete 3,2 Mrd. € und 40 Euro für die Karten.", "3.2e+09 €, 40 €"},
		{"ja", "料金は5万円です。", "5e+04 円"},
		{"zh", "费用为500元。", "500 元"},
		{"zh", "营收为 187 亿美元，市场为1360亿美元，投资 1000 億韓元。", "1.87e+10 $, 1.36e+11 $, 1e+11 ₩"},
		{"en", "It invests 100 billion won, and in 3 years won 2 prizes.", "1e+11 ₩, 36 mo, 2"},
		// Ranges.
		{"en", "It takes 5–10 s, between 5 and 10 minutes, or 5 to 10 million years.", "5 s, 10 s, 300 s, 600 s, 6e+07 mo, 1.2e+08 mo"},
		{"ja", "待ち時間は5〜10秒です。", "5 s, 10 s"},
		{"ja", "容量は 5 バイト、10 メガバイト。", "5 B, 1e+07 B"},
		{"zh", "等待时间为5到10秒。", "5 s, 10 s"},
		{"en", "The fund holds $5–10 million.", "5e+06 $, 1e+07 $"},
		{"en", "The fund holds $25-45M and 10–20k cards, 100–1k of them lost.", "2.5e+07 $, 4.5e+07 $, 1e+04, 2e+04, 100, 1000"},
		{"zh", "资本支出为2500-4500万美元，用户有300-500万。", "2.5e+07 $, 4.5e+07 $, 3e+06, 5e+06"},
		// Percentages, points and parts.
		{"en", "It rose 3 %, 3 percent, 3 per cent and 3 percentage points.", "3 %, 3 %, 3 %, 3 pp"},
		{"de", "Der Anteil stieg um 3 Prozentpunkte auf 12 Prozent.", "3 pp, 12 %"},
		{"fr", "La part est de 3 pour cent dans les villes et la ville.", "3 %"},
		{"zh", "上升了百分之三十，即3个百分点。", "30 %, 3"},
		{"zh", "盐占仓库的三成，其余是成员的谷物，约占7成以上。", "30 %, 70 %"},
		{"en", "Half of the pages, a third of the maps, two-thirds, and 1/4 of the cards.", "50 %, 33.33 %, 66.67 %, 25 %"},
		{"en", "Half an hour is enough in the second half.", "1800 s, #2"},
		// Units.
		{"en", "Wait 250 ms, 20G of disk, 20Gi of memory, 4x faster, 10k rows, a 7B model, 1.5M users.",
			"0.25 s, 2e+10 B, 2.147e+10 B, 4 x, 1e+04, 7e+09, 1.5e+06"},
		{"en", "On 4× H100s it is 1.37× as fast, with a 3×3 kernel and 4 × 5 tiles.", "4 x, 1.37 x, 3, 3, 4, 5"},
		{"zh", "约3至6兆瓦，每次200千瓦时，预算为3兆。", "3e+06 W, 6e+06 W, 2e+05 Wh, 3e+12"},
		{"en", "It stores 2 gigawatt-hours and gives 3 gigawatts.", "2e+09 Wh, 3e+09 W"},
		{"zh", "依照第三十五条、第六条和§ 9，排名第三。", "v35, v6, v9, #3"},
		{"de", "Nach § 35 und § 42 haften 3 Träger.", "v35, v42, 3"},
		{"en", "Plan D 2.5 hours, Plan E 3.5 % and Plan F 1.2.", "9000 s, 3.5 %, v1.2"},
		{"en", "It needs v1.2 or Python 3.11.", "v1.2, v3.11"},
		// Dates and times.
		{"en", "It ran 26 May – 2 June 2004.", "0/5/26, 2004/6/2"},
		{"en", "Born December 16, 1961, or 16 Dec 1961, or 1961-12-16.", "1961/12/16, 1961/12/16, 1961/12/16"},
		{"de", "Geboren am 16.12.1961 und nicht am 17. Dezember 1961.", "1961/12/16, 1961/12/17"},
		{"en", "It ran 2012–15 and again in 2026-04.", "2012, 2015, 2026/4/0"},
		{"zh", "2026年4月发布，5月1日更新。", "2026/4/0, 2026/5/1"},
		{"en", "It met on 25–26 Nov 2025, on 25 and 26 November, and from March 3 to 5, 2024.", "2025/11/25, 2025/11/26, 2025/11/25, 2025/11/26, 2024/3/3, 2024/3/5, 2024"},
		{"de", "Die Messe war vom 3. bis 5. März 2024 und hatte 12 Gäste.", "2024/3/3, 2024/3/5, 12"},
		{"ja", "11月25日から26日まで。", "0/11/25, 0/11/26"},
		{"en", "Between May 3 and 40 other days, or 26 and 5 June.", "0/5/3, 40, 26, 0/6/5"},
		{"zh", "2025 年 7 月 5 日申请，8 月 3 日发布，2024 年上线，等待 3 天。", "2025/7/5, 2025/8/3, 2024, 2.592e+05 s"},
		{"zh", "2022.07.18宣布，2025.09: 首航，价格2025.10元，版本 2024.10。", "2022/7/18, 2025/9/0, 2025 元, v2024.10"},
		{"en", "It opens at 2:00 PM, 14:30 and 3 p.m.", "840 clock, 870 clock, 900 clock"},
		{"en", "She won the Harrow 1000 in 1968.", "1000, 1968"},
		{"en", "2. See page 16 and Fig. 3 for the 40 boats.[12]", "v16, v3, 40"},
		// Korean.
		{"ko", "약 $24억~$73억, 투자 100억원, 사용자 1,500만 명.", "2.4e+09 $, 7.3e+09 $, 1e+10 ₩, 1.5e+07"},
		{"ko", "2026년 5월 10일에 출시, 6~12개월 후 15분 동안.", "2026/5/10, 6 mo, 12 mo, 900 s"},
		{"ko", "문제 3개와 4조각, 예산 2조 원.", "3, 4, 2e+12 ₩"},
		{"ko", "3분기 매출, 5분류, 제35조, 2024 초.", "3, 5, v35, 2024"},
		// Numerals of Chinese and Japanese.
		{"zh", "共有三百四十人，排名第三。", "340, #3"},
		{"ja", "参加者は1万2千人、予算は3.5億円。", "1.2e+04, 3.5e+08 円"},
		{"ja", "参加者は１２００人です。", "1200"},
		{"ja", "十分な理由を二週間後に示す。", "1.21e+06 s"},
		{"ja", "十分間待つ。", "600 s"},
	} {
		x := find(c.text, c.lang)
		var got []string
		for i := range x {
			got = append(got, shown(&x[i]))
		}
		if s := strings.Join(got, ", "); s != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.text, s, c.want)
		}
	}
}

func TestLimitsAreRead(t *testing.T) {
	names := map[value.Bound]string{value.Exactly: "exactly", value.About: "about", value.MoreThan: "more than", value.AtLeast: "at least", value.LessThan: "less than", value.AtMost: "at most"}
	for source, want := range map[string]string{
		"人口约300万。": "about", "人口超过300万。": "more than", "人口不超过300万。": "at most", "人口不少于300万。": "at least", "等待30秒以上。": "at least", "等待30秒，60秒以上时报错。": "exactly",
		"定員は約300人です。": "about", "待ち時間は30秒未満です。": "less than", "待ち時間は30秒を超える。": "more than", "待ち時間は30秒程度です。": "about",
		"It holds up to 30 boats.": "at most", "It holds no fewer than 30 boats.": "at least", "It holds 30 or more boats.": "at least", "It holds roughly 30 boats.": "about",
	} {
		x := find(source, text.Language(source))
		if len(x) == 0 || names[x[0].Bound] != want {
			t.Errorf("%s: %+v, want %s", source, x, want)
		}
	}
}
