package game

import "testing"

func TestACloakHidesAShipFromAfarUntilItFires(t *testing.T) {
	m := newTiny(t)
	ship := m.ship(0, 100, 160)
	m.ship(1, 300, 160)
	ship.Cloak = 100
	if !m.Hidden(&m.setup, 0, 1) || m.Hidden(&m.setup, 1, 0) || m.Hidden(&m.setup, 0, 0) {
		t.Error("expected the cloaked ship hidden from the other, and from nobody else")
	}
	m.Ships[1].X = 160 * One
	if m.Hidden(&m.setup, 0, 1) {
		t.Error("it is hidden from 60 units away")
	}
	m.Ships[1].X++
	if !m.Hidden(&m.setup, 0, 1) {
		t.Error("it is seen from more than 60 units away")
	}
	m.run(1, Order{Slot: 0, Input: Fire})
	if m.run(1, Order{Slot: 0}); m.Hidden(&m.setup, 0, 1) {
		t.Error("it fired, and is hidden")
	}
	if m.run(20); !m.Hidden(&m.setup, 0, 1) {
		t.Error("it is seen long after it fired")
	}
	if m.run(100); m.Hidden(&m.setup, 0, 1) || ship.Cloak != 0 {
		t.Errorf("cloak %d, expected it to have ended", ship.Cloak)
	}
}

func TestANebulaHidesWhatIsInIt(t *testing.T) {
	m := setUp(t, Setup{Mode: Teams}, "....................", ".@..~~~.............", "....~~~.............", "....................")
	in := m.ship(0, 44, 20)
	m.ship(1, 140, 20).Team = 2
	m.ship(2, 140, 20).Team = 1
	in.Team = 1
	if !m.Hidden(&m.setup, 0, 1) || m.Hidden(&m.setup, 0, 2) || m.Hidden(&m.setup, 1, 0) {
		t.Error("expected the ship in the nebula hidden from its foe alone")
	}
	m.Orb.Carrier = 1
	if m.Hidden(&m.setup, 0, 1) {
		t.Error("the carrier of the orb is hidden")
	}
}
