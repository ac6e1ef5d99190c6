package sys

import (
	"runtime/debug"
	"slices"
	"sync"
	"time"
)

// patience is the limit for all clean-ups: the panicking goroutine may hold a lock that one of them needs.
const patience = 2 * time.Second

var (
	mu       sync.Mutex
	cleanups []*func()

	// cleaning makes a second goroutine that panics wait, so that its trace does not mix with the first one's restoring of the terminal.
	cleaning sync.Mutex
)

// OnPanic registers a function that runs before a panic ends the program, in a goroutine of its own, the latest first and each at most
// once. Raw mode and the alternate screen would make the trace unreadable, so code that changes the terminal registers its restoring.
// remove cancels it, and may be called again.
func OnPanic(cleanup func()) (remove func()) {
	mu.Lock()
	defer mu.Unlock()
	entry := &cleanup
	cleanups = append(cleanups, entry)
	return func() {
		mu.Lock()
		defer mu.Unlock()
		cleanups = slices.DeleteFunc(cleanups, func(e *func()) bool { return e == entry })
	}
}

// Restore must be deferred, directly and first, in every goroutine. After a panic it runs the clean-ups and panics again with the same
// value. The runtime then prints the trace, which still has the panicking frames, and GOTRACEBACK, the exit status and a recover further up
// keep their meaning.
func Restore() {
	value := recover()
	if value == nil {
		return
	}
	cleanUp()
	panic(value)
}

func cleanUp() {
	cleaning.Lock()
	defer cleaning.Unlock()
	done := make(chan struct{})
	go func() {
		defer close(done)
		for _, cleanup := range slices.Backward(removeCleanups()) {
			attempt(*cleanup)
		}
	}()
	select {
	case <-done:
	case <-time.After(patience):
	}
}

func removeCleanups() []*func() {
	mu.Lock()
	defer mu.Unlock()
	all := cleanups
	cleanups = nil
	return all
}

// attempt ignores a panic of the clean-up: the first panic is printed.
func attempt(cleanup func()) {
	defer func() { _ = recover() }()
	cleanup()
}

// Recover must be deferred, directly and first, in a goroutine that serves one of many users of this process, in place of Restore. A panic
// then ends that goroutine alone; broke gets its value and stack, and ends its session.
func Recover(broke func(value any, stack []byte)) {
	if value := recover(); value != nil {
		broke(value, debug.Stack())
	}
}
