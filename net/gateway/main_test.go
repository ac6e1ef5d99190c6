package gateway

import (
	"flag"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	flag.Parse()
	flag.Set("test.parallel", "32") // the tests wait for the clock, and not for a processor
	goleak.VerifyTestMain(m)
}
