package door

import (
	"os"
	"testing"

	"dogfight/internal/waittest"
)

func TestMain(m *testing.M) {
	waittest.Parallel(8)
	os.Exit(m.Run())
}
