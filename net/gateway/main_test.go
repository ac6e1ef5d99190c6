package gateway

import (
	"testing"

	"go.uber.org/goleak"

	"dogfight/internal/waittest"
)

func TestMain(m *testing.M) {
	waittest.Parallel(64)
	goleak.VerifyTestMain(m)
}
