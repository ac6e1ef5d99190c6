package hub

import (
	"errors"
	"fmt"
	"log/slog"
	"sync"
)

// serverLog writes what the NATS server logs, as far as strangers cannot fill a disk with it.
type serverLog struct {
	log *limitedLog

	mu     sync.Mutex
	failed error // the first error
}

func newServerLog(log *slog.Logger) *serverLog {
	return &serverLog{log: newLimitedLog(log, logAtOnce, logEachSecond)}
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
	l.log.Log(level, text)
}

// firstError is what went wrong first, for a hub that did not come up.
func (l *serverLog) firstError() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.failed == nil {
		return errors.New("it took too long")
	}
	return l.failed
}

// What follows is server.Logger.

func (l *serverLog) Noticef(format string, v ...any) { l.write(slog.LevelDebug, format, v) }
func (l *serverLog) Warnf(format string, v ...any)   { l.write(slog.LevelWarn, format, v) }
func (l *serverLog) Errorf(format string, v ...any)  { l.write(slog.LevelError, format, v) }
func (l *serverLog) Fatalf(format string, v ...any)  { l.write(slog.LevelError, format, v) }
func (l *serverLog) Debugf(string, ...any)           {}
func (l *serverLog) Tracef(string, ...any)           {}
