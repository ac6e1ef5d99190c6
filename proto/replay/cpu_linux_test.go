package replay

import (
	"runtime"
	"syscall"
	"testing"
	"time"
)

// cpuTime returns how much of a core something takes: what else the machine does counts for less than on a clock.
func cpuTime(t testing.TB, do func()) time.Duration {
	t.Helper()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	const thread = 1 // RUSAGE_THREAD
	var began, ended syscall.Rusage
	if err := syscall.Getrusage(thread, &began); err != nil {
		t.Fatal(err)
	}
	do()
	if err := syscall.Getrusage(thread, &ended); err != nil {
		t.Fatal(err)
	}
	return time.Duration(ended.Utime.Nano() + ended.Stime.Nano() - began.Utime.Nano() - began.Stime.Nano())
}
