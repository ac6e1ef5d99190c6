package guard

import "runtime/debug"

// Contain is to be deferred, directly and first, in a goroutine that serves one
// of many users of this process, in place of Panics. A panic ends that goroutine
// alone: broke gets its value and stack, and ends what the goroutine was a part of.
func Contain(broke func(value any, stack []byte)) {
	if value := recover(); value != nil {
		broke(value, debug.Stack())
	}
}
