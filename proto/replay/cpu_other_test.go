//go:build !linux

package replay

import (
	"testing"
	"time"
)

// cpuTime returns how long something takes.
func cpuTime(t testing.TB, do func()) time.Duration {
	t.Helper()
	began := time.Now()
	do()
	return time.Since(began)
}
