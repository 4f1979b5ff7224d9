package judge

import (
	"assay/text"
	"strings"
)

// currencies by their words, codes and signs. A sign that several share has a base of its own.
var currencies = func() map[string]string {
	table := map[string]string{}
	for base, words := range map[string]string{
		"$":  "$ us$ usd dollar dollars dólares 美元 美金 ドル 米ドル",
		"€":  "€ eur euro euros 欧元 ユーロ",
		"£":  "£ gbp quid 英镑 ポンド",
		"¥":  "¥ ￥",
		"円":  "円 jpy yen 日元",
		"元":  "元 块 cny rmb yuan renminbi 人民币",
		"₹":  "₹ inr rupee rupees",
		"₩":  "₩ krw 원 韩元",
		"Fr": "chf",
	} {
		for _, w := range strings.Fields(words) {
			table[w] = base
		}
	}
	return table
}()

// currencySigns stand before a number or behind it.
var currencySigns = []string{"US$", "$", "€", "£", "¥", "￥", "₹", "₩"}

// signedMoney is the currency whose sign or code stands right before token i.
func (t *reading) signedMoney(i int32) (base, word string) {
	head := strings.TrimRight(t.before(i), " \u00a0")
	for _, sign := range currencySigns {
		if strings.HasSuffix(head, sign) {
			return currencies[strings.ToLower(sign)], strings.ToLower(sign)
		}
	}
	if i > 0 && t.toks[i-1].Unit == t.toks[i].Unit && !t.toks[i].Is(text.MarkBreak) {
		// A code, not a word: "USD 5 million", but not "the yen 5".
		if p := &t.toks[i-1]; len(p.Low) == 3 && isUpperWord(t.raw[p.Start:p.End]) {
			return currencies[p.Low], p.Low
		}
	}
	return "", ""
}

// money is the currency that rest begins with, behind a number, its token next.
func (t *reading) money(rest string, next, last int32) (base, word string, after int32) {
	for _, sign := range currencySigns {
		if strings.HasPrefix(rest, sign) {
			return currencies[strings.ToLower(sign)], sign, next
		}
	}
	for _, n := range []int{9, 6, 3} {
		if len(rest) >= n && rest[0] >= 0x80 {
			if base := currencies[rest[:n]]; base != "" {
				return base, rest[:n], next
			}
		}
	}
	for k := next; k < last && k < next+2 && !t.toks[k].Is(text.MarkBreak); k++ {
		w := t.toks[k].Low
		if base := currencies[w]; base != "" && (k == next || moneyOf.Has(t.toks[next].Low)) {
			return base, w, k + 1
		}
	}
	return "", "", next
}

// moneyOf stand between a number and its currency: "5 million US dollars", "deux millions d'euros".
var moneyOf = text.WordSet("us u.s u.s. de d of american canadian australian")

// oneMoney reports two bases that may be one currency: ¥ is the sign of two.
func oneMoney(a, b string) bool {
	return a == b || a == "¥" && (b == "円" || b == "元") || b == "¥" && (a == "円" || a == "元")
}
