package sys_test

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/sys"
)

// panicked runs f as a guarded goroutine, and returns the value of its panic.
func panicked(f func()) (value any) {
	defer func() { value = recover() }()
	defer sys.Restore()
	f()
	return nil
}

func TestCleanupsRunNewestFirstAndTheValueStaysTheSame(t *testing.T) {
	var ran []string
	for _, name := range []string{"first", "broken", "last"} {
		sys.OnPanic(func() {
			ran = append(ran, name)
			if name == "broken" {
				panic("in a clean-up")
			}
		})
	}
	removed := sys.OnPanic(func() { ran = append(ran, "removed") })
	removed()

	if got := panicked(func() { panic("boom") }); got != "boom" {
		t.Errorf("panicked again with %v, want boom", got)
	}
	if want := []string{"last", "broken", "first"}; !slices.Equal(ran, want) {
		t.Errorf("clean-ups ran %v, want %v", ran, want)
	}
}

func TestWithoutAPanicNothingRuns(t *testing.T) {
	ran := false
	defer sys.OnPanic(func() { ran = true })()
	if got := panicked(func() {}); got != nil || ran {
		t.Errorf("panicked with %v, clean-up ran: %v", got, ran)
	}
}

func TestACleanupThatHangsDoesNotHideThePanic(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		sys.OnPanic(func() { <-release })
		start := time.Now()
		if got := panicked(func() { panic("boom") }); got != "boom" {
			t.Errorf("panicked again with %v, want boom", got)
		}
		if waited := time.Since(start); waited != 2*time.Second {
			t.Errorf("waited %v for a clean-up that hangs, want 2s", waited)
		}
		close(release)
	})
}

func TestTheTraceFollowsTheCleanupAndNamesThePanickingFunction(t *testing.T) {
	if os.Getenv("CRASH_TEST_PANIC") != "" {
		sys.OnPanic(func() { os.Stderr.WriteString("terminal restored\n") })
		go func() {
			defer sys.Restore()
			blowUp()
		}()
		select {}
	}
	cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
	cmd.Env = append(os.Environ(), "CRASH_TEST_PANIC=1")
	out, _ := cmd.CombinedOutput()
	if code := cmd.ProcessState.ExitCode(); code != 2 {
		t.Errorf("exit status %d, want 2", code)
	}
	after, found := strings.CutPrefix(string(out), "terminal restored\n")
	if !found || !strings.Contains(after, "panic: out of fuel") || !strings.Contains(after, "sys_test.blowUp") {
		t.Errorf("want the clean-up, the value and blowUp in the trace, got:\n%s", out)
	}
}

//go:noinline
func blowUp() { panic("out of fuel") }

func TestRecoverEndsOneGoroutineAlone(t *testing.T) {
	defer sys.OnPanic(func() { t.Error("the clean-ups of the process were run") })()
	type caught struct {
		value any
		stack string
	}
	broke := make(chan caught, 1)
	go func() {
		defer sys.Recover(func(value any, stack []byte) { broke <- caught{value, string(stack)} })
		panicOnPurpose()
	}()
	if got := <-broke; got.value != "on purpose" || !strings.Contains(got.stack, "panicOnPurpose") {
		t.Errorf("caught %v with stack %s", got.value, got.stack)
	}
}

func panicOnPurpose() { panic("on purpose") }
