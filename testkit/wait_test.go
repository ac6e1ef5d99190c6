package testkit

import (
	"testing"
	"testing/synctest"
	"time"
)

// failing is a test that must fail.
type failing struct {
	testing.TB
	failed bool
}

func (f *failing) Helper()               {}
func (f *failing) Fatalf(string, ...any) { f.failed = true; panic(f) }

// fails reports whether a wait fails its test, and its duration.
func fails(t *testing.T, wait func(t testing.TB)) (failed bool, took time.Duration) {
	began, inner := time.Now(), &failing{TB: t}
	func() {
		defer func() {
			if r := recover(); r != nil && r != any(inner) {
				panic(r)
			}
		}()
		wait(inner)
	}()
	return inner.failed, time.Since(began)
}

func TestUntilFailsAtTheLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		end := time.Now().Add(Limit / 2)
		if failed, took := fails(t, func(t testing.TB) { Until(t, "half the limit is over", func() bool { return time.Now().After(end) }) }); failed || took > Limit/2+interval {
			t.Errorf("a condition that holds after %v: failed %v, after %v", Limit/2, failed, took)
		}
		if failed, took := fails(t, func(t testing.TB) { Until(t, "false is true", func() bool { return false }) }); !failed || took < Limit {
			t.Errorf("a condition that never holds: failed %v, after %v", failed, took)
		}
	})
}

func TestReceiveFailsAtTheLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := make(chan int, 1)
		c <- 7
		if got := Receive(t, "7 arrives", c); got != 7 {
			t.Errorf("got %d, want 7", got)
		}
		if failed, took := fails(t, func(t testing.TB) { Receive(t, "8 arrives", c) }); !failed || took < Limit {
			t.Errorf("a channel with nothing in it: failed %v, after %v", failed, took)
		}
		close(c)
		if got := Receive(t, "the channel is closed", c); got != 0 {
			t.Errorf("got %d of a closed channel, want 0", got)
		}
	})
}

func TestAContextEndsAtTheLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		<-Context(t).Done()
		if took := time.Since(began); took != Limit {
			t.Errorf("the context ended after %v, want %v", took, Limit)
		}
	})
}
