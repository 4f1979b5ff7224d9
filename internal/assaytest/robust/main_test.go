package robust

import (
	"testing"

	"assay/internal/assaytest"
)

func TestMain(m *testing.M) { assaytest.Main(m) }
