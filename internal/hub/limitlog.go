// Package limitlog writes a log that strangers cannot fill a disk with: so many lines at once, then a few each second. What is left
// out is counted, and the next line says how much that was.
package hub

import (
	"context"
	"log/slog"
	"sync"

	"golang.org/x/time/rate"
)

// AtOnce and EachSecond are the lines of a log for what comes from outside.
const (
	logAtOnce     = 256
	logEachSecond = 4
)

// Log is a log of which not every line is written. Its methods may be called from any goroutine.
type limitedLog struct {
	log *slog.Logger

	mu      sync.Mutex
	limit   *rate.Limiter
	leftOut int
}

// New returns a log that writes so many lines at once, and so many each second from then on.
func newLimitedLog(log *slog.Logger, atOnce int, eachSecond rate.Limit) *limitedLog {
	return &limitedLog{log: log, limit: rate.NewLimiter(eachSecond, atOnce)}
}

// Log writes a line as slog.Logger does, or counts it.
func (l *limitedLog) Log(level slog.Level, text string, args ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.limit.Allow() {
		l.leftOut++
		return
	}
	if l.leftOut > 0 {
		args = append(args[:len(args):len(args)], "left_out", l.leftOut)
	}
	l.leftOut = 0
	l.log.Log(context.Background(), level, text, args...)
}
