package net

import (
	"testing"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/net/link"
	"dogfight/proto"
)

// staged returns a host, run by hand, of a scenario with these bots.
func staged(t *testing.T, s Scenario, seconds game.Tick) *stage {
	setup := testSetup(t)
	setup.TimeLimit = seconds * game.TickRate
	m := FixedMatch(setup, MatchOptions{Bots: len(s.Bots), Skill: 3}, 1)
	m.Scenario = &s
	return resumed(m)
}

// aCast returns three bots that fight.
func aCast() []BotSpec {
	return []BotSpec{
		{Name: "Nova", Class: 1, Weapon: 2, Skill: 1, Seed: 11},
		{Name: "Comet", Weapon: 1, Skill: 3, Seed: 12},
		{Name: "Vega", Class: 2, Skill: 5, Seed: 13},
	}
}

// timeless returns the World as if its round had begun at tick 0.
func (s *stage) timeless() game.World {
	w := s.World
	w.Tick -= w.Started
	w.Started = 0
	return w
}

func TestAScenarioBeginsTheSameWheneverItsPlayerComes(t *testing.T) {
	skipIfShort(t)
	soon, late := staged(t, Scenario{Seed: 5, Bots: aCast()}, 0), staged(t, Scenario{Seed: 5, Bots: aCast()}, 0)
	other := staged(t, Scenario{Seed: 6, Bots: aCast()}, 0)
	late.pass(1000)
	if _, bots := late.count(); bots != 0 {
		t.Errorf("%d bots came before the player", bots)
	}
	stages := []*stage{soon, late, other}
	var players []*flier
	for _, s := range stages {
		players = append(players, s.flier(t, "Rex", "", proto.Token{}))
		for !s.Cued {
			s.pass(1)
		}
	}
	for range 20 * game.TickRate {
		if soon.timeless() != late.timeless() {
			t.Fatalf("the Worlds differ after %d ticks", soon.World.Tick-soon.World.Started)
		}
		for i, s := range stages {
			players[i].rest()
			s.pass(1)
		}
	}
	if soon.timeless() == other.timeless() {
		t.Error("another seed gives the same World")
	}
	for i, spec := range aCast() {
		p := soon.pilots[i+1]
		if p.Name != spec.Name || p.Class != spec.Class || p.Weapon != spec.Weapon || p.Skill != spec.Skill {
			t.Errorf("bot %d is %s of class %d, weapon %d, skill %d, expected %+v", i, p.Name, p.Class, p.Weapon, p.Skill, spec)
		}
	}
}

// rest holds nothing, and lets the host know that the player is there.
func (f *flier) rest() {
	tick := f.stage.World.Tick
	f.Send(link.Data, (&proto.Inputs{Ack: tick, Newest: tick + 3, List: []game.Input{game.Steer(game.Idle)}}).Append(nil))
	for _, ok := f.Receive(nil); ok; _, ok = f.Receive(nil) { // what the host says does not matter
	}
}

func TestTheNextRoundOfAScenarioBeginsAsTheFirstDid(t *testing.T) {
	s := staged(t, Scenario{Seed: 5, Bots: aCast()}, 1)
	rex := s.flier(t, "Rex", "", proto.Token{})
	var begun [2]game.World
	for round := range begun {
		for s.World.Status != game.InProgress || !s.Cued || s.World.Tick-s.World.Started != 30 {
			rex.rest()
			s.pass(1)
		}
		begun[round] = s.timeless()
		for s.World.Status == game.InProgress {
			s.pass(1)
		}
	}
	if begun[0] != begun[1] {
		t.Error("half a second into their rounds the Worlds differ")
	}
}

func TestWhatIsChosenInAnInstantScenarioIsFlownAtOnce(t *testing.T) {
	for _, instant := range []bool{false, true} {
		s := staged(t, Scenario{Seed: 5, Instant: instant}, 0)
		rex := s.flier(t, "Rex", "", proto.Token{})
		s.pass(100)
		rex.say(&proto.Spawn{Name: "Rex", Class: 2, Weapon: 3})
		s.pass(2)
		ship := &s.World.Ships[0]
		if changed := ship.Class == 2 && ship.Weapon == 3; changed != instant || ship.State != game.Flying {
			t.Errorf("instant %v: the ship is %+v", instant, ship)
		}
	}
}

func TestTargetsStandAndDronesFlyAndNeitherFires(t *testing.T) {
	setup := &game.Setup{Arena: assets.RangeArena(), Classes: assets.Classes(), Weapons: assets.Weapons()}
	m := FixedMatch(setup, MatchOptions{Bots: 4}, 1)
	m.Scenario = &Scenario{Seed: 5, Bots: []BotSpec{
		{Name: "Target", Duty: bot.Target}, {Name: "Circler", Duty: bot.Circler}, {Name: "Drone", Skill: 2, Duty: bot.Drone},
		{Name: "Circler", Duty: bot.Circler},
	}}
	s := resumed(m)
	rex := s.flier(t, "Rex", "", proto.Token{})
	for range 15 * game.TickRate { // in which they come to their places
		rex.rest()
		s.pass(1)
	}
	var farthest [5]int32
	begun := s.World
	for range 20 * game.TickRate {
		rex.rest()
		s.pass(1)
		for _, ev := range s.events.List {
			if ev.Kind == game.EventShot && ev.Slot > 0 {
				t.Fatalf("slot %d has fired", ev.Slot)
			}
		}
		for slot := range farthest {
			is, was := &s.World.Ships[slot], &begun.Ships[slot]
			farthest[slot] = max(farthest[slot], is.X-was.X, was.X-is.X, is.Y-was.Y, was.Y-is.Y)
		}
	}
	for slot, within := range [][2]int32{{0, 60}, {0, 40}, {40, 100}, {100, 1000}, {40, 100}} {
		if units := farthest[slot] / game.One; units < within[0] || units > within[1] {
			t.Errorf("slot %d came %d units away, expected %v", slot, units, within)
		}
	}
}

func TestTargetsComeToTheirPlacesFromWhereverTheySpawn(t *testing.T) {
	skipIfShort(t)
	setup := &game.Setup{Arena: assets.RangeArena(), Classes: assets.Classes(), Weapons: assets.Weapons()}
	for slot := range setup.Arena.TeamSpawns[1] {
		for _, from := range setup.Arena.Spawns {
			w := game.NewWorld(setup, 1)
			w.Step(setup, []game.Order{{Kind: game.OrderJoin, Slot: uint8(slot)}}, nil)
			ship := &w.Ships[slot]
			ship.X, ship.Y = from.X, from.Y
			for range 20 * game.TickRate {
				in := bot.Target.Hold(&w, setup, slot)
				w.Step(setup, []game.Order{{Kind: game.OrderInput, Slot: uint8(slot), Input: in}}, nil)
			}
			home := setup.Arena.TeamSpawns[1][slot]
			if dx, dy := (ship.X-home.X)/game.One, (ship.Y-home.Y)/game.One; max(dx, -dx, dy, -dy) > 12 || ship.VX != 0 || ship.VY != 0 {
				t.Errorf("slot %d from %v: %d,%d units beside its place", slot, from, dx, dy)
			}
		}
	}
}
