package ui

import (
	"strings"
	"testing"

	"dogfight/game"
	"dogfight/net"
)

func TestAFormOffersWhatGoesWithTheMode(t *testing.T) {
	onOwn(t, game.Waiting, func(r *rig, o *owned) {
		r.press("m", down, down)
		r.shows("Mode                 ◂ deathmatch ▸", game.Deathmatch.Summary())
		for _, mode := range game.Modes()[1:] {
			r.press(right)
			r.shows("◂ "+mode.Name()+" ▸", mode.Summary(), "Arena")
			fewest, most := mode.Sides()
			for label, want := range map[string]bool{"Teams  ": most > max(fewest, 1), "Friendly fire": fewest > 0} {
				if strings.Contains(r.text(), label) != want {
					t.Errorf("%s: %s is asked for: %v", mode.Name(), label, !want)
				}
			}
		}
		r.press(down)
		r.showsNot(game.Modes()[len(game.Modes())-1].Summary())
	})
}

func TestARotationIsTypedInsteadOfAModeAndAnArena(t *testing.T) {
	onOwn(t, game.Waiting, func(r *rig, o *owned) {
		r.press("m", down, down, left)
		r.shows("Mode                 ◂ rotation ▸", "MODE:ARENA, MODE or :ARENA", "Rotation               deathmatch,teams,")
		r.showsNot("Arena  ")
		r.press(down, "\x15", "teams:duel, :open", enter)
		if len(o.set) != 1 || o.set[0].Rotation != "teams:duel, :open" {
			t.Fatalf("found %+v", o.set)
		}
		r.press("m", down, down)
		r.shows("◂ rotation ▸", "teams:duel, :open")
		r.press(right)
		r.shows("◂ deathmatch ▸", "Arena  ")
		r.press(enter)
		if got := o.set[len(o.set)-1]; got.Rotation != "" || got.Mode != game.Deathmatch {
			t.Errorf("found %+v", got)
		}
	})
}

func TestWhatIsWrongWithARotationIsToldBelowTheFields(t *testing.T) {
	onOwn(t, game.Waiting, func(r *rig, o *owned) {
		o.fails = (&net.MatchOptions{Rotation: "teams,chess"}).Check()
		r.press("m", down, down, left, enter)
		r.shows(`entry 2: no mode called "chess"`, "◂ rotation ▸")
		r.press(up)
		r.showsNot("chess")
	})
}
