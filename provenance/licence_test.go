package provenance

import "testing"

func TestOpenLicence(t *testing.T) {
	for _, stated := range []string{"CC0-1.0", "CC BY 4.0", "CC-BY-SA-3.0", "https://creativecommons.org/licenses/by/4.0/", "Apache-2.0", "MIT",
		"MIT License", "BSD-3-Clause", "GPLv3", "GPL-2.0-or-later", "GNU Free Documentation License", "Public Domain", "PostgreSQL",
		"https://creativecommons.org/publicdomain/zero/1.0/", "Creative Commons Attribution-ShareAlike 4.0"} {
		if open, known := OpenLicence(stated); !open || !known {
			t.Errorf("%s: %v %v", stated, open, known)
		}
	}
	for _, stated := range []string{"CC BY-NC 4.0", "https://creativecommons.org/licenses/by-nc-nd/2.0/", "© 2020 Ann. All rights reserved.",
		"Creative Commons Attribution-NonCommercial 4.0"} {
		if open, known := OpenLicence(stated); open || !known {
			t.Errorf("%s: %v %v", stated, open, known)
		}
	}
	for _, stated := range []string{"", "  ", "see website", "https://example.org/licence", "mitten", "creativecommons.org/licenses/", "/", "cc"} {
		if open, known := OpenLicence(stated); open || known {
			t.Errorf("%q: %v %v", stated, open, known)
		}
	}
}
