// Package crash gives the terminal back before a panic is shown.
//
// A panic ends the program from whatever goroutine it happens in, and its trace
// is unreadable on a terminal that is still in raw mode and on the alternate
// screen. So whoever changes the terminal registers how to restore it, and every
// goroutine that we start begins with
//
//	defer crash.Restore()
package sys

import (
	"slices"
	"sync"
	"time"
)

// patience is how long all clean-ups may take together. The goroutine that
// panics may hold a lock that one of them needs; it must not hang for that.
const patience = 2 * time.Second

var (
	mu       sync.Mutex
	cleanups []*func()

	// cleaning makes a second goroutine that panics wait, so that it does not
	// write its trace to a terminal that the first is still restoring.
	cleaning sync.Mutex
)

// OnPanic has cleanup called before a panic ends the program, the latest
// registered first and each at most once. It runs in a goroutine of its own.
// remove takes it back and may be called again.
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

// Restore is to be deferred, directly and first, in every goroutine. When that
// goroutine panics, it runs the clean-ups and panics again with the same value.
//
// It panics again, rather than print a stack and exit, because the runtime does
// that better: the panicking frames are still on the stack under the deferred
// call, so the trace shows them, and GOTRACEBACK, the exit status and a recover
// further up keep their meaning.
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
		for _, cleanup := range slices.Backward(takeCleanups()) {
			attempt(*cleanup)
		}
	}()
	select {
	case <-done:
	case <-time.After(patience):
	}
}

func takeCleanups() []*func() {
	mu.Lock()
	defer mu.Unlock()
	all := cleanups
	cleanups = nil
	return all
}

// attempt drops a panic of the clean-up: the first panic is the one to be shown.
func attempt(cleanup func()) {
	defer func() { _ = recover() }()
	cleanup()
}
