package pdf

import (
	"strconv"
	"strings"
	"sync"

	"golang.org/x/text/unicode/norm"
)

// glyphText gives the characters that a glyph's name stands for, "" where the name
// says nothing ("g37"). Letters with accents are composed from their names' parts.
func glyphText(n string) string {
	n, _, _ = strings.Cut(n, ".") // a.alt is an a
	if strings.Contains(n, "_") { // f_i is an f and an i
		var b strings.Builder
		for part := range strings.SplitSeq(n, "_") {
			b.WriteString(glyphText(part))
		}
		return b.String()
	}
	if len(n) == 1 {
		return n
	}
	if s, ok := glyphNames()[n]; ok {
		return s
	}
	if hex, ok := strings.CutPrefix(n, "uni"); ok && len(hex) >= 4 && len(hex)%4 == 0 {
		var b strings.Builder
		for ; len(hex) >= 4; hex = hex[4:] {
			c, err := strconv.ParseUint(hex[:4], 16, 32)
			if err != nil {
				return ""
			}
			b.WriteRune(rune(c))
		}
		return b.String()
	}
	if hex, ok := strings.CutPrefix(n, "u"); ok && len(hex) >= 4 && len(hex) <= 6 {
		if c, err := strconv.ParseUint(hex, 16, 32); err == nil {
			return string(rune(c))
		}
	}
	for i := 1; i <= 2 && i < len(n); i++ {
		base := n[:i]
		if i == 2 && base != "ae" && base != "AE" {
			break
		}
		if mark, ok := accents[n[i:]]; ok {
			if i == 2 {
				base = glyphNames()[base]
			}
			return norm.NFC.String(base + mark)
		}
	}
	return ""
}

var accents = map[string]string{
	"grave": "\u0300", "acute": "\u0301", "circumflex": "\u0302", "tilde": "\u0303", "macron": "\u0304", "breve": "\u0306",
	"dotaccent": "\u0307", "dieresis": "\u0308", "ring": "\u030a", "hungarumlaut": "\u030b", "caron": "\u030c",
	"commaaccent": "\u0327", "cedilla": "\u0327", "ogonek": "\u0328",
}

// glyphNames are the names of the standard Latin set and of common symbols, as the
// PDF standard's annex D and TeX's fonts have them.
var glyphNames = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"space": " ", "nbspace": " ", "exclam": "!", "quotedbl": `"`, "numbersign": "#", "dollar": "$", "percent": "%", "ampersand": "&",
		"quotesingle": "'", "parenleft": "(", "parenright": ")", "asterisk": "*", "plus": "+", "comma": ",", "hyphen": "-", "period": ".",
		"slash": "/", "zero": "0", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8",
		"nine": "9", "colon": ":", "semicolon": ";", "less": "<", "equal": "=", "greater": ">", "question": "?", "at": "@",
		"bracketleft": "[", "backslash": `\`, "bracketright": "]", "asciicircum": "^", "underscore": "_", "grave": "`", "braceleft": "{",
		"bar": "|", "braceright": "}", "asciitilde": "~", "exclamdown": "¡", "cent": "¢", "sterling": "£", "currency": "¤", "yen": "¥",
		"brokenbar": "¦", "section": "§", "dieresis": "¨", "copyright": "©", "ordfeminine": "ª", "guillemotleft": "«", "logicalnot": "¬",
		"sfthyphen": "\u00ad", "registered": "®", "macron": "¯", "degree": "°", "plusminus": "±", "twosuperior": "²", "threesuperior": "³",
		"acute": "´", "mu": "µ", "paragraph": "¶", "periodcentered": "·", "cedilla": "¸", "onesuperior": "¹", "ordmasculine": "º",
		"guillemotright": "»", "onequarter": "¼", "onehalf": "½", "threequarters": "¾", "questiondown": "¿", "AE": "Æ", "ae": "æ", "Eth": "Ð",
		"eth": "ð", "multiply": "×", "divide": "÷", "Oslash": "Ø", "oslash": "ø", "Thorn": "Þ", "thorn": "þ", "germandbls": "ß",
		"dotlessi": "ı", "dotlessj": "ȷ", "Lslash": "Ł", "lslash": "ł", "OE": "Œ", "oe": "œ", "Dcroat": "Đ", "dcroat": "đ", "Hbar": "Ħ",
		"hbar": "ħ", "Eng": "Ŋ", "eng": "ŋ", "florin": "ƒ", "circumflex": "ˆ", "caron": "ˇ", "breve": "˘", "dotaccent": "˙", "ring": "˚",
		"ogonek": "˛", "tilde": "˜", "hungarumlaut": "˝", "endash": "–", "emdash": "—", "quoteleft": "‘", "quoteright": "’",
		"quotesinglbase": "‚", "quotedblleft": "“", "quotedblright": "”", "quotedblbase": "„", "dagger": "†", "daggerdbl": "‡", "bullet": "•",
		"ellipsis": "…", "perthousand": "‰", "guilsinglleft": "‹", "guilsinglright": "›", "fraction": "⁄", "Euro": "€", "trademark": "™",
		"minus": "−", "fi": "fi", "fl": "fl", "ff": "ff", "ffi": "ffi", "ffl": "ffl", "visiblespace": " ", "nobreakspace": " ", "middot": "·",
		"hyphenminus": "-", "softhyphen": "\u00ad", "compwordmark": "", "cwm": "",
		"Alpha": "Α", "Beta": "Β", "Gamma": "Γ", "Delta": "Δ", "Epsilon": "Ε", "Zeta": "Ζ", "Eta": "Η", "Theta": "Θ", "Iota": "Ι", "Kappa": "Κ",
		"Lambda": "Λ", "Mu": "Μ", "Nu": "Ν", "Xi": "Ξ", "Omicron": "Ο", "Pi": "Π", "Rho": "Ρ", "Sigma": "Σ", "Tau": "Τ", "Upsilon": "Υ",
		"Phi": "Φ", "Chi": "Χ", "Psi": "Ψ", "Omega": "Ω", "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "epsilon1": "ϵ",
		"zeta": "ζ", "eta": "η", "theta": "θ", "theta1": "ϑ", "iota": "ι", "kappa": "κ", "lambda": "λ", "nu": "ν", "xi": "ξ", "omicron": "ο",
		"pi": "π", "pi1": "ϖ", "rho": "ρ", "rho1": "ϱ", "sigma": "σ", "sigma1": "ς", "tau": "τ", "upsilon": "υ", "phi": "φ", "phi1": "ϕ",
		"chi": "χ", "psi": "ψ", "omega": "ω", "partialdiff": "∂", "product": "∏", "summation": "∑", "radical": "√", "infinity": "∞",
		"integral": "∫", "approxequal": "≈", "notequal": "≠", "lessequal": "≤", "greaterequal": "≥", "lozenge": "◊", "element": "∈",
		"notelement": "∉", "emptyset": "∅", "intersection": "∩", "union": "∪", "logicaland": "∧", "logicalor": "∨", "universal": "∀",
		"existential": "∃", "gradient": "∇", "nabla": "∇", "arrowleft": "←", "arrowup": "↑", "arrowright": "→", "arrowdown": "↓",
		"arrowboth": "↔", "arrowdblright": "⇒", "arrowdblleft": "⇐", "arrowdblboth": "⇔", "similar": "∼", "equivalence": "≡",
		"proportional": "∝", "propersubset": "⊂", "propersuperset": "⊃", "reflexsubset": "⊆", "reflexsuperset": "⊇", "angle": "∠",
		"perpendicular": "⊥", "dotmath": "⋅", "asteriskmath": "∗", "circleplus": "⊕", "circlemultiply": "⊗", "prime": "′", "minute": "′",
		"second": "″", "checkmark": "✓", "square": "□", "filledbox": "■", "openbullet": "◦", "triangleright": "▷", "ell": "ℓ", "lscript": "ℓ",
		"weierstrass": "℘", "aleph": "ℵ", "Ifraktur": "ℑ", "Rfraktur": "ℜ", "estimated": "℮", "numero": "№", "angbracketleft": "⟨",
		"angbracketright": "⟩", "langle": "⟨", "rangle": "⟩", "backslashbig": `\`, "negationslash": "̸", "lessmuch": "≪", "greatermuch": "≫",
	}
})
