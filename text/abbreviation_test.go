package text

import "testing"

func TestLongForm(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, short, want string }{
		{"30.3. Write-Ahead Logging (WAL)", "WAL", "Write Ahead Logging"},
		{"A *write-ahead log* (`WAL`) is kept.", "WAL", "write ahead log"},
		{"One model (Multiversion Concurrency Control, MVCC) is used.", "MVCC", ""},
		{"One model (Multi Version Concurrency Control, MVCC) is used.", "MVCC", "Multi Version Concurrency Control"},
		{"BRIN stands for Block Range Index Node here.", "BRIN", "Block Range Index Node"},
		{"It is flushed (WAL).", "WAL", ""},
		{"The walls (WALLS) stand.", "WAL", ""},
	} {
		if got := LongForm(c.text, c.short); got != c.want {
			t.Errorf("%q: %s stands for %q, want %q", c.text, c.short, got, c.want)
		}
	}
	for s, want := range map[string]bool{"WAL": true, "UTF8": true, "Wal": false, "W": false, "8BIT": false, "ABCDEFGH": false} {
		if IsAbbreviation(s) != want {
			t.Errorf("%s is an abbreviation: %v", s, !want)
		}
	}
}
