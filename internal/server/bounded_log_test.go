package server

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"
)

// logged returns the output of a bounded log for some lines.
type logged struct {
	out bytes.Buffer
	log slog.Handler
	now time.Time
}

func newLogged() *logged {
	l := &logged{now: time.Now()}
	l.log = BoundedLog(slog.NewTextHandler(&l.out, nil))
	return l
}

func (l *logged) line(message string, attrs ...any) {
	r := slog.NewRecord(l.now, slog.LevelInfo, message, 0)
	r.Add(attrs...)
	l.log.Handle(context.Background(), r)
}

func (l *logged) lines() int { return strings.Count(l.out.String(), "\n") }

func TestASourceGetsOneLogLineAMinuteWithACountOfTheOthers(t *testing.T) {
	l := newLogged()
	for i := range 1000 {
		l.line("refused", "why", "banned", "from", fmt.Sprintf("192.0.2.1:%d", 1000+i))
	}
	if n := l.lines(); n != sourceLines {
		t.Errorf("%d lines, want %d", n, sourceLines)
	}
	l.line("refused", "from", "192.0.2.2:99")
	if !strings.Contains(l.out.String(), "192.0.2.2:99") {
		t.Error("another's is left out")
	}
	l.now = l.now.Add(time.Minute)
	l.line("refused", "from", "192.0.2.1:99")
	if want := fmt.Sprintf("left_out=%d", 1000-sourceLines); !strings.Contains(l.out.String(), want) {
		t.Errorf("expected %s", want)
	}
}

func TestLinesWithoutASourceAreBoundedByText(t *testing.T) {
	l := newLogged()
	with := l.log.WithAttrs([]slog.Attr{slog.String("dialect", "rtype")})
	for range 1000 {
		l.line("pilot left", "name", "x")
		with.Handle(context.Background(), slog.NewRecord(l.now, slog.LevelInfo, "pilot left", 0))
	}
	l.line("match over")
	if n := l.lines(); n != plainLines+1 {
		t.Errorf("%d lines", n)
	}
}

func TestManySourcesDoNotFillTheLogNorItsTable(t *testing.T) {
	l := newLogged()
	for i := range 100_000 { // ten seconds
		l.line("refused", "from", fmt.Sprintf("[2001:db8:%x:%x::1]:99", i>>16, i&0xffff))
		l.now = l.now.Add(100 * time.Microsecond)
	}
	if n := l.lines(); n > allLines+10*int(time.Second/allLinesEach)+1 {
		t.Errorf("%d lines in ten seconds", n)
	}
	if n := len(l.log.(*boundedLog).sources); n > maxLogSources+1 {
		t.Errorf("%d sources are stored", n)
	}
	l.now = l.now.Add(time.Hour)
	l.line("refused", "from", "192.0.2.1:99")
	if !strings.Contains(l.out.String(), "192.0.2.1:99") {
		t.Error("an hour later a line is left out")
	}
}
