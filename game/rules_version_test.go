package game

import (
	"slices"
	"testing"
)

// fingerprints are those of each RulesVersion, the first at 0. They stay as they
// are once a program was released with them.
var fingerprints = []uint32{0x78b7cc93, 0x249710c5, 0x4c409607}

// TestRulesAreThoseOfTheirVersion fails when the rules do something else than
// they did. If that is on purpose, do as it says.
func TestRulesAreThoseOfTheirVersion(t *testing.T) {
	t.Parallel()
	var seen census
	got := fingerprint(&seen)
	if got != RulesFingerprint {
		t.Errorf("the rules have changed: set RulesFingerprint to 0x%08x, add that to fingerprints, and set RulesVersion to %d", got, RulesVersion+1)
	}
	if len(fingerprints) != RulesVersion || fingerprints[RulesVersion-1] != RulesFingerprint {
		t.Errorf("fingerprints are %08x, expected %d and %08x as the last", fingerprints, RulesVersion, uint32(RulesFingerprint))
	}
	seen.check(t)
}

// fingerprint plays matches of all modes, long and short, with and without a lobby
// and friendly fire, and mixes their last Worlds.
func fingerprint(seen *census) uint32 {
	const ticks = 1800
	h := hash(0x9e3779b97f4a7c15)
	for _, mode := range Modes() {
		for i, arena := range []*Arena{field(40, 30, 30, 5), field(60, 45, 0, 6), field(30, 24, 0, 7)} {
			m := newMelee(arena.furnished(mode), mode)
			if mode == Waves {
				m.setup.besiege(Wave{Groups: []Group{lane(gnat, 20)}}, Wave{Groups: []Group{lane(gnat, 5), lane(core, 1)}})
			}
			m.setup.FriendlyFire = i == 0
			m.setup.Lobby = i == 1
			m.setup.TimeLimit = ticks * 3 / 4 * Tick(i%2)
			m.setup.ScoreLimit = 150 * int32(i/2)
			m.World = NewWorld(&m.setup, uint64(i))
			for tick := range ticks {
				m.tick()
				if tick == 60 {
					m.Step(&m.setup, []Order{{Kind: OrderStart}}, &m.events)
				}
				seen.note(&m.World, m.events.List)
				h.add(m.Hash())
			}
			won := m.setup.Winner(&m.World)
			h.add(quad(0, 0, won.Slot, won.Team) << uint(m.Status))
		}
	}
	return uint32(h.sum() >> 32)
}

// furnished returns the arena with all that modes need and older ones do without: a course,
// bases, lanes, a nebula and a well.
func (a *Arena) furnished(mode Mode) *Arena {
	if mode <= Teams {
		return a
	}
	p := arenaParser{arena: *a}
	p.arena.Tiles, p.arena.Laps = slices.Clone(a.Tiles), 1
	for i, was := range a.Tiles {
		x, y := i%a.Width, i/a.Width
		if tile := furniture(x, y, a.Width, a.Height); was == Space {
			p.arena.Tiles[i] = tile
			if err := p.place(x, y, tile); err != nil {
				panic(err)
			}
		}
	}
	if err := p.findGates(); err != nil {
		panic(err)
	}
	p.arena.findMiddle()
	return &p.arena
}

// furniture returns the tile in a place of an arena of that size.
func furniture(x, y, width, height int) Tile {
	switch {
	case x == width/4:
		return Tile('a')
	case x == width/2:
		return Tile('b')
	case x == 3*width/4:
		return Tile('c')
	case x < 5 && y < 5:
		return Base1Tile
	case x > width-6 && y > height-6:
		return Base2Tile
	case y == height/2:
		return Tile(">^<v"[x%4])
	case y < height/4 && x > width/2:
		return Nebula
	case x == width/3 && y == height/3:
		return WellTile
	}
	return Space
}

// census counts the events of matches.
type census struct {
	events  [256]int // by kind
	items   [ItemKinds]int
	weapons [4]int // that destroyed a ship
	classes [7]int // of which one was destroyed, drones too
}

func (c *census) note(w *World, events []Event) {
	for _, ev := range events {
		c.events[ev.Kind]++
		switch ev.Kind {
		case EventPickup:
			c.items[ev.What]++
		case EventKill:
			c.classes[w.Ships[ev.Slot].Class]++
			if int(ev.What) < len(c.weapons) {
				c.weapons[ev.What]++
			}
		}
	}
}

// check fails if there is something in the rules that never happened.
func (c *census) check(t *testing.T) {
	t.Helper()
	c.events[EventHome]++ // the orb lies untouched for 15 s only in longer matches
	for what, counts := range map[string][]int{
		"event": c.events[1 : EventZone+1], "item": c.items[1:], "weapon": c.weapons[:], "class": c.classes[:gnat+1],
	} {
		if slices.Contains(counts, 0) {
			t.Errorf("one kind of %s is not among the matches: %v", what, counts)
		}
	}
}
