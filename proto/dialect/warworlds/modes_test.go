package warworlds

import (
	"testing"

	"dogfight/testkit/dialects"
)

func TestADroneIsAShipOfAnotherColourThatNoPilotCommands(t *testing.T) {
	m := dialects.NewMatch(2)
	m.AddDrone()
	m.Scene.Roster[1].Slot = dialects.Drone // as in a match before
	r := newRig(t, m)
	r.sends(&JoinRequest{})
	r.sends(asks())
	r.ticks(2 * turn)
	states, turns := received[*State](r), received[*Command](r)
	colours, drones := map[Colour]bool{}, 0
	for _, e := range states[len(states)-1].Entities {
		if e.Kind != 1 {
			continue
		}
		if colours[e.Colour] || e.Colour == 0 {
			t.Errorf("%+v has a colour that another has", e)
		}
		colours[e.Colour] = true
		if e.ID == dialects.Drone+1 {
			drones++
		}
	}
	if len(colours) != 3 || drones != 1 {
		t.Errorf("%d ships, %d drones, expected 3 and 1", len(colours), drones)
	}
	for _, c := range turns[len(turns)-1].Commands {
		if c.Player == dialects.Drone+1 {
			t.Errorf("%+v is of a drone", c)
		}
	}
}

func TestAReturnToASeatHasAColour(t *testing.T) {
	var p Palette
	first := p.Grant(3, 7, 0)
	p.Grant(5, 7, 0)
	if again := p.Grant(3, 7, 0); again != first || again == 0 {
		t.Errorf("%#x, and back again %#x", first, again)
	}
}
