package game

import "testing"

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

func TestAHitTellsWhereItWasFiredFromWhereverTheShooterIsNow(t *testing.T) {
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

func TestAMineTellsWhereItLay(t *testing.T) {
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

func TestABlastComesFromItsBarrel(t *testing.T) {
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

func TestAHitTellsWhatItTookAndAKillWhatTheKillerHasLeft(t *testing.T) {
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

func TestAPickUpTellsWhatItGave(t *testing.T) {
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
