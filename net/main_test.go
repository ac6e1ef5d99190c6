package net

import (
	"flag"
	"strconv"
	"testing"

	"go.uber.org/goleak"
)

// fewIterations are those of a proof of a password in these tests, as a challenge has them.
const fewIterations = "100"

func TestMain(m *testing.M) {
	iterations, _ = strconv.Atoi(fewIterations)
	flag.Parse()
	chosen := *long
	flag.Visit(func(f *flag.Flag) { chosen = chosen || f.Name == "rapid.checks" })
	if !chosen {
		flag.Set("rapid.checks", "25")
	}
	goleak.VerifyTestMain(m)
}
