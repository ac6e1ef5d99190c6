package net

import (
	"runtime"
	"testing"
	"time"

	"dogfight/game"
)

// BenchmarkTickWithLateSpectators measures a tick of a host with 64 bots, of which spectators see what was, or is.
func BenchmarkTickWithLateSpectators(b *testing.B) {
	for _, delay := range []time.Duration{0, 30 * time.Second, MaxDelay} {
		b.Run(delay.String(), func(b *testing.B) {
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			h := played{Setup: testSetup(b), Bots: game.MaxShips, Skill: 3}.host(HostConfig{Delay: delay, BotNames: []string{"Bot"}})
			now := time.Now()
			h.clock.begin(h.match.World.Tick, now)
			for range ticksOf(delay) + game.TickRate {
				h.tick(now)
			}
			runtime.GC()
			runtime.ReadMemStats(&after)
			b.ReportAllocs()
			for b.Loop() {
				h.tick(now)
			}
			b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/1e6, "MB")
		})
	}
}
