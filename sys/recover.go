package sys

import "runtime/debug"

// Recover is to be deferred, directly and first, in a goroutine that serves one
// of many users of this process, in place of Restore. A panic ends that goroutine
// alone: broke gets its value and stack, and ends what the goroutine was a part of.
func Recover(broke func(value any, stack []byte)) {
	if value := recover(); value != nil {
		broke(value, debug.Stack())
	}
}
