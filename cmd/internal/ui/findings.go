package ui

import "fmt"

// A Finding is something that `assay doctor` looked at.
type Finding struct {
	Name  string `json:"name"`
	State string `json:"state"` // ok, missing or wrong
	Text  string `json:"text"`
	Hint  string `json:"hint,omitempty"`
}

// Findings writes what a doctor found.
func (o *Out) Findings(vault string, fs []Finding) {
	o.Printf("%s\n", o.Bold(vault))
	for _, f := range fs {
		mark := o.style(green, "ok     ")
		switch f.State {
		case "missing":
			mark = o.style(yellow, "missing")
		case "wrong":
			mark = o.style(red, "wrong  ")
		}
		o.Printf("%s %s %s\n", mark, o.Dim(fmt.Sprintf("%-9s", f.Name)), f.Text)
		if f.Hint != "" {
			o.Printf("                  %s %s\n", o.style(green, "hint:"), o.Say(f.Hint))
		}
	}
}

// FindingsAnswer is what `doctor` found, as JSON.
type FindingsAnswer struct {
	Vault    string    `json:"vault"`
	OK       bool      `json:"ok"` // nothing is wrong or missing that policy asks for
	Findings []Finding `json:"findings"`
}
