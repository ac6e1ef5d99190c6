package server

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"

	"dogfight/internal/fleet"
)

func TestClocksThatDifferAreToldOfOnceAMinute(t *testing.T) {
	var told bytes.Buffer
	log := slog.New(slog.NewTextHandler(&told, nil))
	now := time.Unix(1_800_000_000, 0)
	late := fleet.NewTicket(&fleet.Match{ID: 1, Host: 2}, "", "", "", now.Add(-95*time.Second))
	var c clockWarnings
	for range 119 {
		c.warn(log, &late, now)
		now = now.Add(time.Second)
	}
	lines := strings.Split(strings.TrimSpace(told.String()), "\n")
	if len(lines) != 2 || !strings.Contains(lines[0], "level=WARN") || !strings.Contains(lines[0], "age=1m35s") {
		t.Errorf("told:\n%s", &told)
	}
}
