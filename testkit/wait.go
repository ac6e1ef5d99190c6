// Package testkit has test aids: waits, repeatable random checks, bad networks, a terminal, a browser's page, the original server, and
// PostgreSQL.
//
// A test package that uses pgregory.net/rapid imports it for its effect: go test then tries the same 25 examples of each property in every
// run, so that a failure is due to a change, not to chance. .ci/soak looks for new examples with -rapid.seed=0 (another seed each time) and
// -rapid.checks=100.
package testkit

import (
	"context"
	"flag"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strconv"
	"syscall"
	"testing"
	"time"

	_ "pgregory.net/rapid" // declares flags
)

// Limit is the longest wait. It is far above the time that anything takes on a loaded machine, so a test that reaches it has found a fault.
// A test in virtual time (testing/synctest) is better than any wait.
const Limit = time.Minute

// interval is the pause between two checks: short beside the events of a test, long beside the cost of a check.
const interval = 2 * time.Millisecond

// Until returns when the condition holds. It fails the test after Limit; text completes the sentence "waited in vain until ...".
func Until(t testing.TB, text string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(Limit); !holds(); time.Sleep(interval) {
		if time.Now().After(end) {
			t.Fatalf("waited %v in vain until %s", Limit, text)
		}
	}
}

// Receive returns the next value of a channel, or the zero value if the channel is closed. It fails the test if neither happens within
// Limit.
func Receive[T any](t testing.TB, text string, c <-chan T) T {
	t.Helper()
	select {
	case v := <-c:
		return v
	case <-time.After(Limit):
		t.Fatalf("waited %v in vain until %s", Limit, text)
		panic("unreachable")
	}
}

// Context returns a context for one call that must return. It ends after Limit, and with the test.
func Context(t testing.TB) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), Limit)
	t.Cleanup(cancel)
	return ctx
}

// Parallel sets how many tests of a package run at a time: more than there are processors, where tests wait for sockets and the clock.
// Under the race detector it is a quarter: programs take ten times as long there. TestMain calls it first; the flag -parallel overrides it.
func Parallel(n int) {
	if Race() {
		n /= 4
	}
	flag.Set("test.parallel", strconv.Itoa(n))
}

// Race reports whether the race detector is on: times mean nothing then, and long matches take too long.
func Race() bool {
	info, ok := debug.ReadBuildInfo()
	return ok && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"})
}

// ObeySignals makes child processes obey SIGINT and SIGHUP even if the tests run in the background or under nohup. TestMain calls it first.
func ObeySignals() {
	for _, sig := range []os.Signal{os.Interrupt, syscall.SIGHUP} {
		if signal.Ignored(sig) {
			signal.Notify(make(chan os.Signal, 1), sig) // a child ignores no signal that has a handler here
		}
	}
}

func init() {
	flag.Set("rapid.seed", "1")
	flag.Set("rapid.checks", "25")
}
