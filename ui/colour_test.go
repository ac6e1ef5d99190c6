package ui

import (
	"slices"
	"testing"
)

func TestTheColourIsChosenInTheLobbyAndKept(t *testing.T) {
	k, m := &keeper{}, newFlown()
	m.view = *lobby(stage())
	onRig(t, Config{Pilot: Pilot{Name: "Ann"}, Save: k.keep, Session: m.session("")}, func(r *rig) {
		r.press("o", "o")
		if got := m.now().colours; !slices.Equal(got, []uint8{1, 2}) {
			t.Errorf("the match was told of %v, expected 1 and 2", got)
		}
		if len(k.kept) != 2 || k.kept[1][1].ShipColour != 2 {
			t.Errorf("kept: %+v", k.kept)
		}
	})
}

func TestTheColourIsChosenOnThePageOfShipsAndKept(t *testing.T) {
	k, m := &keeper{}, newFlown()
	m.view = *stageQuiet()
	onRig(t, Config{Pilot: Pilot{Name: "Ann", Colour: 8}, Save: k.keep, Session: m.session("")}, func(r *rig) {
		r.press(esc, "c")
		r.shows("colour teal")
		r.press("o", "o")
		r.shows("colour red")
		if got := m.now().colours; len(got) != 0 {
			t.Errorf("the match was told of %v before it was taken", got)
		}
		r.press(enter)
		if got := m.now(); !slices.Equal(got.colours, []uint8{1}) || len(got.chosen) != 1 {
			t.Errorf("the match was told of the colours %v and the ships %v", got.colours, got.chosen)
		}
		if len(k.kept) != 1 || k.kept[0][1].ShipColour != 1 {
			t.Errorf("kept: %+v", k.kept)
		}
	})
}
