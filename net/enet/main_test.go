package enet

import (
	"os"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// buildFolder is where programs are built for the tests.
var buildFolder string

func TestMain(m *testing.M) {
	var err error
	if buildFolder, err = os.MkdirTemp("", "enet"); err != nil {
		panic(err)
	}
	goleak.VerifyTestMain(m, goleak.Cleanup(func(code int) {
		os.RemoveAll(buildFolder)
		os.Exit(code)
	}))
}

// eventually waits for what real sockets do in their own time.
func eventually(t *testing.T, what string, happened func() bool) {
	t.Helper()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for deadline := time.Now().Add(10 * time.Second); !happened(); <-tick.C {
		if time.Now().After(deadline) {
			t.Fatalf("waited 10 s in vain until %s", what)
		}
	}
}
