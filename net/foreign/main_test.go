package foreign

import (
	"flag"
	"os"
	"testing"
)

func TestMain(m *testing.M) {
	flag.Parse()
	flag.Set("test.parallel", "8") // some tests wait for the clock, and not for a processor
	os.Exit(m.Run())
}
