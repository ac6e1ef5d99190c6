package net

import (
	"math/rand/v2"
	"testing"

	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/proto"
)

// wavesMatch returns a match of waves, and what steps it with eight bots.
func wavesMatch(t *testing.T, campaign string, seed uint64) (*game.Setup, *game.World, func()) {
	t.Helper()
	o := MatchOptions{Mode: game.Waves, Arena: "rampart", Campaign: campaign, Time: UsualTime}
	s, err := o.Setup(0)
	if err != nil {
		t.Fatal(err)
	}
	w := game.NewWorld(s, seed)
	var orders []game.Order
	var bots [8]bot.Bot
	for i := range bots {
		bots[i] = bot.New(4, seed+uint64(i))
		orders = append(orders, game.Order{Kind: game.OrderJoin, Slot: uint8(i), Class: uint8(i % 3), Weapon: uint8(i % 4), Team: 1})
	}
	return s, &w, func() {
		w.Step(s, orders, nil)
		orders = orders[:0]
		for i := range bots {
			orders = append(orders, game.Order{Kind: game.OrderInput, Slot: uint8(i), Input: bots[i].Fly(&w, s, i)})
		}
	}
}

func TestKeyframesOfWavesAreShortAndTheSameWorldAgain(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	longest, most := 0, 0
	for _, campaign := range []string{"frontier", "exodus", "maelstrom"} {
		s, w, step := wavesMatch(t, campaign, 7)
		for w.Status == game.InProgress {
			for range 30 {
				step()
			}
			b := proto.AppendWorld(nil, s, w)
			got, err := proto.ParseWorld(s, b)
			if err != nil {
				t.Fatalf("%s, tick %d: %v", campaign, w.Tick, err)
			}
			if got != *w {
				t.Fatalf("%s, tick %d: the World came back different", campaign, w.Tick)
			}
			ships := 0
			for i := range w.Ships {
				if w.Ships[i].State == game.Flying {
					ships++
				}
			}
			longest, most = max(longest, len(b)), max(most, ships)
		}
	}
	t.Logf("the longest keyframe has %d bytes, %d ships at most", longest, most)
	if longest > 2600 {
		t.Errorf("the longest keyframe has %d bytes, expected at most 2600", longest)
	}
}

func TestAHostileKeyframeOfWavesIsRefusedOrCanBePlayedOn(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	s, w, step := wavesMatch(t, "maelstrom", 3)
	chance := rand.New(rand.NewPCG(1, 5))
	taken := 0
	rounds := 50
	if *long {
		rounds = 150
	}
	for range rounds {
		for range 120 {
			step()
		}
		if w.Status != game.InProgress {
			s, w, step = wavesMatch(t, "frontier", uint64(taken))
		}
		good := proto.AppendWorld(nil, s, w)
		for range 40 {
			bad := append([]byte(nil), good...)
			for range 1 + chance.IntN(3) {
				bad[chance.IntN(len(bad))] ^= 1 << chance.IntN(8)
			}
			got, err := proto.ParseWorld(s, bad)
			if err != nil {
				continue
			}
			taken++
			got.Status = game.InProgress
			for range 30 {
				got.Step(s, nil, nil)
			}
			if _, err := proto.ParseWorld(s, proto.AppendWorld(nil, s, &got)); err != nil {
				t.Fatalf("a World that was taken led to one that is not: %v", err)
			}
		}
	}
	if t.Logf("%d of %d were taken", taken, 40*rounds); taken < 20 {
		t.Error("hardly one was taken: this tests nothing")
	}
}
