package server

import (
	"context"
	"log/slog"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"dogfight/net/admission"
)

// boundedLog is a slog.Handler through which strangers cannot fill a disk. Of each address (a
// line's "from"), it passes some lines at once and then one a minute, with the number of lines that were
// left out. Lines without an address are limited by message, and all together to four a second.
type boundedLog struct {
	slog.Handler
	*logSources // shared by the handlers of With
}

// logSources are the addresses and messages of recent lines.
type logSources struct {
	mu      sync.Mutex
	all     *rate.Limiter
	sources map[any]*logSource
	swept   time.Time
}

// logSource limits the lines of a source.
type logSource struct {
	*rate.Limiter
	leftOut int // lines since the latest that passed
}

const (
	sourceLines, sourceLinesEach = 16, time.Minute // at once, and then one in that time
	plainLines, plainLinesEach   = 64, time.Second // of lines with the same message and no address
	allLines, allLinesEach       = 256, time.Second / 4
	maxLogSources                = 1024
)

// BoundedLog returns a handler for h through which strangers cannot fill a disk.
func BoundedLog(h slog.Handler) slog.Handler {
	return &boundedLog{h, &logSources{all: rate.NewLimiter(rate.Every(allLinesEach), allLines), sources: map[any]*logSource{}}}
}

func (b *boundedLog) WithAttrs(attrs []slog.Attr) slog.Handler {
	return &boundedLog{b.Handler.WithAttrs(attrs), b.logSources}
}

func (b *boundedLog) WithGroup(name string) slog.Handler {
	return &boundedLog{b.Handler.WithGroup(name), b.logSources}
}

// Handle passes a record on, unless its source has logged too much.
func (b *boundedLog) Handle(ctx context.Context, r slog.Record) error {
	leftOut, ok := b.admit(sourceOf(&r), r.Time)
	if !ok {
		return nil
	}
	if leftOut > 0 {
		r = r.Clone()
		r.AddAttrs(slog.Int("left_out", leftOut))
	}
	return b.Handler.Handle(ctx, r)
}

// sourceOf returns the address of a line, or else its message.
func sourceOf(r *slog.Record) (source any) {
	source = r.Message
	r.Attrs(func(a slog.Attr) bool {
		if a.Key != "from" {
			return true
		}
		if at, err := netip.ParseAddrPort(a.Value.String()); err == nil {
			source = admission.Site(at.Addr())
		}
		return false
	})
	return source
}

// admit reports whether a line passes, and the number of lines of its source that did not since the last.
func (s *logSources) admit(source any, now time.Time) (leftOut int, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	one := s.of(source, now)
	if one.TokensAt(now) < 1 || !s.all.AllowN(now, 1) {
		one.leftOut++
		return 0, false
	}
	one.AllowN(now, 1)
	leftOut, one.leftOut = one.leftOut, 0
	return leftOut, true
}

// of returns the limits of a source. Sources beyond maxLogSources share one.
func (s *logSources) of(source any, now time.Time) *logSource {
	if one := s.sources[source]; one != nil {
		return one
	}
	if s.sweep(now); len(s.sources) >= maxLogSources {
		source = nil
	}
	one := s.sources[source]
	if one == nil {
		one = &logSource{Limiter: newSourceLimiter(source)}
		s.sources[source] = one
	}
	return one
}

// newSourceLimiter returns a limiter for a source: a message or an address.
func newSourceLimiter(source any) *rate.Limiter {
	if _, plain := source.(string); plain {
		return rate.NewLimiter(rate.Every(plainLinesEach), plainLines)
	}
	return rate.NewLimiter(rate.Every(sourceLinesEach), sourceLines)
}

// sweep forgets sources that may log all of their lines again.
func (s *logSources) sweep(now time.Time) {
	if len(s.sources) < maxLogSources || now.Sub(s.swept) < time.Second {
		return
	}
	s.swept = now
	for source, one := range s.sources {
		if one.TokensAt(now) > float64(one.Burst()-1) {
			delete(s.sources, source)
		}
	}
}
