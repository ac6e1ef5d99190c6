package sys

import (
	"strings"
	"testing"
)

func TestRecoverEndsOneGoroutineAlone(t *testing.T) {
	defer OnPanic(func() { t.Error("the clean-ups of the process were run") })()
	type told struct {
		value any
		stack string
	}
	broke := make(chan told, 1)
	go func() {
		defer Recover(func(value any, stack []byte) { broke <- told{value, string(stack)} })
		panicOnPurpose()
	}()
	if got := <-broke; got.value != "on purpose" || !strings.Contains(got.stack, "panicOnPurpose") {
		t.Errorf("told %v with stack %s", got.value, got.stack)
	}
}

func panicOnPurpose() { panic("on purpose") }
