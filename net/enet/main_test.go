package enet

import (
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

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
