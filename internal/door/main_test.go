package door

import (
	"flag"
	"os"
	"testing"
)

func TestMain(m *testing.M) {
	flag.Parse()
	flag.Set("test.parallel", "8") // the tests wait for sockets and the clock more than for a processor
	os.Exit(m.Run())
}
