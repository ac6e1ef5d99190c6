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

// boundedLog is a slog.Handler through which strangers cannot fill a disk. Of each address, which is a
// line's "from", it lets some lines through at once and then one a minute, which says how many were
// left out. Lines without an address are bounded by what they say, and all together by four a second.
type boundedLog struct {
	slog.Handler
	*logSources // shared by those that With makes
}

// logSources are the addresses and messages that have caused lines. All but mu is guarded by that.
type logSources struct {
	mu      sync.Mutex
	all     *rate.Limiter
	sources map[any]*logSource
	swept   time.Time
}

// logSource is how much of a source may be logged.
type logSource struct {
	*rate.Limiter
	leftOut int // lines since the last that was let through
}

const (
	sourceLines, sourceLinesEach = 16, time.Minute // at once, and then one in that time
	plainLines, plainLinesEach   = 64, time.Second // of lines that say the same and have no address
	allLines, allLinesEach       = 256, time.Second / 4
	maxLogSources                = 1024
)

// BoundedLog returns a handler in front of h through which strangers cannot fill a disk.
func BoundedLog(h slog.Handler) slog.Handler {
	return &boundedLog{h, &logSources{all: rate.NewLimiter(rate.Every(allLinesEach), allLines), sources: map[any]*logSource{}}}
}

func (b *boundedLog) WithAttrs(attrs []slog.Attr) slog.Handler {
	return &boundedLog{b.Handler.WithAttrs(attrs), b.logSources}
}

func (b *boundedLog) WithGroup(name string) slog.Handler {
	return &boundedLog{b.Handler.WithGroup(name), b.logSources}
}

// Handle is a slog.Handler's.
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

// sourceOf returns what a line is about.
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

// admit reports whether a line is let through, and how many of its source were not before it.
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

// of returns what may be logged of a source. Those that are too many share what one has.
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

// newSourceLimiter returns a limiter for a source, which is plain text unless it is an address.
func newSourceLimiter(source any) *rate.Limiter {
	if _, plain := source.(string); plain {
		return rate.NewLimiter(rate.Every(plainLinesEach), plainLines)
	}
	return rate.NewLimiter(rate.Every(sourceLinesEach), sourceLines)
}

// sweep forgets now and then the sources that have all of their lines again.
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
