package hub

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"

	"golang.org/x/time/rate"
)

// serverLog writes the log of the NATS server, limited so that strangers cannot fill a disk.
type serverLog struct {
	log     *limitedLog
	members *limitedLog // of messages that their keys do not allow

	mu     sync.Mutex
	failed error  // the first error
	beyond string // the client whose key was used beyond its role last
}

func newServerLog(log *slog.Logger) *serverLog {
	return &serverLog{log: newLimitedLog(log, logAtOnce, logEachSecond), members: newLimitedLog(log, 4, 0.1)}
}

func (l *serverLog) write(level slog.Level, format string, args []any) {
	text := fmt.Sprintf(format, args...)
	if level >= slog.LevelError {
		l.mu.Lock()
		if l.failed == nil {
			l.failed = errors.New(text)
		}
		l.mu.Unlock()
	}
	from, about, _ := strings.Cut(text, " - cid:")
	switch {
	case strings.Contains(about, "authentication error"): // the guard has logged it
	case strings.Contains(about, "Violation - "):
		l.mu.Lock()
		again := l.beyond == from // each of its messages is one
		l.beyond = from
		l.mu.Unlock()
		if again {
			return
		}
		_, about, _ = strings.Cut(about, "Violation - ")
		l.members.Log(slog.LevelWarn, "a key is used beyond its role: see the file of keys", "from", from, "asked", about)
	default:
		l.log.Log(level, text)
	}
}

// firstError returns the first error, for a hub that failed to start.
func (l *serverLog) firstError() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.failed == nil {
		return errors.New("it took too long")
	}
	return l.failed
}

// The methods of server.Logger.

func (l *serverLog) Noticef(format string, v ...any) { l.write(slog.LevelDebug, format, v) }
func (l *serverLog) Warnf(format string, v ...any)   { l.write(slog.LevelWarn, format, v) }
func (l *serverLog) Errorf(format string, v ...any)  { l.write(slog.LevelError, format, v) }
func (l *serverLog) Fatalf(format string, v ...any)  { l.write(slog.LevelError, format, v) }
func (l *serverLog) Debugf(string, ...any)           {}
func (l *serverLog) Tracef(string, ...any)           {}

// The limits of log lines that strangers cause.
const (
	logAtOnce     = 256
	logEachSecond = 4
)

// limitedLog is a log with a limited rate of lines. The next line after a gap has the number of omitted ones. Methods are safe for concurrent use.
type limitedLog struct {
	log *slog.Logger

	mu      sync.Mutex
	limit   *rate.Limiter
	leftOut int
}

// newLimitedLog returns a log that writes atOnce lines, then eachSecond lines a second.
func newLimitedLog(log *slog.Logger, atOnce int, eachSecond rate.Limit) *limitedLog {
	return &limitedLog{log: log, limit: rate.NewLimiter(eachSecond, atOnce)}
}

// Log writes a line like slog.Logger, or counts it.
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
