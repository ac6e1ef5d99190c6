package net

import (
	"testing"
	"time"

	"dogfight/game"
)

func TestResultsAreShownForTenSecondsOrAsLongAsTheHostSays(t *testing.T) {
	for given, want := range map[time.Duration]game.Tick{0: 10 * game.TickRate, time.Second: game.TickRate, time.Minute: 60 * game.TickRate} {
		h := NewHost(HostConfig{Results: given, Delay: time.Second, BotNames: []string{"Bot"}}, FixedMatch(testSetup(t), MatchOptions{}, 0))
		h.match.OverAt, h.late.overAt = h.match.World.Tick, h.late.world.Tick
		if got, late := h.match.nextIn(), h.late.nextIn(); got != want || late != want {
			t.Errorf("given %v: %d ticks, and %d for who watches later, want %d", given, got, late, want)
		}
		if over := h.matchOver(); int(over.NextIn) != int(want)*10/game.TickRate {
			t.Errorf("given %v: players are told %d tenths of a second", given, over.NextIn)
		}
	}
}
