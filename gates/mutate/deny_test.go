package mutate

import "testing"

// A sentence is denied in languages besides English, once, and not where it denies
// already.
func TestDenials(t *testing.T) {
	for claim, want := range map[string]string{
		"Das Tor ist mit dem Hafen und der Stadt verbunden.": "Das Tor ist nicht mit dem Hafen und der Stadt verbunden.",
		"El puerto es una parte de la ciudad.":               "El puerto no es una parte de la ciudad.",
		"Le port est dans la ville et les quais.":            "Le port n'est pas dans la ville et les quais.",
		"Порт был открыт зимой.":                             "Порт не был открыт зимой.",
		"旧码头是在冬季关闭的。":                                        "旧码头不是在冬季关闭的。",
		"港は冬に閉鎖されている。":                                       "港は冬に閉鎖されていない。",
		"该设备还是可用的，但是很旧。":                                     "", // 是 within other words
		"旧码头不是在冬季关闭的。":                                       "",
		"Das Tor ist nicht mit dem Hafen verbunden.":         "",
	} {
		got := ""
		for _, m := range Mutants(claim, About{Seed: "1", Evidence: claim}, []Kind{Negation}) {
			got += m.Text
		}
		if got != want {
			t.Errorf("%s\ngot  %q\nwant %q", claim, got, want)
		}
	}
}

// "an", "in" and "was" are German as well: no English words are put into such a
// sentence.
func TestOtherLanguagesAreNotEnglish(t *testing.T) {
	claim := "Die Mole was in der Stadt an dem alten Tor mit der Uhr liegt."
	for _, m := range Mutants(claim, About{Seed: "1", Evidence: claim, Names: []string{"Marlin", "Heron"}}, []Kind{Name, Quantifier}) {
		t.Errorf("%+v", m)
	}
}
