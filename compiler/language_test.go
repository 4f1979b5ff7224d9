package compiler_test

import "testing"

// A short line of a German note tells nothing of its language; its note does. Over an English
// source it is not checked, and no error.
func TestShortLinesInTheLanguageOfTheirNote(t *testing.T) {
	t.Parallel()
	const note = "---\nsources: [raw/vault.md]\n---\n# Vault\n\nDas Werkzeug ist nicht für jeden, aber es wird von vielen Menschen genutzt, die ihre Notizen auf dem eigenen Rechner halten.\n\n" +
		"- Ansatz: Vollständige lokale Anwendung\n- Gratis, vollständig lokal\n- Verwaiste Dateien ohne Bemerken\n- Automatisches Prüfen, nicht manuelle Beobachtung\n"
	v := newVault(t, map[string]string{
		"pipeline-policy.yaml": "version: 1.0\nvault: {evidence: [raw], min_note_words: 5}\n",
		"01_Wiki/Vault.md":     note,
		"raw/vault.md":         "# Swarm\n\nSwarm is a full local app with a viewer for graphs. It is free and it keeps all on your own machine. It checks the vault in the background, and nobody has to look for files that no note links to.\n",
	})
	if r := v.build(); r.Claims.T0 != 0 || r.Claims.Unchecked != 4 {
		t.Errorf("%+v", r.Claims)
	}
	v.write("01_Wiki/Vault.md", "---\nsources: [raw/vault.md]\n---\n# Vault\n\n- Swarm paints houses with yellow elephants\n")
	if r := v.build(); r.Claims.T1 != 1 || r.Claims.Unchecked != 0 {
		t.Errorf("%+v", r.Claims)
	}
}
