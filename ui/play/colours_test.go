package play

import (
	"testing"

	"dogfight/game"
	"dogfight/proto"
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
	"dogfight/ui/play/playtest"
)

func TestThereAreAsManyColoursAsTheProtocolHas(t *testing.T) {
	if canvas.FoeRamps != proto.Colours || len(canvas.ShipColours()) != proto.Colours {
		t.Errorf("%d ramps and %d names of %d colours", canvas.FoeRamps, len(canvas.ShipColours()), proto.Colours)
	}
}

func TestAShipHasTheColourThatTheHostGaveIt(t *testing.T) {
	v := playtest.View("Nova", "Rex", "Vega")
	v.Roster[1].Colour, v.Roster[2].Colour = 8, 0
	hulls := func() (hulls [3]canvas.Ramp) {
		var pilots model.Pilots
		pilots.Read(v)
		m := model.Match{View: v, Pilots: &pilots}
		for slot := range hulls {
			hulls[slot] = m.HullOf(slot)
		}
		return hulls
	}
	got := hulls()
	if got[1] != canvas.ShipRamp(8) || got[2] != canvas.ShipRamp(3) || got[0].Bright != canvas.OwnBright {
		t.Errorf("the ships are of %v", got)
	}
	v.Setup.Mode = game.Teams
	for slot := range 3 {
		v.World.Ships[slot].Team = uint8(1 + slot%2)
	}
	if got := hulls(); got[1] != canvas.TeamRamp(2) || got[2] != canvas.TeamRamp(1) {
		t.Errorf("in teams they are of %v", got)
	}
}

func TestTheColourIsChangedInTheLobbyButForTeams(t *testing.T) {
	v, s := waiting("Nova", "Rex"), New(Options{})
	v.Roster[0].Colour = 4
	term := newTerminal(t, 80, 24)
	show(s, term, v, playtest.Noon)
	term.shows(t, "Nova (you) ■", "o colour")
	if got := s.Event(char('o'), v, playtest.Noon); got.Kind != Recolour {
		t.Errorf("o asks for %v", got)
	}
	v.Setup.Mode = game.Teams
	v.World.Ships[0].Team, v.World.Ships[1].Team = 1, 2
	show(s, term, v, playtest.Noon)
	term.hides(t, "■", "o colour")
	if got := s.Event(char('o'), v, playtest.Noon); got.Kind == Recolour {
		t.Error("o changes the colour in a match of teams")
	}
	if got := s.Event(char('o'), playtest.View("Nova"), playtest.Noon); got.Kind == Recolour {
		t.Error("o changes the colour in flight")
	}
}
