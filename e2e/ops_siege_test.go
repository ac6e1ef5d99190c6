//go:build unix

package e2e

import (
	"context"
	"io"
	stdnet "net"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"dogfight/testkit"
)

// besiege connects to an address again and again, and is rude in all ways, until end is called. It counts the connections.
func besiege(addr string, at int) (tries *atomic.Int64, end func()) {
	rude := []string{
		"", // says nothing
		"GET /metrics HTTP/1.1\r\nX: ",
		"GET /metrics HTTP/1.1\r\nHost: x\r\nX: " + strings.Repeat("x", 64<<10),
		strings.Repeat("GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n", 1000),
		"\x00\xff\x16\x03",
	}
	ctx, stop := context.WithCancel(context.Background())
	var all sync.WaitGroup
	tries = new(atomic.Int64)
	for i := range at {
		all.Go(func() {
			for n := i; ctx.Err() == nil; n++ {
				conn, err := new(stdnet.Dialer).DialContext(ctx, "tcp", addr)
				if err != nil {
					continue
				}
				tries.Add(1)
				done := context.AfterFunc(ctx, func() { conn.Close() })
				go io.WriteString(conn, rude[n%len(rude)])
				conn.SetReadDeadline(time.Now().Add(2 * time.Second))
				io.Copy(io.Discard, conn)
				done()
				conn.Close()
			}
		})
	}
	return tries, func() {
		stop()
		all.Wait()
	}
}

func TestASiegeOfTheDoorForFiguresLeavesTheMatchAlone(t *testing.T) {
	t.Parallel()
	besiegers, ticks, lasts := 100, 60.0, time.Second
	if *long {
		besiegers, ticks, lasts = 1000, 180, 3*time.Second
	}
	h := startHeadless(t, "--fill", "8", "--lan=false", "--ops", "127.0.0.1:0")
	swarm := newCommand(t, "swarm", "--addr", h.addr, "--clients", "8", "--warm-up", "0s", "--duration", "10m")
	if err := swarm.Start(); err != nil {
		t.Fatal(err)
	}
	defer swarm.Wait()
	defer swarm.Process.Kill()
	start := h.until("eight play", func(f figures) bool { return f["dogfight_players"] == 8 })
	played := func(since figures, ticks float64) figures {
		return h.until("the match has gone on", func(f figures) bool {
			return f["dogfight_tick_seconds_count"] >= since["dogfight_tick_seconds_count"]+ticks
		})
	}
	quiet := played(start, ticks)
	tries, end := besiege(h.listens["ops"], besiegers)
	time.Sleep(lasts)
	testkit.Until(t, "all besiegers have come", func() bool { return tries.Load() >= int64(besiegers) })
	end()
	loud := played(quiet, ticks)
	if runtime.GOOS == "linux" {
		loud = h.until("the files of the siege are closed", func(f figures) bool { return f["dogfight_open_files"] <= quiet["dogfight_open_files"]+16 })
	}
	late := func(from, to figures) float64 {
		return 1e6 * (to["dogfight_tick_late_seconds_sum"] - from["dogfight_tick_late_seconds_sum"]) / (to["dogfight_tick_late_seconds_count"] - from["dogfight_tick_late_seconds_count"])
	}
	load := func(from, to figures) float64 {
		return 100 * 60 * (to["dogfight_cpu_seconds_total"] - from["dogfight_cpu_seconds_total"]) / (to["dogfight_tick_late_seconds_count"] - from["dogfight_tick_late_seconds_count"])
	}
	t.Logf("%d connections of %d besiegers: the host took %.0f %% of a processor, and %.0f %% before; ticks were late by %.0f µs on average, and by %.0f before; %v were given up; %v files were open after it and %v before",
		tries.Load(), besiegers, load(quiet, loud), load(start, quiet), late(quiet, loud), late(start, quiet), loud["dogfight_ticks_skipped_total"]-quiet["dogfight_ticks_skipped_total"], loud["dogfight_open_files"], quiet["dogfight_open_files"])
	if loud["dogfight_players"] != 8 || loud["dogfight_desyncs_total"] != 0 {
		t.Errorf("%v players are left, and %v desyncs came", loud["dogfight_players"], loud["dogfight_desyncs_total"])
	}
	if status, body := h.ask("/healthz"); status != 200 {
		t.Errorf("/healthz is %d: %s", status, body)
	}
}
