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
