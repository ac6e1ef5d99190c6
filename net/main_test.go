package net

import (
	"strconv"
	"testing"

	"go.uber.org/goleak"
)

// fewIterations are those of a proof of a password in these tests, as a challenge has them.
const fewIterations = "100"

func TestMain(m *testing.M) {
	iterations, _ = strconv.Atoi(fewIterations)
	goleak.VerifyTestMain(m)
}

// skipIfShort is for tests that take long, and in which goroutines meet as in others if they do at all.
func skipIfShort(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("runs without -short")
	}
}
