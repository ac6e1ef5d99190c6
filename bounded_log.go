package main

import (
	"context"
	"log/slog"
	"net/netip"
	"sync"
	"time"

	"dogfight/net/admission"
)

// boundedLog is a slog.Handler that strangers cannot fill a disk by. Of each address, which is a
// line's "from", it lets some lines through at once and then one a minute, which says how many
// were left out. Lines without an address are bounded by what they say, and all of them together
// too: by four a second.
type boundedLog struct {
	slog.Handler
	*logSources // shared by those that With makes
}

// logSources are who has caused lines. All but mu is guarded by that.
type logSources struct {
	mu      sync.Mutex
	all     logAllowance
	sources map[any]*logAllowance
	swept   time.Time
}

// logAllowance is what may be logged.
type logAllowance struct {
	spent   float64 // lines
	at      time.Time
	leftOut int
}

const (
	sourceLines, sourceLinesEach = 16, time.Minute // at once, and then one in that time
	plainLines, plainLinesEach   = 64, time.Second // of lines that say the same and have no address
	allLines, allLinesEach       = 256, time.Second / 4
	maxLogSources                = 1024
)

func newBoundedLog(h slog.Handler) *boundedLog {
	return &boundedLog{h, &logSources{sources: map[any]*logAllowance{}}}
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

// sourceOf returns whom a line is about.
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
	one := s.sources[source]
	if one == nil {
		if s.sweep(now); len(s.sources) >= maxLogSources {
			source = nil // they share what one has
		}
		if one = s.sources[source]; one == nil {
			one = &logAllowance{}
			s.sources[source] = one
		}
	}
	lines, each := boundOf(source)
	if !one.has(lines, each, now) || !s.all.has(allLines, allLinesEach, now) {
		one.leftOut++
		return 0, false
	}
	one.spent++
	s.all.spent++
	leftOut, one.leftOut = one.leftOut, 0
	return leftOut, true
}

// boundOf returns how many lines of a source are let through at once, and how often one after
// that.
func boundOf(source any) (lines float64, each time.Duration) {
	if _, plain := source.(string); plain {
		return plainLines, plainLinesEach
	}
	return sourceLines, sourceLinesEach
}

// sweep forgets now and then the sources that have all of their lines again.
func (s *logSources) sweep(now time.Time) {
	if len(s.sources) < maxLogSources || now.Sub(s.swept) < time.Second {
		return
	}
	s.swept = now
	for source, one := range s.sources {
		lines, each := boundOf(source)
		if one.has(lines, each, now); one.spent < 1 {
			delete(s.sources, source)
		}
	}
}

// has reports whether there is a line left, after some have come back.
func (l *logAllowance) has(burst float64, each time.Duration, now time.Time) bool {
	if now.After(l.at) {
		l.spent, l.at = max(0, l.spent-float64(now.Sub(l.at))/float64(each)), now
	}
	return l.spent+1 <= burst
}
