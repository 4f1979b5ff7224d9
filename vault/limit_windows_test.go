package vault

import "testing"

func limitFiles(t *testing.T, _ string) { t.Skip("no such limit") }
