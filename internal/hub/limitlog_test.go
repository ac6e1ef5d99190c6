package hub

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestAFloodIsCountedAndNotWritten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var written bytes.Buffer
		l := newLimitedLog(slog.New(slog.NewTextHandler(&written, nil)), 10, 2)
		for range 1000 {
			l.Log(slog.LevelWarn, "a stranger", "n", 1)
		}
		if lines := strings.Count(written.String(), "\n"); lines != 10 {
			t.Errorf("%d lines were written at once", lines)
		}
		written.Reset()
		time.Sleep(time.Second)
		l.Log(slog.LevelWarn, "a stranger", "n", 1)
		l.Log(slog.LevelWarn, "a stranger", "n", 1)
		if got := written.String(); strings.Count(got, "left_out=990") != 1 || strings.Count(got, "\n") != 2 {
			t.Errorf("a second later: %s", got)
		}
	})
}
