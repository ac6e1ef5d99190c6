package game

import (
	"strings"
	"testing"
)

// newTrails returns a match of trails in an open arena of 480x320 units, in a round that has begun, with no
// ships in it.
func newTrails(t testing.TB) *tiny {
	m := newTiny(t)
	m.setup.Mode = Trails
	m.Tick = 1000
	m.Rounds = Rounds{Number: 1, Began: m.Tick - trailHold}
	return m
}

// racer puts a ship there, in units, that flies along a course.
func (m *tiny) racer(slot int, x, y int32, course Course) *Ship {
	ship := m.ship(slot, x, y)
	ship.Facing, ship.Lives = course, 1
	return ship
}

// bystanders puts two ships far from all others, so that the round continues.
func (m *tiny) bystanders() {
	m.racer(14, 20, 300, Right)
	m.racer(15, 20, 310, Right)
}

// hold returns the order of a pilot's input.
func hold(slot uint8, in Input) Order { return Order{Kind: OrderInput, Slot: slot, Input: in} }

// path is where the trail of a ship leads from its tail to the ship, in units.
func (m *tiny) path(slot int) (path []Corner) {
	t, ship := &m.Trails[slot], &m.Ships[slot]
	path = append(path, t.Corners[:t.Count]...)
	return append(path, ship.corner())
}

func TestShipCannotStopOrTurnBack(t *testing.T) {
	for _, held := range []Course{Idle, Right, Left} {
		m := newTrails(t)
		m.bystanders()
		ship := m.racer(0, 100, 100, Right)
		if m.run(20, hold(0, Steer(held))); ship.Y != 100*One || ship.Facing != Right || ship.X <= 129*One || ship.X > 132*One {
			t.Errorf("course %d: at %d, %d after 20 ticks, facing %d", held, ship.X/One, ship.Y/One, ship.Facing)
		}
	}
}

func TestShipTurnsAtAWholeUnit(t *testing.T) {
	for _, course := range []Course{Up, Down} {
		m := newTrails(t)
		m.bystanders()
		ship := m.racer(0, 100, 100, Right)
		m.run(9)
		m.run(1, hold(0, Steer(course)))
		corner := m.Trails[0].Corners[1]
		if ship.Facing != course || ship.X%One != 0 || corner != (Corner{int16(ship.X / One), 100}) {
			t.Errorf("course %d: at %d, facing %d, corner %v", course, ship.X, ship.Facing, corner)
		}
		if flown := ship.X - 100*One + max(ship.Y-100*One, 100*One-ship.Y); flown < 10*trailSpeed || flown > 10*trailSpeed+20 {
			t.Errorf("course %d: flew %d in 10 ticks, expected it to turn without a loss", course, flown)
		}
	}
}

func TestADiagonalTurnsOnceToItsPartAcross(t *testing.T) {
	m := newTrails(t)
	m.bystanders()
	ship := m.racer(0, 100, 100, Right)
	m.run(5)
	if m.run(20, hold(0, Steer(DownRight))); ship.Facing != Down || m.Trails[0].Count != 2 {
		t.Errorf("facing %d with %d corners, expected it to turn down, once", ship.Facing, m.Trails[0].Count)
	}
	if m.run(5, hold(0, Steer(Down))); ship.Facing != Down {
		t.Errorf("facing %d, expected it to fly on down", ship.Facing)
	}
	if m.run(5, hold(0, Steer(DownLeft))); ship.Facing != Left {
		t.Errorf("facing %d, expected it to turn left", ship.Facing)
	}
}

func TestTheOwnerOfAWallGetsTheKill(t *testing.T) {
	m := newTrails(t)
	m.bystanders()
	m.racer(0, 100, 100, Right)
	victim := m.racer(1, 140, 150, Up)
	m.run(40)
	if victim.State != Dead || m.Ships[0].Kills != 1 || m.Ships[0].Score != 0 || victim.Deaths != 1 {
		t.Fatalf("the victim is %+v, the owner %+v", victim, m.Ships[0])
	}
	if victim.Y != 100*One || victim.X != 140*One {
		t.Errorf("it ended at %d, %d, expected it at the wall", victim.X, victim.Y)
	}
	for _, ev := range m.events.List {
		if ev.Kind == EventKill && (ev.What != WallWeapon || ev.Slot != 1 || ev.By != 0) {
			t.Errorf("the event is %+v", ev)
		}
	}
}

func TestHittingItselfIsNoKill(t *testing.T) {
	m := newTrails(t)
	m.bystanders()
	ship := m.racer(0, 100, 100, Right)
	for _, course := range []Course{Right, Down, Left, Up} {
		m.run(20, hold(0, Steer(course)))
	}
	if m.run(5); ship.State != Dead || ship.Kills != 0 || ship.Deaths != 1 {
		t.Errorf("the ship is %+v", ship)
	}
}

func TestShipCanTurnBackBesideItsWall(t *testing.T) {
	m := newTrails(t)
	m.bystanders()
	ship := m.racer(0, 100, 100, Right)
	m.run(20)
	m.run(1, hold(0, Steer(Down)))
	if m.run(10, hold(0, Steer(Left))); ship.State != Flying || ship.Facing != Left || ship.Y <= 100*One {
		t.Errorf("the ship is %+v", ship)
	}
}

func TestEdgeAndRockDestroy(t *testing.T) {
	m := newTrails(t)
	m.bystanders()
	ship := m.racer(0, 100, 20, Up)
	if m.run(20); ship.State != Dead || m.count(EventKill) != 1 || ship.Y < HullHalf {
		t.Errorf("the ship is %+v", ship)
	}
	m = setUp(t, Setup{Mode: Trails}, "....................", ".@.....#............", "....................", "....................")
	m.Tick = 1000
	m.Rounds = Rounds{Number: 1, Began: m.Tick - trailHold}
	m.racer(1, 20, 25, Right)
	ship = m.racer(0, 20, 12, Right)
	if m.run(25); ship.State != Dead || !m.setup.Arena.HullFits(ship.X, ship.Y) {
		t.Errorf("the ship is %+v", ship)
	}
}

// Head on, and at right angles at the same place in the same tick; and then the order of slots.
func TestShipsThatHitInTheSameTickAreBothDestroyed(t *testing.T) {
	m := newTrails(t)
	m.bystanders()
	a, b := m.racer(0, 100, 100, Right), m.racer(1, 160, 100, Left)
	if m.run(30); a.State != Dead || b.State != Dead || a.Kills != 1 || b.Kills != 1 {
		t.Errorf("head on: %+v and %+v", a, b)
	}
	a, b = m.racer(2, 100, 200, Right), m.racer(3, 130, 230, Up)
	if m.run(30); a.State != Dead || b.State != Dead {
		t.Errorf("at a crossing: %+v and %+v", a, b)
	}
}

func TestWallIsNoLongerThanItMayBe(t *testing.T) {
	m := newTrails(t)
	m.bystanders()
	ship := m.racer(0, 20, 20, Right)
	for i := range 7 * TickRate {
		if i%200 == 199 { // before they reach the edge
			m.Trails[14], m.Trails[15] = Trail{}, Trail{}
			m.bystanders()
		}
		course := Right
		if ship.X > 440*One {
			course = Down
		}
		m.run(1, hold(0, Steer(course)))
		if length := m.Trails[0].length(ship.corner()); length > trailLength {
			t.Fatalf("%d units after %d ticks", length, i)
		}
	}
	if at := m.path(0); ship.State != Flying || at[0].X < 20 || at[0].Y != 20 || m.Trails[0].length(ship.corner()) < trailLength-3 {
		t.Errorf("the trail is %v", at)
	}
}

func TestTrailOfTooManyCornersIsCutAtItsTail(t *testing.T) {
	m := newTrails(t)
	m.bystanders()
	m.racer(0, 40, 40, Right)
	for i := range 60 {
		m.run(4, hold(0, Steer([]Course{Down, Right}[i%2])))
	}
	if trail := &m.Trails[0]; trail.Count != MaxCorners || m.Ships[0].State != Flying || trail.length(m.Ships[0].corner()) > 170 {
		t.Errorf("%d corners, %d units", trail.Count, trail.length(m.Ships[0].corner()))
	}
}

func TestJumpPassesAWallAndLeavesAGap(t *testing.T) {
	m := newTrails(t)
	m.bystanders()
	m.racer(0, 100, 100, Right)
	ship := m.racer(1, 140, 130, Up)
	m.run(10)
	m.run(1, hold(1, Special))
	if !m.Trails[1].Jumping() || m.count(EventJump) != 1 {
		t.Fatalf("the trail is %+v, expected a jump", m.Trails[1])
	}
	m.run(JumpTime+10, hold(1, 0))
	trail := &m.Trails[1]
	if ship.State != Flying || trail.Jumping() || ship.Y > 90*One {
		t.Fatalf("the ship is %+v", ship)
	}
	if trail.Count != 3 || trail.Gaps != 2 {
		t.Errorf("%d corners, gaps %b, expected a gap between two walls", trail.Count, trail.Gaps)
	}
	high := int32(trail.Corners[1].Y-trail.Corners[2].Y) * One
	if high < JumpTime*trailSpeed-2*One || high > JumpTime*trailSpeed*11/10 {
		t.Errorf("a gap of %d", high)
	}
	crosser := m.racer(2, 125, int32(trail.Corners[1].Y)-10, Right)
	if m.run(20); crosser.State != Flying {
		t.Error("a gap destroyed a ship")
	}
}

func TestJumpHasToBeRecharged(t *testing.T) {
	m := newTrails(t)
	m.bystanders()
	ship := m.racer(0, 20, 160, Right)
	if m.run(JumpTime+jumpRecharge, hold(0, Fire)); m.count(EventJump) != 1 || ship.State != Flying {
		t.Errorf("%d jumps, state %d", m.count(EventJump), ship.State)
	}
	if m.run(1); m.count(EventJump) != 2 {
		t.Errorf("%d jumps, expected the second once it was charged", m.count(EventJump))
	}
}

func TestShipThatLandsInAWallIsDestroyedByTheNext(t *testing.T) {
	m := newTrails(t)
	m.bystanders()
	m.racer(0, 100, 60, Right)
	ship := m.racer(1, 140, 130, Up)
	m.run(1, hold(1, Special))
	if m.run(60, hold(1, 0)); ship.State != Dead || m.Ships[0].Kills != 1 {
		t.Errorf("the ship is %+v, expected its jump to be too short", ship)
	}
}

func TestWallOfADestroyedShipBurnsAndStillKills(t *testing.T) {
	m := newTrails(t)
	m.bystanders()
	ship := m.racer(0, 100, 100, Up)
	for ship.State == Flying { // up to the edge
		m.run(1)
	}
	before := m.Trails[0].length(ship.corner())
	victim := m.racer(1, 96, 15, Right)
	if m.run(6); victim.State != Dead || ship.Kills != 1 {
		t.Errorf("the victim is %+v", victim)
	}
	if after := m.Trails[0].length(ship.corner()); after != before-6*trailBurn {
		t.Errorf("it was %d units long and is %d", before, after)
	}
	if m.run(trailLength / trailBurn); m.Trails[0] != (Trail{}) {
		t.Errorf("the trail is %+v, expected none", m.Trails[0])
	}
}

func TestNoShipFiresAndNoneIsProtected(t *testing.T) {
	m := newTrails(t)
	m.bystanders()
	ship := m.racer(0, 100, 20, Up)
	ship.Protect, ship.Hits, ship.Shield = 99, 3, 99
	if m.run(20, hold(0, Fire)); ship.State != Dead || m.count(EventShot) != 0 {
		t.Errorf("%d shots; the ship is %+v", m.count(EventShot), ship)
	}
}

func TestShipsGetFasterUntilTheEdgesCloseIn(t *testing.T) {
	m := newTiny(t)
	m.setup.Mode = Trails
	m.Tick = 1000
	m.Rounds = Rounds{Number: 1, Began: m.Tick}
	m.bystanders()
	ship := m.racer(0, 240, 160, Right)
	if m.run(trailHold - 1); ship.X != 240*One || m.TrailReady() != 1 {
		t.Errorf("it flew to %d while ships are held", ship.X/One)
	}
	slow := m.TrailSpeed()
	m.Tick += trailRise + 1
	if least, _ := m.TrailBox(&m.setup); m.TrailSpeed() != trailMost || slow != trailSpeed || least.X <= 0 {
		t.Errorf("speeds %d and %d, edges at %d", slow, m.TrailSpeed(), least.X)
	}
	m.Tick += 30 * TickRate
	if least, most := m.TrailBox(&m.setup); least.Y < most.Y {
		t.Errorf("edges at %d and %d, expected no room", least.Y, most.Y)
	}
	if m.run(1); m.Ships[0].State != Dead || m.Ships[14].State != Dead {
		t.Error("a round never ends")
	}
}

func TestTheEdgesCloseInOnceHalfOfTheShipsAreOut(t *testing.T) {
	m := newTrails(t)
	m.bystanders()
	m.racer(0, 100, 100, Right)
	other := m.racer(1, 100, 20, Up)
	m.Ships[2].State, m.Ships[3].State = Dead, Dead // out since before
	for m.run(1); other.State == Flying; m.run(1) {
		if m.trailTime() > TickRate {
			t.Fatalf("the round is %d ticks old, though most ships are in", m.trailTime())
		}
	}
	if least, _ := m.TrailBox(&m.setup); m.trailTime() < trailClose || least.X > 4*trailCreep {
		t.Fatalf("the round counts as %d ticks old, with edges at %d; expected them to begin to close in", m.trailTime(), least.X)
	}
	m.run(10)
	if least, _ := m.TrailBox(&m.setup); least.X < 10*trailCreep {
		t.Errorf("edges at %d ten ticks later", least.X)
	}
}

func TestAShipThatJoinsBeforeTheOthersFlyIsInTheRound(t *testing.T) {
	m := setUp(t, Setup{Mode: Trails}, strings.Repeat(".", 40), ".@.......@.......@.....................", strings.Repeat(".", 40))
	m.run(1, Order{Kind: OrderJoin, Slot: 0}, Order{Kind: OrderJoin, Slot: 1})
	if m.run(2); m.Rounds.Number != 1 || m.Ships[0].State != Flying {
		t.Fatalf("%+v, state %d, expected the round to begin with the ships at their places", m.Rounds, m.Ships[0].State)
	}
	m.run(1, Order{Kind: OrderJoin, Slot: 2})
	if m.run(2); m.Ships[2].State != Flying || m.Ships[2].Lives != 1 {
		t.Errorf("state %d with %d lives, expected it to enter while the others are held", m.Ships[2].State, m.Ships[2].Lives)
	}
	m.run(trailHold, Order{Kind: OrderJoin, Slot: 3})
	m.run(1, Order{Kind: OrderLeave, Slot: 3})
	m.run(1, Order{Kind: OrderJoin, Slot: 3})
	if m.run(3); m.Ships[3].State != Dead {
		t.Errorf("state %d, expected a late ship to wait for the next round", m.Ships[3].State)
	}
}

func TestLastShipWinsTheRoundUnlessTied(t *testing.T) {
	m := newTrails(t)
	winner, loser := m.racer(0, 40, 200, Right), m.racer(1, 100, 20, Up)
	if m.run(20); loser.State != Dead || winner.Score != 1 || m.count(EventRoundWon) != 1 || m.Rounds.Began != 0 {
		t.Errorf("the winner is %+v, the rounds %+v", winner, m.Rounds)
	}
	at := winner.X
	if m.run(60); winner.X != at || winner.State != Flying {
		t.Error("it did not wait for the next round")
	}
	if m.run(roundPause + 2); m.Rounds.Number != 2 || loser.State != Flying || m.Trails[0] != (Trail{}) {
		t.Errorf("the rounds are %+v, the loser %+v, the old trail %+v", m.Rounds, loser, m.Trails[0])
	}
	m = newTrails(t)
	a, b := m.racer(0, 100, 100, Right), m.racer(1, 160, 100, Left)
	m.run(30)
	if won := m.events.List[len(m.events.List)-1]; a.Score+b.Score != 0 || won.Kind != EventRoundWon || won.What != NoTeam {
		t.Errorf("scores %d and %d, the last event %+v", a.Score, b.Score, won)
	}
}

func TestLeavingRemovesTheWall(t *testing.T) {
	m := newTrails(t)
	m.bystanders()
	a, b := m.racer(0, 100, 100, Right), m.racer(1, 100, 104, Right)
	if m.run(20); a.Y != 100*One || b.Y != 104*One || a.X != b.X || m.count(EventBump) != 0 {
		t.Errorf("at %d, %d and %d, %d", a.X, a.Y, b.X, b.Y)
	}
	if m.run(1, Order{Kind: OrderLeave, Slot: 0}); m.Trails[0] != (Trail{}) {
		t.Error("its wall is still there")
	}
}

func TestTrailsNeedAnEmptyArenaWithSpawns(t *testing.T) {
	blank := strings.Repeat(".", 40)
	for _, c := range []struct {
		places, rest string
		plays        bool
	}{{strings.Repeat(".@", 16), "...", true}, {strings.Repeat(".@", 16), ".+.", false}, {strings.Repeat(".@", 16), ".o.", false}, {strings.Repeat(".@", 15), "...", false}} {
		a, err := ParseArena("x", blank+"\n"+(c.places + c.rest + blank)[:40]+"\n"+blank)
		if err != nil {
			t.Fatal(err)
		}
		if err := Trails.Plays(a, 0); (err == nil) != c.plays {
			t.Errorf("%d places and %s: %v", len(a.Spawns), c.rest, err)
		}
	}
}

// Sixteen ships zigzag, each with as many corners as there can be.
func fullTrails(tb testing.TB) *tiny {
	m := newTrails(tb)
	for i := range int32(MaxRacers) {
		m.racer(int(i), 20+25*i, 40, Right)
	}
	for k := range 52 {
		for i := range uint8(MaxRacers) {
			m.Ships[i].Input = Steer([]Course{Down, Right, Down, Left}[k%4])
		}
		m.run(3)
	}
	for i := range m.Trails {
		if m.Trails[i].Count != MaxCorners || m.Ships[i].State != Flying {
			tb.Fatalf("ship %d is %+v, with %d corners", i, m.Ships[i], m.Trails[i].Count)
		}
	}
	return m
}

func BenchmarkStepTrails(b *testing.B) {
	m := fullTrails(b)
	b.ReportAllocs()
	var w World
	for b.Loop() {
		w = m.World
		w.Step(&m.setup, nil, nil)
	}
}
