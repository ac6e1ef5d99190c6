package replay

import (
	"strings"
	"testing"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/career"
	"dogfight/proto"
)

// made is an artificial match: it places the ships, and sets their inputs by tick.
type made struct {
	mode   game.Mode
	limit  game.Tick
	score  int32 // the limit of points
	world  func(w *game.World)
	orders map[game.Tick][]game.Order
	ticks  game.Tick
}

// file plays it.
func (m *made) file(t *testing.T) *File {
	t.Helper()
	rows := make([]string, 75) // an empty arena
	for i := range rows {
		rows[i] = strings.Repeat(".", 100)
	}
	rows[70] = ".@1" + strings.Repeat(".", 94) + "2@."
	arena, err := game.ParseArena("yard", strings.Join(rows, "\n")+"\n")
	if err != nil {
		t.Fatal(err)
	}
	s := &game.Setup{Arena: arena, Classes: assets.Classes(), Weapons: assets.Weapons(), Mode: m.mode, TimeLimit: m.limit, ScoreLimit: m.score}
	w := game.NewWorldAt(s, 7, 0)
	m.world(&w)
	to := NewWriter(NewHead(s, w.Tick), s, &w)
	var roster []proto.Pilot
	for i, name := range []string{"Nova", "Rex", "Ada", "Bo", "Cy"} {
		roster = append(roster, proto.Pilot{ID: uint16(i), Slot: uint8(i), Name: name})
	}
	to.Roster(roster)
	var events game.Events
	for range m.ticks {
		events.List = events.List[:0]
		orders := m.orders[w.Tick+1]
		w.Step(s, orders, &events)
		to.Tick(orders, &w, w.Hash(), events.List)
	}
	if err := to.End(&career.Match{}, &w, nil, nil); err != nil {
		t.Fatal(err)
	}
	f, err := Parse(to.Take(nil))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// put puts a ship with a cannon at (x, y), in units, that faces right.
func put(w *game.World, slot int, x, y int32, hp uint8) *game.Ship {
	w.Ships[slot] = game.Ship{State: game.Flying, X: x * game.One, Y: y * game.One, Facing: game.Right, HP: hp, Score: w.Ships[slot].Score}
	return &w.Ships[slot]
}

// best returns the play of a match as text, or "nothing".
func (m *made) best(t *testing.T) (*Highlight, string) {
	t.Helper()
	p := BestHighlight(m.file(t), nil)
	if p == nil {
		return nil, "nothing"
	}
	return p, p.Name + ": " + p.Words
}

func fires(slot uint8) game.Order {
	return game.Order{Kind: game.OrderInput, Slot: slot, Input: game.Steer(game.Idle) | game.Fire}
}

// three puts three ships with one hp in the way of the first.
func three(w *game.World) {
	put(w, 0, 100, 100, 4)
	for i := 1; i <= 3; i++ {
		put(w, i, 130+30*int32(i), 100, 1)
	}
}

func TestThreeKillsWithinFourSecondsAreThePlay(t *testing.T) {
	m := made{world: three, orders: map[game.Tick][]game.Order{10: {fires(0)}}, ticks: 600}
	p, words := m.best(t)
	if !strings.HasPrefix(words, "Nova: triple kill in 0.") {
		t.Fatalf("it is %q", words)
	}
	if p.Slot != 0 || p.Climax <= p.From || p.To <= p.Climax || p.To-p.From > longest {
		t.Errorf("it goes from tick %d to %d, its climax is at %d", p.From, p.To, p.Climax)
	}
	if again, _ := m.best(t); again.Worth != p.Worth || again.From != p.From || again.Climax != p.Climax {
		t.Error("it is another one the second time")
	}
}

func TestOneKillIsNotWorthIt(t *testing.T) {
	m := made{world: func(w *game.World) {
		put(w, 0, 100, 100, 4)
		put(w, 1, 160, 100, 1)
	}, orders: map[game.Tick][]game.Order{10: {fires(0)}}, ticks: 300}
	if _, words := m.best(t); words != "nothing" {
		t.Errorf("it is %q", words)
	}
}

func TestKillsFarApartAreNoDouble(t *testing.T) {
	m := made{world: func(w *game.World) {
		put(w, 0, 100, 100, 4)
		put(w, 1, 160, 100, 1)
		put(w, 2, 160, 200, 1)
	}, orders: map[game.Tick][]game.Order{10: {fires(0)}, 40: {{Kind: game.OrderInput, Input: game.Steer(game.Idle)}}}, ticks: 700}
	if p, words := m.best(t); p != nil {
		t.Errorf("it is %q", words)
	}
}

func TestAKillWithOneHPLeftAndFromAfarIsWorthIt(t *testing.T) {
	m := made{world: func(w *game.World) {
		put(w, 0, 100, 100, 1).Weapon = 2 // the rail gun
		put(w, 1, 500, 100, 1)
	}, orders: map[game.Tick][]game.Order{10: {fires(0)}}, ticks: 300}
	if _, words := m.best(t); words != "Nova: hit from 400 units away, 1 hp left" {
		t.Errorf("it is %q", words)
	}
}

func TestRevengeIsADeed(t *testing.T) {
	m := made{world: func(w *game.World) {
		put(w, 1, 100, 100, 1) // Rex destroys Ada; she is back at once and destroys Rex and Bo
		put(w, 2, 160, 100, 1)
		put(w, 3, 160, 500, 1)
	}, orders: map[game.Tick][]game.Order{10: {fires(1)}}, ticks: 60}
	f := m.file(t)
	var w watcher
	w.setup, w.leader = f.Setup, noLeader
	c, err := f.Play()
	if err != nil {
		t.Fatal(err)
	}
	w.world = &c.World
	w.event(&game.Event{Kind: game.EventKill, Slot: 2, By: 1, HP: 4})
	c.World.Tick += 300
	w.event(&game.Event{Kind: game.EventKill, Slot: 1, By: 2, HP: 4})
	c.World.Tick += 900
	w.event(&game.Event{Kind: game.EventKill, Slot: 1, By: 2, HP: 4})
	n := 0
	for _, d := range w.deeds {
		if d.kind == revenge {
			n++
		}
	}
	if n != 1 {
		t.Errorf("%d times revenge, expected once", n)
	}
}

func TestWinningInTheLastSecondsIsThePlay(t *testing.T) {
	m := made{limit: 600, world: func(w *game.World) {
		put(w, 0, 100, 100, 4).Score = 55
		put(w, 1, 160, 100, 1).Score = 60
		put(w, 2, 160, 400, 1)
	}, orders: map[game.Tick][]game.Order{420: {fires(0)}}, ticks: 620}
	p, words := m.best(t)
	if !strings.HasPrefix(words, "Nova: wins it with 2.9 s left") {
		t.Fatalf("it is %q", words)
	}
	if p.To > p.File.LastTick {
		t.Errorf("it goes to tick %d of %d", p.To, p.File.LastTick)
	}
}

func TestTheKillThatEndsAMatchHasNoTimeLeft(t *testing.T) {
	m := made{limit: 6000, score: 65, world: func(w *game.World) {
		put(w, 0, 100, 100, 4).Score = 55
		put(w, 1, 160, 100, 1).Score = 60
	}, orders: map[game.Tick][]game.Order{420: {fires(0)}}, ticks: 620}
	if _, words := m.best(t); !strings.HasPrefix(words, "Nova: wins the match") {
		t.Errorf("it is %q", words)
	}
}

func TestACaptureThatWinsCountsOnce(t *testing.T) {
	m := made{mode: game.CaptureOrb, limit: 600, world: func(w *game.World) {
		put(w, 0, 100, 100, 4).Team = 1
		put(w, 1, 700, 100, 4).Team = 2
	}, ticks: 10}
	f := m.file(t)
	w := watcher{setup: f.Setup, leader: noLeader}
	c, err := f.Play()
	if err != nil {
		t.Fatal(err)
	}
	w.world = &c.World
	for range 2 {
		c.World.Tick += 600
		c.World.TeamScores[1]++
		w.update([]game.Event{{Kind: game.EventCapture, Slot: 0, By: 0, What: 1}})
	}
	p := playUpTo(w.deeds, len(w.deeds)-1)
	if p.Words != "capture" || p.Worth != worths[capture] {
		t.Errorf("it is %q, worth %d", p.Words, p.Worth)
	}
	c.World.TeamScores[2] = 2
	w.update(nil)
	c.World.TeamScores[1]++
	c.World.Tick += 600
	w.update([]game.Event{{Kind: game.EventCapture, Slot: 0, By: 0, What: 1}})
	w.decide(c.World.Tick + 30)
	p = playUpTo(w.deeds, len(w.deeds)-1)
	if p.Words != "wins it with 0.5 s left, capture" {
		t.Errorf("it is %q", p.Words)
	}
}

func TestAFriendIsNoKill(t *testing.T) {
	m := made{mode: game.Teams, world: func(w *game.World) {
		three(w)
		for i := range 4 {
			w.Ships[i].Team = 1
		}
		put(w, 4, 160, 500, 4).Team = 2
	}, ticks: 10}
	f := m.file(t)
	w := watcher{setup: f.Setup, leader: noLeader}
	c, err := f.Play()
	if err != nil {
		t.Fatal(err)
	}
	w.world = &c.World
	for slot := range uint8(4) {
		w.event(&game.Event{Kind: game.EventKill, Slot: slot, By: 0, HP: 4})
	}
	if len(w.deeds) != 0 {
		t.Errorf("%d deeds", len(w.deeds))
	}
}

func TestLookingStopsWhenAsked(t *testing.T) {
	m := made{world: three, orders: map[game.Tick][]game.Order{10: {fires(0)}}, ticks: 1300}
	asked := 0
	if p := BestHighlight(m.file(t), func() bool { asked++; return true }); p != nil || asked != 1 {
		t.Errorf("it was asked %d times and found %v", asked, p)
	}
}
