package ui

import "testing"

func TestOnAForeignServerThereIsNoShipToChange(t *testing.T) {
	match := newFlown()
	match.view.Foreign = true
	onRig(t, Config{Session: match.session("")}, func(r *rig) {
		r.press(esc)
		r.shows("Players and bots", "Leave the match")
		r.showsNot("Change ship")
		r.press("?")
		r.shows("Help")
		r.press("\x1b[F") // to its end
		r.showsNot("RELOAD MS")
	})
}
