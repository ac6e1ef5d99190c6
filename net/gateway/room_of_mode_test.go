package gateway

import (
	"fmt"
	"math"
	"sync"
	"testing"
	"time"

	"dogfight/game"
	dogfight "dogfight/net"
	"dogfight/proto"
	"dogfight/testkit"
)

// One of each dialect comes behind a crowd of bots. The next match has room for fewer, so that all
// get other slots.
func TestPlayersWhoGetOtherSlotsKnowTheirShips(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of real time; runs without -short")
	}
	t.Parallel()
	const bots = 12
	match := dogfight.FixedMatch(duelSetup(t), dogfight.MatchOptions{Mode: game.Waves, Bots: bots, Time: dogfight.UsualTime}, 0)
	match.Fixed = false
	r := newRig(t, dogfight.HostConfig{}, match)
	var players []*regular
	for _, name := range Names() {
		players = append(players, r.plays(r.open(name+"=:0")))
	}
	before := r.slots()
	for name, slot := range before {
		if slot < game.Waves.Pilots() {
			t.Fatalf("%s has slot %d", name, slot)
		}
	}
	for _, p := range players {
		p.begin()
		defer p.leave()
	}
	if err := r.host.Finish(); err != nil {
		t.Fatal(err)
	}
	r.waitsForTheEnd()
	r.waits("waves", func(w *game.World) bool { return w.Status == game.InProgress && ships(w) == game.Waves.Pilots() })
	r.follows(players, "of the next match")
	after := r.slots()
	var looking sync.WaitGroup
	for i, p := range players {
		name := Names()[i] + "-1"
		if after[name] == before[name] || after[name] >= game.Waves.Pilots() {
			t.Errorf("%s: slot %d after %d", name, after[name], before[name])
		}
		looking.Go(func() {
			p.stop()
			if !r.finds(p, after[name]) {
				t.Errorf("%s: its ship was never %d times in a row where the host has it", name, inARow)
			}
		})
	}
	looking.Wait()
}

// slots returns where the players are who have a ship.
func (r *rig) slots() map[string]int {
	r.Helper()
	a, err := r.host.Who()
	if err != nil {
		r.Fatal(err)
	}
	slots := map[string]int{}
	for _, p := range a.Pilots {
		if p.Flags&proto.BotPilot == 0 && p.Slot != proto.NoSlot {
			slots[p.Name] = int(p.Slot)
		}
	}
	return slots
}

// inARow is how many times in a row a ship has to be where the host has it.
const inARow = 9

// finds has a player hold still, and reports whether what it takes for the own ship comes to be where that in the slot is.
func (r *rig) finds(p *regular, slot int) bool {
	r.Helper()
	there := 0
	for late := time.Now().Add(testkit.Limit); time.Now().Before(late); {
		spots, err := p.look()
		if err != nil {
			r.Error(err)
			return false
		}
		p.hold(game.Steer(game.Idle))
		r.mu.Lock()
		ship := r.world.Ships[slot]
		r.mu.Unlock()
		for _, s := range spots {
			if !s.mine {
				continue
			}
			if there++; math.Hypot(s.x-float64(ship.X)/game.One, s.y-float64(ship.Y)/game.One) >= 40 {
				there = 0 // it does not hold still yet
			}
			if there == inARow {
				return true
			}
		}
	}
	return false
}

// Where a mode has room for fewer, who comes when they are all there is told that the match is full,
// who was there before watches, and both have a ship when there is one.
func TestPlayersForWhomAModeHasNoRoomGetInLater(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of real time; runs without -short")
	}
	t.Parallel()
	told := map[string]string{
		"dogfight": "closed", "carnage": "hung up", "warworlds": "disconnected",
		"lightracer": fmt.Sprintf("ERROR the match is full: all %d ships are taken; you can still spectate", game.Waves.Pilots()),
		"rtype":      "REJECT", "rtype-code": "REJECT",
	}
	match := dogfight.FixedMatch(duelSetup(t), dogfight.MatchOptions{Mode: game.Waves, Time: dogfight.UsualTime}, 0)
	match.Fixed = false
	r := newRig(t, dogfight.HostConfig{}, match)
	leave := r.crowd(game.Waves.Pilots())
	r.waits("the crowd", func(w *game.World) bool { return ships(w) == game.Waves.Pilots() })
	var gateways []*Gateway
	var players []*regular
	for _, name := range Names() {
		gateways = append(gateways, r.open(name+"=:0"))
		p := r.plays(gateways[len(gateways)-1])
		players = append(players, p)
		p.begin()
		defer p.leave()
		defer p.stop()
	}
	if err := r.host.Finish(); err != nil {
		t.Fatal(err)
	}
	r.waitsForTheEnd()
	r.waits("waves", func(w *game.World) bool { return w.Status == game.InProgress && ships(w) == game.Waves.Pilots() })
	for _, g := range gateways {
		if came := r.comes(g).ends(); came != told[g.Name()] {
			t.Errorf("%s was told %q", g.Name(), came)
		}
	}
	leave()
	r.waits("those who waited", func(w *game.World) bool { return len(r.slots()) == len(players) })
	r.follows(players, "of their ships")
}
