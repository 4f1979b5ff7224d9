package provenance

import (
	"slices"
	"strings"
)

// OpenLicence reports whether a licence, as a source states it, lets others use and
// pass on the text, with whatever thanks and conditions. known is false where nothing
// is stated, or nothing that is known here: then it may be either.
func OpenLicence(stated string) (open, known bool) {
	s := strings.ToLower(strings.TrimSpace(stated))
	s = strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(s, "https://"), "http://"), "/")
	s = strings.TrimPrefix(s, "www.")
	for _, mark := range []string{"all rights reserved", "alle rechte vorbehalten", "tous droits réservés", "proprietary"} {
		if strings.Contains(s, mark) {
			return false, true
		}
	}
	if rest, ok := strings.CutPrefix(s, "creativecommons.org/publicdomain/"); ok {
		return rest != "", rest != ""
	}
	for _, name := range []string{"creativecommons.org/licenses/", "cc-", "cc ", "creative commons "} {
		if rest, ok := strings.CutPrefix(s, name); ok {
			return creativeCommons(rest)
		}
	}
	name := strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(" -_/,()", r) })
	if len(name) == 0 {
		return false, false
	}
	known = slices.Contains([]string{"cc0", "mit", "apache", "bsd", "isc", "gpl", "lgpl", "agpl", "mpl", "gfdl", "unlicense", "zlib",
		"odbl", "pddl", "ogl", "0bsd", "postgresql", "psf", "python"}, strings.TrimRight(name[0], "0123456789.v")) ||
		slices.Contains([]string{"cc0", "0bsd"}, name[0]) || strings.HasPrefix(s, "public domain") || strings.HasPrefix(s, "gnu ")
	return known, known
}

// creativeCommons reads what follows the name: by, by-sa, by-nc-nd, attribution …
// NC and ND restrict use.
func creativeCommons(rest string) (open, known bool) {
	parts := strings.FieldsFunc(rest, func(r rune) bool { return strings.ContainsRune(" -/,", r) })
	for _, p := range parts {
		switch p {
		case "nc", "nd", "noncommercial", "noderivatives", "noderivs":
			return false, true
		case "by", "sa", "zero", "cc0", "attribution", "sharealike":
			known = true
		}
	}
	return known, known
}
