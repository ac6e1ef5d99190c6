package game

import (
	"reflect"
	"testing"
	"unsafe"
)

// duel returns a World with ships in slots 0 to 3, in team 1 those of even
// slots.
func duel(t *testing.T, s Setup) *tiny {
	m := newTiny(t)
	s.Arena, s.Classes, s.Weapons = m.setup.Arena, m.setup.Classes, m.setup.Weapons
	m.setup = s
	for slot := range 4 {
		ship := m.ship(slot, 50+int32(slot)*50, 160)
		if s.Mode == Teams {
			ship.Team = uint8(1 + slot%2)
		}
	}
	return m
}

func TestKillScoresTen(t *testing.T) {
	m := duel(t, Setup{})
	m.hit(1, 0, 4)
	if m.count(EventKill) > 0 {
		t.Fatal("killed with a HP left")
	}
	m.hit(1, 0, 1)
	killer, victim := &m.Ships[0], &m.Ships[1]
	if killer.Score != 10 || killer.Kills != 1 || killer.Deaths != 0 {
		t.Errorf("killer: %d points, %d kills, %d deaths", killer.Score, killer.Kills, killer.Deaths)
	}
	if victim.State != Dead || victim.Deaths != 1 || victim.Score != 0 || m.count(EventKill) != 1 {
		t.Errorf("victim: state %d, %d deaths, %d points, %d kill events", victim.State, victim.Deaths, victim.Score, m.count(EventKill))
	}
}

func TestAssistScoresThreeForAHitInTheLastFiveSeconds(t *testing.T) {
	for ticks, want := range map[int]int32{0: 3, 5*TickRate - 1: 3, 5 * TickRate: 0} {
		m := duel(t, Setup{})
		m.hit(1, 2, 1)
		m.run(ticks)
		m.hit(1, 0, 4)
		if m.Ships[2].Score != want || int32(m.Ships[2].Assists) != want/3 {
			t.Errorf("after %d ticks: %d points, %d assists, expected %d points", ticks, m.Ships[2].Score, m.Ships[2].Assists, want)
		}
		if m.Ships[0].Score != 10 {
			t.Errorf("the killer has %d points, expected 10", m.Ships[0].Score)
		}
	}
}

func TestKillerDoesNotAssistTheSameKill(t *testing.T) {
	m := duel(t, Setup{})
	m.hit(1, 0, 1)
	m.hit(1, 0, 4)
	if m.Ships[0].Score != 10 || m.Ships[0].Assists != 0 {
		t.Errorf("%d points and %d assists, expected 10 and none", m.Ships[0].Score, m.Ships[0].Assists)
	}
}

func TestBlockedHitIsNoAssist(t *testing.T) {
	m := duel(t, Setup{})
	m.Ships[1].Shield, m.Ships[1].Hits = 100, 1
	m.hit(1, 2, 1)
	m.hit(1, 0, 5)
	if m.Ships[2].Score != 0 {
		t.Errorf("%d points for a hit on the shield, expected none", m.Ships[2].Score)
	}
}

func TestFifthAttackerPushesOutTheOldest(t *testing.T) {
	m := duel(t, Setup{})
	victim := m.ship(9, 300, 160)
	victim.HP = 8
	for by := 1; by <= 5; by++ {
		m.ship(by, 300, 20)
		m.hit(9, by, 1)
		m.run(1)
	}
	m.hit(9, 0, 3)
	for by, want := range map[int]uint16{1: 0, 2: 0, 3: 1, 4: 1, 5: 1} {
		if m.Ships[by].Assists != want {
			t.Errorf("attacker %d: %d assists, expected %d", by, m.Ships[by].Assists, want)
		}
	}
}

func TestAttackersAreStoredOnce(t *testing.T) {
	m := duel(t, Setup{})
	for _, by := range []int{2, 3, 3} {
		m.hit(1, by, 1)
		m.run(1)
	}
	m.hit(1, 0, 2)
	if m.Ships[2].Assists != 1 || m.Ships[3].Assists != 1 {
		t.Errorf("%d and %d assists, expected 1 each", m.Ships[2].Assists, m.Ships[3].Assists)
	}
}

func TestHurtingOneselfIsNoAssistInOnesDeath(t *testing.T) {
	m := duel(t, Setup{})
	m.hit(1, 1, 1)
	if m.hit(1, 0, 4); m.Ships[1].Score != 0 || m.Ships[1].Assists != 0 {
		t.Errorf("%d points, %d assists, expected none", m.Ships[1].Score, m.Ships[1].Assists)
	}
}

func TestSelfDestructionCostsFive(t *testing.T) {
	m := duel(t, Setup{})
	m.hit(0, 0, 5)
	if ship := &m.Ships[0]; ship.Score != -5 || ship.Kills != 0 || ship.Deaths != 1 {
		t.Errorf("%d points, %d kills, %d deaths, expected -5, 0 and 1", ship.Score, ship.Kills, ship.Deaths)
	}
}

func TestKillingATeamMateCostsFive(t *testing.T) {
	m := duel(t, Setup{Mode: Teams, FriendlyFire: true})
	m.hit(2, 0, 5)
	if ship := &m.Ships[0]; ship.Score != -5 || ship.Kills != 0 || m.TeamScores[1] != -5 {
		t.Errorf("%d points, %d kills, the team %d, expected -5, 0 and -5", ship.Score, ship.Kills, m.TeamScores[1])
	}
}

func TestHittingATeamMateIsNoAssist(t *testing.T) {
	m := duel(t, Setup{Mode: Teams, FriendlyFire: true})
	m.hit(2, 0, 1)
	m.hit(2, 1, 4)
	if m.Ships[0].Score != 0 || m.Ships[1].Score != 10 {
		t.Errorf("the team-mate has %d points and the foe %d, expected 0 and 10", m.Ships[0].Score, m.Ships[1].Score)
	}
}

func TestTeamScoresAddUp(t *testing.T) {
	m := duel(t, Setup{Mode: Teams})
	m.hit(1, 2, 1)
	m.hit(1, 0, 4)
	m.hit(0, 3, 5)
	if m.TeamScores != [MaxTeams + 1]int32{1: 13, 2: 10} {
		t.Errorf("teams have %v, expected 13 and 10", m.TeamScores)
	}
}

func TestTeamScoreIncludesPilotsThatLeft(t *testing.T) {
	m := duel(t, Setup{Mode: Teams})
	m.hit(1, 0, 5)
	m.run(1, Order{Kind: OrderLeave, Slot: 0})
	if m.TeamScores[1] != 10 || m.Ships[0] != (Ship{}) {
		t.Errorf("the team has %d, expected 10, and an empty slot", m.TeamScores[1])
	}
}

func TestNoAssistAfterThePilotLeft(t *testing.T) {
	m := duel(t, Setup{})
	m.hit(1, 2, 1)
	m.run(1, Order{Kind: OrderLeave, Slot: 2}, Order{Kind: OrderJoin, Slot: 2})
	m.hit(1, 0, 4)
	if m.Ships[2].Score != 0 {
		t.Errorf("the new pilot has %d points, expected none", m.Ships[2].Score)
	}
}

func TestDeathEndsPowerUpsButNotTheScore(t *testing.T) {
	m := duel(t, Setup{})
	ship := &m.Ships[0]
	ship.Extra, ship.Overdrive, ship.Boost, ship.VX, ship.Score, ship.Assists = 2, 99, 99, 99, 21, 2
	m.hit(0, 1, 5)
	m.run(respawnTime)
	if ship.State != Flying || ship.Extra != 0 || ship.Overdrive != 0 || ship.Boost != 0 || ship.VX != 0 {
		t.Errorf("it came back with something: %+v", *ship)
	}
	if ship.Score != 21 || ship.Assists != 2 || ship.Deaths != 1 {
		t.Errorf("%d points, %d assists, %d deaths, expected 21, 2 and 1", ship.Score, ship.Assists, ship.Deaths)
	}
}

// last returns the newest event of a kind.
func (m *tiny) last(t *testing.T, kind EventKind) (found Event) {
	t.Helper()
	for _, ev := range m.events.List {
		if ev.Kind == kind {
			found = ev
		}
	}
	if found.Kind == 0 {
		t.Fatalf("there is no event %d in %+v", kind, m.events.List)
	}
	return found
}

func TestAHitHasThePlaceWhereItWasFired(t *testing.T) {
	m := newTiny(t)
	m.ship(0, 100, 160)
	m.ship(1, 150, 160)
	m.run(1, Order{Slot: 0, Input: Fire})
	m.Ships[0].Y = 20 * One
	m.run(30, Order{Slot: 0})
	if ev := m.last(t, EventHit); ev.FromX != 100*One || ev.FromY != 160*One {
		t.Errorf("from %d, %d, expected %d, %d", ev.FromX, ev.FromY, 100*One, 160*One)
	}
}

func TestAHitByAMineHasThePlaceOfTheMine(t *testing.T) {
	m := newTiny(t)
	m.ship(0, 100, 160).Weapon = mines
	m.run(1, Order{Slot: 0, Input: Fire})
	m.Ships[0].X = 300 * One
	m.run(1, Order{Slot: 0})
	m.ship(1, 90, 150)
	m.run(1)
	if ev := m.last(t, EventHit); ev.FromX != 100*One || ev.FromY != 160*One || ev.HP != 2 {
		t.Errorf("%d HP from %d, %d, expected 2 from %d, %d", ev.HP, ev.FromX, ev.FromY, 100*One, 160*One)
	}
}

func TestABlastHasThePlaceOfItsBarrel(t *testing.T) {
	m := withBarrels(t, Point{200, 160})
	m.ship(0, 100, 160)
	m.ship(1, 210, 160).HP = 1
	m.hitBarrel(&m.setup, 0, 0, 3, &m.events)
	for _, kind := range []EventKind{EventHit, EventKill} {
		if ev := m.last(t, kind); ev.FromX != 200*One || ev.FromY != 160*One {
			t.Errorf("event %d: from %d, %d, expected the barrel", kind, ev.FromX, ev.FromY)
		}
	}
}

func TestHPOfHitsAndKills(t *testing.T) {
	m := newTiny(t)
	m.ship(0, 100, 160).HP = 4
	m.ship(1, 150, 160)
	if m.hit(1, 0, 3); m.last(t, EventHit).HP != 3 {
		t.Errorf("a hit of 3 took %d HP", m.last(t, EventHit).HP)
	}
	if m.hit(1, 0, 3); m.last(t, EventHit).HP != 2 || m.last(t, EventKill).HP != 4 {
		t.Errorf("the last 2 HP: %d were taken, and the killer has %d, expected 2 and 4", m.last(t, EventHit).HP, m.last(t, EventKill).HP)
	}
	m.ship(1, 150, 160).Protect = 9
	if m.hit(1, 0, 3); m.last(t, EventBlock).HP != 0 {
		t.Errorf("a blocked hit took %d HP", m.last(t, EventBlock).HP)
	}
}

func TestAPickUpHasTheHPThatItGave(t *testing.T) {
	for _, c := range []struct {
		kind    ItemKind
		hp, got uint8
	}{{HPPlusThree, 5, 3}, {HPPlusThree, 7, 1}, {HPPlusOne, 1, 1}, {ShieldItem, 5, 0}} {
		m := newTiny(t)
		m.ship(0, 100, 160).HP = c.hp
		m.Items[MaxItems-1] = Item{Kind: c.kind, X: 100 * One, Y: 160 * One, Timer: 100}
		if m.run(1); m.last(t, EventPickup).HP != c.got {
			t.Errorf("item %d at %d HP: %d were given, expected %d", c.kind, c.hp, m.last(t, EventPickup).HP, c.got)
		}
	}
}

func kill(by, victim uint8) Event { return Event{Kind: EventKill, Slot: victim, By: by} }

// tally adds the events up to a tick to the tally of a match.
func (m tiny) tally(t *Tally, tick Tick, happened ...Event) {
	m.Tick = tick
	t.Add(&m.setup, &m.World, happened)
}

func TestTallyIsAPlainValue(t *testing.T) {
	checkPlain(t, "Tally", reflect.TypeFor[Tally]())
}

func TestTallyCountsAimedShotsAndHits(t *testing.T) {
	m, c := duel(t, Setup{}), Tally{}
	m.tally(&c, 1,
		Event{Kind: EventShot, Slot: 0, What: spread}, // three at once
		Event{Kind: EventShot, Slot: 0, What: cannon},
		Event{Kind: EventShot, Slot: 0, What: mines}, // which are not aimed
		Event{Kind: EventHit, Slot: 1, By: 0, What: spread, HP: 1},
		Event{Kind: EventBlock, Slot: 1, By: 0, What: cannon},
		Event{Kind: EventHit, Slot: 1, By: 0, What: mines, HP: 2},
		Event{Kind: EventHit, Slot: 1, By: 0, What: BlastWeapon, HP: 4},
		Event{Kind: EventHit, Slot: 0, By: 0, What: BlastWeapon, HP: 3}, // the own barrel
		Event{Kind: EventPickup, Slot: 0, By: 0},
		Event{Kind: EventBlast, Slot: 0, By: 0},
		Event{Kind: EventHit, Slot: 200, By: 0},
		kill(0, 0))
	want := SlotTally{Shots: 4, Hits: 2, Damage: 7, Taken: 3, Flown: 1, Items: 1, Barrels: 1, Crashes: 1}
	want.Classes[0] = ArmTally{Shots: 4, Hits: 2, Damage: 7, Flown: 1, Deaths: 1}
	want.Weapons[cannon] = ArmTally{Shots: 1, Hits: 1, Flown: 1, Deaths: 1}
	want.Weapons[spread] = ArmTally{Shots: 3, Hits: 1, Damage: 1}
	want.Weapons[mines] = ArmTally{Damage: 2}
	if got := c.Slots[0]; got != want {
		t.Errorf("%+v, expected %+v", got, want)
	}
	if c.Clear(0); c.Slots[0] != (SlotTally{}) {
		t.Errorf("%+v of the next pilot", c.Slots[0])
	}
}

func TestTallyCountsTheTicksInWhichThereWasAShip(t *testing.T) {
	m := duel(t, Setup{Lobby: true})
	m.Tick, m.Status = 100, Waiting
	c := NewTally(&m.World)
	m.tally(&c, 105)
	m.Status = InProgress
	m.tally(&c, 106)
	m.tally(&c, 120)
	m.Ships[1] = Ship{}
	m.tally(&c, 121)
	m.Status = Closed
	m.tally(&c, 122)
	if c.Slots[0].Flown != 16 || c.Slots[1].Flown != 15 || c.Slots[9].Flown != 0 {
		t.Errorf("%d, %d and %d ticks, expected 16, 15 and 0", c.Slots[0].Flown, c.Slots[1].Flown, c.Slots[9].Flown)
	}
}

func TestStreakEndsWithADeath(t *testing.T) {
	m, c := duel(t, Setup{}), Tally{}
	m.tally(&c, 1, kill(0, 1), kill(0, 2), kill(0, 1), kill(1, 0), kill(0, 2))
	if got := c.Slots[0]; got.LongestStreak != 3 || got.Streak != 1 {
		t.Errorf("%+v, expected the longest 3 and now 1", got)
	}
}

func TestRevengeHasATimeLimit(t *testing.T) {
	m, c := duel(t, Setup{}), Tally{}
	m.tally(&c, 1, kill(1, 0))
	if m.tally(&c, 2, kill(0, 2)); c.Slots[0].Avenged != 0 {
		t.Error("it was taken on another")
	}
	if m.tally(&c, 1+RevengeTime, kill(0, 1)); c.Slots[0].Avenged != 1 {
		t.Error("it was in time")
	}
	m.tally(&c, 5000, kill(1, 0))
	if m.tally(&c, 5001+RevengeTime, kill(0, 1)); c.Slots[0].Avenged != 1 {
		t.Error("it was too late")
	}
}

func TestTeamMateCountsForNothing(t *testing.T) {
	m, c := duel(t, Setup{Mode: Teams}), Tally{}
	m.tally(&c, 1, kill(0, 2), Event{Kind: EventHit, Slot: 2, By: 0})
	if got := c.Slots[0]; got.Streak != 0 || got.Hits != 0 {
		t.Errorf("%+v, expected neither a kill nor a hit", got)
	}
}

func TestTallyCountsByShipAndWeapon(t *testing.T) {
	m, c := duel(t, Setup{}), Tally{}
	m.tally(&c, 10)
	m.Ships[0].Class, m.Ships[0].Weapon = 2, spread
	m.tally(&c, 16,
		Event{Kind: EventKill, Slot: 1, By: 0, What: mines}, // which lay there from before
		Event{Kind: EventKill, Slot: 1, By: 0, What: BlastWeapon},
		kill(1, 0))
	got := c.Slots[0]
	if got.Classes[0] != (ArmTally{Flown: 10}) || got.Classes[2] != (ArmTally{Flown: 6, Kills: 2, Deaths: 1}) {
		t.Errorf("by class: %+v", got.Classes)
	}
	if got.Weapons[cannon] != (ArmTally{Flown: 10}) || got.Weapons[spread] != (ArmTally{Flown: 6, Deaths: 1}) || got.Weapons[mines] != (ArmTally{Kills: 1}) {
		t.Errorf("by weapon: %+v", got.Weapons)
	}
}

func TestFirstBloodIsOnePilots(t *testing.T) {
	m, c := duel(t, Setup{}), Tally{}
	m.tally(&c, 1, kill(2, 2)) // his own is none
	m.tally(&c, 2, kill(1, 0), kill(0, 1))
	m.tally(&c, 3, kill(2, 1))
	if c.Slots[0].FirstBlood || !c.Slots[1].FirstBlood || c.Slots[2].FirstBlood {
		t.Error("expected it to be that of the pilot in slot 1")
	}
}

func TestClearRemovesKillsOfAndByTheSlot(t *testing.T) {
	m, c := duel(t, Setup{}), Tally{}
	m.tally(&c, 1, kill(0, 1), kill(0, 1), kill(1, 0), kill(2, 0))
	if c.Slots[0].Killed[1] != 2 || c.Slots[1].Killed[0] != 1 || c.Slots[2].Killed[0] != 1 {
		t.Errorf("found %v", c.Slots[0].Killed)
	}
	c.Clear(1) // and another takes the slot
	if c.Slots[0].Killed[1] != 0 || c.Slots[1].Killed[0] != 0 || c.Slots[2].Killed[0] != 1 {
		t.Errorf("after another came, found %v", c.Slots[0].Killed)
	}
}

func TestTallyHasTheLargestLagBehindTheBest(t *testing.T) {
	m, c := duel(t, Setup{}), Tally{}
	m.Ships[0].Score, m.Ships[1].Score = 40, 5
	m.tally(&c, 1, kill(0, 1))
	m.Ships[1].Score = 60
	m.tally(&c, 2, kill(1, 0))
	if c.Slots[0].Behind != 20 || c.Slots[1].Behind != 35 {
		t.Errorf("%d and %d points, expected 20 and 35", c.Slots[0].Behind, c.Slots[1].Behind)
	}
	m = duel(t, Setup{Mode: Teams})
	c, m.TeamScores = Tally{}, [MaxTeams + 1]int32{0, 10, 50}
	m.tally(&c, 1, kill(1, 0))
	if one := c.Slots[0].Behind; one != 40 {
		t.Errorf("the team is behind by 40 points, the pilot by %d", one)
	}
}

// The Tally is copied with its Match, and every screen has one.
func TestTallyIsSmall(t *testing.T) {
	size := unsafe.Sizeof(Tally{})
	t.Logf("%d bytes; a World has %d", size, unsafe.Sizeof(World{}))
	if size > 40_000 {
		t.Errorf("%d bytes", size)
	}
}

func BenchmarkTally(b *testing.B) {
	s, w, c := Setup{Weapons: []Weapon{{Speed: 1, Fan: 1}}}, World{Status: InProgress}, Tally{}
	for i := range w.Ships {
		w.Ships[i].State = Flying
	}
	events := []Event{{Kind: EventShot}, {Kind: EventHit, Slot: 1, HP: 1}, kill(0, 1)}
	for b.Loop() {
		w.Tick++
		c.Add(&s, &w, events)
	}
}
