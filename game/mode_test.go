package game

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// probe is the number of a mode that a test adds.
const probe = Mode(len(modes) - 1)

// withMode plays the rest of the test by these rules in place of the last mode's.
func withMode(t *testing.T, r rules) {
	t.Helper()
	was := modes[probe]
	modes[probe] = r
	t.Cleanup(func() { modes[probe] = was })
}

func TestEveryModeIsFoundByItsName(t *testing.T) {
	all := Modes()
	if len(all) != len(modes) {
		t.Fatalf("%d modes, expected %d", len(all), len(modes))
	}
	for i, m := range all {
		if found, ok := ModeNamed(m.Name()); !ok || found != m || m != Mode(i) {
			t.Errorf("%s: found %d, %t, expected %d", m.Name(), found, ok, m)
		}
		if m.Summary() == "" || m.Teams() > MaxTeams || m.Teams() == 1 {
			t.Errorf("%s: summary %q, %d teams", m.Name(), m.Summary(), m.Teams())
		}
	}
	if m, ok := ModeNamed("chess"); ok {
		t.Errorf("chess is mode %d", m)
	}
	if Mode(200).Summary() != "" {
		t.Error("a mode that is not known has a summary")
	}
}

func TestModeStartsWithTheMatch(t *testing.T) {
	withMode(t, rules{start: func(w *World, s *Setup) { w.Ships[9].Score++ }})
	m := setUp(t, Setup{Mode: probe, Lobby: true}, "...", ".@.", "...")
	if m.run(3); m.Ships[9].Score != 0 {
		t.Error("it started in the lobby")
	}
	if m.run(1, Order{Kind: OrderStart}); m.Ships[9].Score != 1 {
		t.Error("it did not start with the match")
	}
	if m.run(1, Order{Kind: OrderStart}); m.Ships[9].Score != 1 {
		t.Error("it started twice")
	}
	if m = setUp(t, Setup{Mode: probe}, "...", ".@.", "..."); m.Ships[9].Score != 1 {
		t.Error("it did not start without a lobby")
	}
}

func TestModeHooksRunInATickAndAtAKill(t *testing.T) {
	var victims, killers []int
	withMode(t, rules{
		tick: func(w *World, s *Setup, events *Events) {
			events.add(Event{Kind: EventSpark, Slot: 7})
		},
		kill: func(w *World, s *Setup, victim, by int, events *Events) {
			if w.Ships[victim].State != Dead || w.Ships[victim].Deaths != 1 {
				t.Errorf("the victim is %+v, expected it destroyed and counted", w.Ships[victim])
			}
			victims, killers = append(victims, victim), append(killers, by)
			w.Ships[victim].Respawn = 3
		},
	})
	m := duel(t, Setup{Mode: probe})
	m.hit(1, 0, 5)
	m.hit(2, 2, 5)
	if len(victims) != 2 || victims[0] != 1 || killers[0] != 0 || victims[1] != 2 || killers[1] != 2 {
		t.Errorf("%v were destroyed by %v, expected [1 2] by [0 2]", victims, killers)
	}
	if m.run(3); m.count(EventSpark) != 3 || m.count(EventSpawn) != 2 {
		t.Errorf("%d ticks and %d spawns, expected 3 and 2", m.count(EventSpark), m.count(EventSpawn))
	}
	if m.run(1, Order{Kind: OrderClose}); m.count(EventSpark) != 3 {
		t.Error("the mode ran after the end")
	}
}

func TestModeDecidesWhenAShipEnters(t *testing.T) {
	open := false
	withMode(t, rules{enters: func(w *World, s *Setup, slot int) bool { return slot == 1 || open }})
	m := newTiny(t)
	m.setup.Mode = probe
	m.run(1, Order{Kind: OrderJoin, Slot: 0}, Order{Kind: OrderJoin, Slot: 1})
	if m.run(9); m.Ships[0].State != Dead || m.Ships[1].State != Flying {
		t.Errorf("states %d and %d, expected only the second in space", m.Ships[0].State, m.Ships[1].State)
	}
	open = true
	if m.run(1); m.Ships[0].State != Flying {
		t.Error("it did not enter when it might")
	}
}

func TestModeEndsTheMatchAndNamesTheWinner(t *testing.T) {
	withMode(t, rules{
		over:   func(w *World, s *Setup) bool { return w.Ships[2].Deaths > 0 },
		winner: func(w *World, s *Setup) Winner { return Winner{Decided: true, Slot: 3} },
	})
	m := duel(t, Setup{Mode: probe})
	if m.run(9); m.Status != InProgress {
		t.Fatalf("status %d, expected it in progress", m.Status)
	}
	m.hit(2, 0, 5)
	if m.run(1); m.Status != Closed || m.count(EventClose) != 1 {
		t.Errorf("status %d, expected it closed", m.Status)
	}
	if won := m.setup.Winner(&m.World); !won.Includes(3, 0) || won.Includes(0, 0) {
		t.Errorf("%+v, expected slot 3", won)
	}
	if limited := duel(t, Setup{Mode: probe, TimeLimit: 5}); limited.Status == InProgress {
		if limited.run(5); limited.Status != Closed {
			t.Error("the time limit does not hold")
		}
	}
}

func TestTheHighestScoreWinsUnlessItIsShared(t *testing.T) {
	for what, c := range map[string]struct {
		teams  uint8
		scores []int32 // of slots or, from 1 on, of teams
		want   Winner
	}{
		"one is best":           {0, []int32{3, 9, 4}, Winner{Decided: true, Slot: 1}},
		"two are best":          {0, []int32{9, 3, 9}, Winner{}},
		"two, and then a third": {0, []int32{5, 5, 9}, Winner{Decided: true, Slot: 2}},
		"less than nothing":     {0, []int32{-5, -10}, Winner{Decided: true, Slot: 0}},
		"alone":                 {0, []int32{0}, Winner{Decided: true, Slot: 0}},
		"no ships":              {0, nil, Winner{}},
		"a team":                {2, []int32{0, 3, 9}, Winner{Decided: true, Team: 2}},
		"teams that are even":   {2, []int32{0, 9, 9}, Winner{}},
		"the fourth team":       {4, []int32{0, 3, 9, 9, 10}, Winner{Decided: true, Team: 4}},
		"two of four teams":     {4, []int32{0, 3, 9, 1, 9}, Winner{}},
	} {
		withMode(t, rules{fewest: c.teams})
		var w World
		for i, score := range c.scores {
			if c.teams > 0 {
				w.TeamScores[i] = score
			} else {
				w.Ships[i] = Ship{State: Flying, Score: score}
			}
		}
		if got := (&Setup{Mode: probe}).Winner(&w); got != c.want {
			t.Errorf("%s: %+v, expected %+v", what, got, c.want)
		}
	}
}

func TestFourTeamsFightSpawnAndScoreApart(t *testing.T) {
	withMode(t, rules{fewest: 4})
	m := setUp(t, Setup{Mode: probe, ScoreLimit: 20},
		"..............", ".1..........2.", "..............", "..............",
		"..............", "..............", ".3............", "..............")
	for slot := range uint8(8) {
		m.run(1, Order{Kind: OrderJoin, Slot: slot, Team: 1 + slot%4})
		if own := m.setup.Arena.TeamSpawns[slot%4+1]; slot < 4 && len(own) > 0 && m.Ships[slot].X != own[0].X {
			t.Errorf("team %d spawned at x %d, expected %d", slot+1, m.Ships[slot].X, own[0].X)
		}
	}
	for slot := range uint8(4) {
		ship, mate := &m.Ships[slot], &m.Ships[slot+4]
		if m.setup.Foes(ship, mate) || !m.setup.Foes(ship, &m.Ships[(slot+1)%4]) {
			t.Errorf("team %d fights its own, or not the others", slot+1)
		}
	}
	if m.setup.HasTeam(0) || !m.setup.HasTeam(4) || m.setup.HasTeam(5) {
		t.Error("it has other teams than 1 to 4")
	}
	for i := range m.Ships {
		m.Ships[i].Protect = 0
	}
	m.hit(0, 3, 15)
	m.hit(1, 7, 15)
	if won := m.setup.Winner(&m.World); m.TeamScores[4] != 20 || won != (Winner{Decided: true, Team: 4}) {
		t.Errorf("team 4 has %d, and %+v has won, expected 20 and team 4", m.TeamScores[4], won)
	}
	if m.run(1); m.Status != Closed {
		t.Errorf("status %d, expected it closed by the sum of team 4", m.Status)
	}
}

func TestWinnerIncludesItsTeamOrItsSlot(t *testing.T) {
	for _, c := range []struct {
		winner     Winner
		slot, team uint8
		want       bool
	}{
		{Winner{}, 0, 0, false},
		{Winner{Decided: true, Slot: 4}, 4, 0, true},
		{Winner{Decided: true, Slot: 4}, 5, 0, false},
		{Winner{Decided: true, Team: 2}, 0, 2, true},
		{Winner{Decided: true, Team: 2}, 0, 1, false},
		{Winner{Decided: true, Team: 2}, 0, 0, false},
	} {
		if got := c.winner.Includes(c.slot, c.team); got != c.want {
			t.Errorf("%+v, slot %d of team %d: %t", c.winner, c.slot, c.team, got)
		}
	}
}

func TestMatchClosesAtTheTimeLimit(t *testing.T) {
	m := setUp(t, Setup{TimeLimit: 100}, "...", ".@.", "...")
	if m.run(99); m.Status != InProgress || m.TimeLeft(&m.setup) != 1 {
		t.Errorf("tick 99: status %d, %d ticks left, expected 1 in progress", m.Status, m.TimeLeft(&m.setup))
	}
	if m.run(5); m.Status != Closed || m.count(EventClose) != 1 || m.TimeLeft(&m.setup) != 0 {
		t.Errorf("then: status %d, %d closes, %d ticks left", m.Status, m.count(EventClose), m.TimeLeft(&m.setup))
	}
}

// A host of a later version may send its mode.
func TestUnknownModesHaveNames(t *testing.T) {
	for mode, want := range map[Mode]string{Deathmatch: "deathmatch", Teams: "teams", 200: "mode 200"} {
		if mode.Name() != want {
			t.Errorf("mode %d is called %q, expected %q", mode, mode.Name(), want)
		}
	}
}

func TestMatchWithoutLimitsContinues(t *testing.T) {
	m := duel(t, Setup{})
	m.Ships[0].Score = 1 << 20
	if m.run(6000); m.Status != InProgress {
		t.Errorf("status %d, expected it in progress", m.Status)
	}
}

func TestMatchClosesAtTheScoreLimit(t *testing.T) {
	m := duel(t, Setup{ScoreLimit: 20})
	m.hit(1, 3, 5)
	if m.run(1); m.Status != InProgress {
		t.Errorf("at 10 of 20 points: status %d", m.Status)
	}
	m.hit(2, 3, 5)
	if m.run(1); m.Status != Closed {
		t.Errorf("at 20 of 20 points: status %d, expected it closed", m.Status)
	}
}

func TestScoreLimitAppliesToTeamScores(t *testing.T) {
	m := duel(t, Setup{Mode: Teams, ScoreLimit: 20})
	m.hit(1, 0, 5)
	m.hit(3, 2, 5)
	if m.run(1); m.Status != Closed {
		t.Errorf("10 and 10 points of a team: status %d, expected it closed", m.Status)
	}
}

func TestLobbyWaitsForTheStart(t *testing.T) {
	m := setUp(t, Setup{Lobby: true, TimeLimit: 100}, "...", ".@.", "...", "..+", "..o")
	before := m.World
	m.run(500, Order{Kind: OrderJoin, Slot: 3, Class: 1}, Order{Kind: OrderInput, Slot: 3, Input: Steer(Up) | Fire})
	if m.Ships[3].State != Dead || m.Items != before.Items || m.Barrels != before.Barrels || m.TimeLeft(&m.setup) != 100 {
		t.Errorf("something moved: ship %+v", m.Ships[3])
	}
	m.run(1, Order{Kind: OrderStart})
	if m.Status != InProgress || m.Started != 501 || m.count(EventStart) != 1 || m.Ships[3].State != Flying || m.Ships[3].Class != 1 {
		t.Errorf("status %d, started at %d, ship %+v, expected it to fly", m.Status, m.Started, m.Ships[3])
	}
	if m.run(99); m.Status != InProgress {
		t.Error("the time in the lobby counted")
	}
	if m.run(1); m.Status != Closed {
		t.Error("the time limit does not hold")
	}
}

func TestClosedMatchDoesNotChange(t *testing.T) {
	m := duel(t, Setup{})
	m.Ships[0].VX = 640
	m.run(1, Order{Kind: OrderClose})
	want := m.World
	m.run(100, Order{Kind: OrderStart}, Order{Kind: OrderClose})
	want.Tick += 100
	if m.World != want || m.count(EventClose) != 1 || m.count(EventStart) != 0 {
		t.Errorf("status %d, %d closes, expected nothing to change but the tick", m.Status, m.count(EventClose))
	}
}

func TestSenselessOrdersAreIgnored(t *testing.T) {
	for _, o := range []Order{
		{Kind: OrderInput, Slot: 9, Input: Steer(Up)}, // empty
		{Kind: OrderInput, Slot: 0, Input: Steer(9)},
		{Kind: OrderInput, Slot: 0, Input: 1 << 6},
		{Kind: OrderInput, Slot: 64, Input: Steer(Up)},
		{Kind: OrderJoin, Slot: 0, Team: 1}, // taken
		{Kind: OrderJoin, Slot: 9, Team: 0},
		{Kind: OrderJoin, Slot: 9, Team: 3},
		{Kind: OrderJoin, Slot: 9, Team: 1, Class: 3},
		{Kind: OrderJoin, Slot: 9, Team: 1, Weapon: 4},
		{Kind: OrderJoin, Slot: 64, Team: 1},
		{Kind: OrderLeave, Slot: 9},
		{Kind: OrderLeave, Slot: 255},
		{Kind: OrderChoose, Slot: 9, Team: 1},
		{Kind: OrderChoose, Slot: 0, Team: 0},
		{Kind: OrderChoose, Slot: 0, Team: 1, Class: 3},
		{Kind: OrderChoose, Slot: 0, Team: 1, Weapon: 4},
		{Kind: OrderStart}, // long begun
		{Kind: 6, Slot: 0},
		{Kind: 255, Slot: 255},
	} {
		plain, ordered := duel(t, Setup{Mode: Teams}), duel(t, Setup{Mode: Teams})
		plain.run(1)
		if ordered.run(1, o); ordered.World != plain.World {
			t.Errorf("%+v changed the World", o)
		}
	}
}

func TestOrdersOfATickAreAppliedInOrder(t *testing.T) {
	m := duel(t, Setup{})
	m.run(1,
		Order{Kind: OrderLeave, Slot: 0},
		Order{Kind: OrderJoin, Slot: 0, Class: 1},
		Order{Kind: OrderChoose, Slot: 0, Class: 2},
		Order{Slot: 0, Input: Steer(Up)},
		Order{Slot: 0, Input: Steer(Down)})
	if ship := &m.Ships[0]; ship.State != Flying || ship.Class != 2 || ship.Input != Steer(Down) {
		t.Errorf("%+v, expected a new ship of class 2 steered down", *ship)
	}
}

func TestTeamChangesOnlyWhileTheShipIsOutOfSpace(t *testing.T) {
	m := duel(t, Setup{Mode: Teams})
	change := Order{Kind: OrderChoose, Slot: 0, Team: 2}
	if m.run(1, change); m.Ships[0].Team != 1 {
		t.Errorf("team %d while it flies, expected 1", m.Ships[0].Team)
	}
	m.hit(0, 1, 5)
	if m.run(1, change); m.Ships[0].Team != 2 {
		t.Errorf("team %d while it waits, expected 2", m.Ships[0].Team)
	}
}

// Any bytes may come as orders. None makes the rules panic, or leaves a World
// with something in it that is not in use.
func TestAnyOrdersLeaveACanonicalWorld(t *testing.T) {
	arenas := realArenas(t)
	order := rapid.Custom(func(t *rapid.T) Order {
		b := rapid.SliceOfN(rapid.Byte(), 6, 6).Draw(t, "bytes")
		if b[0] > 200 || rapid.Bool().Draw(t, "sensible") {
			b[0], b[1], b[2], b[3], b[4], b[5] = b[0]%5, b[1]%8, b[2]%64, b[3]%4, b[4]%5, b[5]%3
		}
		return Order{OrderKind(b[0]), b[1], Input(b[2]), b[3], b[4], b[5]}
	})
	rapid.Check(t, func(t *rapid.T) {
		s := &Setup{
			Arena:   arenas[rapid.IntRange(0, len(arenas)-1).Draw(t, "arena")],
			Classes: testClasses, Weapons: testWeapons,
			Mode:         rapid.SampledFrom(Modes()).Draw(t, "mode"),
			FriendlyFire: rapid.Bool().Draw(t, "friendly fire"),
			Lobby:        rapid.Bool().Draw(t, "lobby"),
		}
		w := NewWorld(s, 1)
		for range 40 {
			w.Step(s, rapid.SliceOfN(order, 0, 20).Draw(t, "orders"), nil)
			for range rapid.IntRange(0, 40).Draw(t, "ticks") {
				w.Step(s, nil, nil)
			}
			checkCanonical(t, s, &w)
		}
	})
}

// melee is a match of 64 pilots with random input. They come and go,
// and change ship, weapon and team.
type melee struct {
	World
	setup  Setup
	events Events
	orders []Order
	rand   uint64
}

// newMelee returns a match without ships.
func newMelee(arena *Arena, mode Mode) *melee {
	m := &melee{rand: 88172645463325252}
	m.setup = Setup{Arena: arena, Classes: testClasses, Weapons: testWeapons, Mode: mode, FriendlyFire: true}
	m.World = NewWorld(&m.setup, 1)
	m.orders = make([]Order, 0, 2*MaxShips)
	m.events.List = make([]Event, 0, 4096)
	return m
}

// tick moves the match on, with the orders of that tick in m.orders and the events
// happened in m.events.
func (m *melee) tick() {
	m.orders, m.events.List = m.orders[:0], m.events.List[:0]
	for slot := range uint8(MaxShips) {
		m.press(slot)
	}
	m.Step(&m.setup, m.orders, &m.events)
}

// press decides for a pilot: about two changes of keys in a second.
func (m *melee) press(slot uint8) {
	o := Order{Slot: slot, Class: uint8(m.chance(3)), Weapon: uint8(m.chance(4))}
	if teams := m.setup.Teams(); teams > 0 {
		o.Team = uint8(1 + m.chance(uint32(teams)))
	}
	switch n := m.chance(5000); {
	case m.Ships[slot].State == Empty:
		if n >= 200 {
			return
		}
		o.Kind = OrderJoin
	case n == 0:
		o.Kind = OrderLeave
	case n < 10:
		o.Kind = OrderChoose
	case n < 170:
		o.Kind = OrderInput
		o.Input = Steer(Course(m.chance(Courses)))
		if m.chance(8) < 7 {
			o.Input |= Fire
		}
		if m.chance(8) == 0 {
			o.Input |= Special
		}
	default:
		return
	}
	m.orders = append(m.orders, o)
}

// chance returns a number from 0 to n-1 (xorshift64, Marsaglia 2003). It is independent of the World's.
func (m *melee) chance(n uint32) uint32 {
	m.rand ^= m.rand << 13
	m.rand ^= m.rand >> 7
	m.rand ^= m.rand << 17
	return uint32(m.rand>>32) % n
}

// field returns an arena of that size with a share of rock in per mille.
func field(width, height int, rock, seed uint32) *Arena {
	m := melee{rand: uint64(seed)}
	p := arenaParser{arena: Arena{Width: width, Height: height, Tiles: slices.Repeat([]Tile{Space}, width*height)}}
	for i := range p.arena.Tiles {
		if m.chance(1000) < rock {
			p.arena.Tiles[i] = Rock
		}
	}
	for _, tile := range []Tile("@@@@@@111222oooooooooooo++++++++") {
		p.furnish(2+int(m.chance(uint32(width-4))), 2+int(m.chance(uint32(height-4))), tile)
	}
	return &p.arena
}

// furnish puts the tile there and clears the tiles around it.
func (p *arenaParser) furnish(x, y int, tile Tile) {
	for row := y - 1; row <= y+1; row++ {
		for column := x - 1; column <= x+1; column++ {
			p.arena.Tiles[row*p.arena.Width+column] = Space
		}
	}
	if err := p.place(x, y, tile); err != nil {
		panic(err)
	}
}

// run runs the match for some ticks and calls look after each.
func (m *melee) run(ticks int, look func()) {
	for range ticks {
		m.tick()
		look()
	}
}

func TestUnusedPartsOfTheWorldStayZero(t *testing.T) {
	for _, mode := range []Mode{Deathmatch, Teams} {
		m := newMelee(field(100, 75, 20, 3), mode)
		m.run(3000, func() {
			checkCanonical(t, &m.setup, &m.World)
			checkHulls(t, &m.setup, &m.World)
		})
	}
}

func TestStepAllocatesNothing(t *testing.T) {
	m := newMelee(field(100, 75, 20, 3), Teams)
	m.run(600, func() {})
	if allocs := testing.AllocsPerRun(300, m.tick); allocs != 0 {
		t.Errorf("%v allocations a tick, expected none", allocs)
	}
}
