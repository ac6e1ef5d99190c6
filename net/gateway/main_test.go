package gateway

import (
	"testing"

	"go.uber.org/goleak"

	"dogfight/testkit"
)

func TestMain(m *testing.M) {
	testkit.Parallel(64)
	goleak.VerifyTestMain(m)
}
