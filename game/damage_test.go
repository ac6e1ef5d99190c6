package game

import "testing"

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
