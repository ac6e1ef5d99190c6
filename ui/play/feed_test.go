package play

import (
	"strings"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/ui/play/playtest"
)

func TestTheNewestEventStandsUnderTheTopLineForThreeSeconds(t *testing.T) {
	v, s, term := wideView("Nova", "Rex", "Vega"), New(Options{}), newTerminal(t, 80, 24)
	v.Events = []game.Event{{Kind: game.EventKill, Slot: 1, By: 0}, {Kind: game.EventKill, Slot: 2, By: 1}}
	show(s, term, v, playtest.Noon)
	v.Events = nil
	if !strings.HasSuffix(term.row(1), " Rex » Vega") {
		t.Errorf("got %q", term.row(1))
	}
	term.hides(t, "Nova » Rex")
	show(s, term, v, playtest.Noon.Add(3*time.Second))
	term.hides(t, "»")
}
