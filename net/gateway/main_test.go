package gateway

import (
	"testing"

	"go.uber.org/goleak"

	"dogfight/internal/waittest"
)

func TestMain(m *testing.M) {
	waittest.Parallel(32)
	goleak.VerifyTestMain(m)
}
