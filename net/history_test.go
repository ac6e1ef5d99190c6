package net

import (
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/net/link/lossy"
	"dogfight/proto"
)

// recorded returns a history of so many ticks, each with the orders.
func recorded(ticks int, orders []game.Order) *history {
	h := &history{}
	h.restart(&game.World{})
	for tick := range ticks {
		w := game.World{Tick: game.Tick(tick + 1)}
		h.record(orders, &w, w.Hash())
	}
	return h
}

func TestHistoryLeadsALaggardOnInPieces(t *testing.T) {
	h := recorded(keptTicks-1, nil)
	var m proto.Orders
	for at := game.Tick(0); at < h.last; at = m.Now() {
		shared := h.since(at)
		if err := m.Parse(append(proto.Report{}.Append(nil, at, shared.now), shared.bytes...), at); err != nil {
			t.Fatal(err)
		}
		if want := min(at+proto.MaxOrderTicks, h.last); m.Base != at || m.Now() != want || m.Hash != uint16((&game.World{Tick: want}).Hash()) {
			t.Fatalf("from %d: orders of %d to %d, hash %d; expected up to %d", at, m.Base, m.Now(), m.Hash, want)
		}
	}
	if h.record(nil, &game.World{}, 0); h.reaches(0) {
		t.Errorf("after %d ticks the World of tick 0 is still thought to be known", keptTicks)
	}
}

func TestAPacketIsNeverTooLong(t *testing.T) {
	skipIfShort(t)
	var crowd []game.Order // the longest orders, and more in a tick than there ever are
	for slot := range uint8(game.MaxShips) {
		for range 4 {
			crowd = append(crowd, game.Order{Kind: game.OrderChoose, Slot: slot, Class: 7, Weapon: 7, Team: 2})
		}
	}
	h := recorded(proto.MaxOrderTicks, crowd)
	for base := h.first; base < h.last; base = h.since(base).now {
		shared := h.since(base)
		packet := append(proto.Report{Pong: &proto.Pong{}}.Append(nil, base, shared.now), shared.bytes...)
		if len(packet) > link.MaxData || shared.now == base {
			t.Fatalf("from %d: %d bytes for %d ticks", base, len(packet), shared.now-base)
		}
	}
}

func TestAShortBlackoutNeedsNoKeyframe(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{}, played{Bots: 8})
		defer m.end()
		var w wire
		p := newPlayer("Pilot", w.dial(m, lossy.Conditions{Delay: 50 * time.Millisecond}), 1)
		m.fly(3*time.Second, p)
		w.dark.Store(true)
		m.fly(3*time.Second, p)
		w.dark.Store(false)
		m.fly(time.Second, p)
		if behind := m.tick() - p.confirmed.Tick; behind > 10 || p.keyframes != 1 {
			t.Errorf("%d ticks behind after %d keyframes; expected at most 10, and the first keyframe alone", behind, p.keyframes)
		}
	})
}
