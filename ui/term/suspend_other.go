//go:build !unix

package term

import "os"

// CanSuspend tells whether a shell can suspend programs here.
const CanSuspend = false

// NotifyContinued does nothing.
func NotifyContinued(chan<- os.Signal) {}

// Suspend does nothing.
func Suspend(<-chan os.Signal) {}
