package cli

import (
	"bytes"
	"io"
	"log/slog"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"dogfight/internal/crash"
	"dogfight/internal/server"
)

// logFlags say how a host without a screen logs.
type logFlags struct{ format, level string }

// logLevels are the levels by their names, with all that is told at each and above it.
var logLevels = map[string]slog.Level{"debug": slog.LevelDebug, "info": slog.LevelInfo, "warn": slog.LevelWarn, "error": slog.LevelError}

var (
	logFormats    = []string{"text", "json"}
	logLevelNames = []string{"debug", "info", "warn", "error"}
)

// addLog gives a command the flags of its log.
func addLog(c *cobra.Command, f *logFlags) {
	c.Flags().StringVar(&f.format, "log", "text", "`FORMAT` of the log of a host without a screen: text or json, an object a line")
	c.Flags().StringVar(&f.level, "log-level", "info", "the least `LEVEL` that is logged: debug, info, warn or error")
	completes(c, "log", logFormats)
	completes(c, "log-level", logLevelNames)
}

// checkLog says what is wrong with the flags of a log.
func checkLog(f *logFlags) error {
	return first(oneOf("--log", f.format, logFormats), oneOf("--log-level", f.level, logLevelNames))
}

// logPatience is how long the first line that is not taken stops a server, and maxLogWaiting how many lines wait after that.
const logPatience, maxLogWaiting = time.Second, 1024

// patientLog is a log whose reader may stop to read: the server goes on, and lines wait, as many as there is room for. Others are lost.
type patientLog struct {
	to io.Writer

	mu      sync.Mutex
	waiting [][]byte // the first is being written
}

func (l *patientLog) Write(b []byte) (int, error) {
	l.mu.Lock()
	n := len(l.waiting)
	if n < maxLogWaiting {
		l.waiting = append(l.waiting, bytes.Clone(b))
	}
	l.mu.Unlock()
	if n > 0 {
		return len(b), nil
	}
	taken := make(chan struct{})
	go func() {
		defer crash.Restore()
		defer close(taken)
		l.drain()
	}()
	select {
	case <-taken:
	case <-time.After(logPatience):
	}
	return len(b), nil
}

// drain writes lines until none waits.
func (l *patientLog) drain() {
	for l.mu.Lock(); len(l.waiting) > 0; l.waiting = l.waiting[1:] {
		line := l.waiting[0]
		l.mu.Unlock()
		l.to.Write(line)
		l.mu.Lock()
	}
	l.mu.Unlock()
}

// newLog returns a log through which strangers cannot fill a disk. Its level may change.
func (f *logFlags) newLog(w io.Writer) (*slog.Logger, *slog.LevelVar) {
	level := &slog.LevelVar{}
	level.Set(logLevels[f.level])
	o := &slog.HandlerOptions{Level: level}
	w = &patientLog{to: w}
	var h slog.Handler = slog.NewTextHandler(w, o)
	if f.format == "json" {
		h = slog.NewJSONHandler(w, o)
	}
	return slog.New(server.BoundedLog(h)), level
}
