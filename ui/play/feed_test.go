package play

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net"
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

// kills shows a View for each kill, a second apart from the last.
func kills(s *Screen, term terminal, v *net.View, now time.Time, by []uint8, victims []uint8) time.Time {
	for i := range by {
		now = now.Add(time.Second)
		v.World.Tick += game.TickRate
		v.Decided = []game.Event{{Kind: game.EventKill, Slot: victims[i], By: by[i]}}
		v.Events = v.Decided
		show(s, term, v, now)
	}
	v.Decided, v.Events = nil, nil
	return now
}

func TestAStreakIsToldAtThreeAndAtEachFive(t *testing.T) {
	v, s, term := wideView("Nova", "Rex", "Vega"), New(Options{}), newTerminal(t, 80, 24)
	show(s, term, v, playtest.Noon)
	now := playtest.Noon
	for streak := 1; streak <= 10; streak++ {
		now = kills(s, term, v, now, []uint8{1}, []uint8{2})
		told := streak == 3 || streak == 5 || streak == 10
		words := fmt.Sprintf("Rex is on a streak of %d", streak)
		if strings.Contains(term.text(), words) != told {
			t.Errorf("kill %d: told %v:\n%s", streak, !told, term.text())
		}
		if !strings.HasSuffix(term.row(1), "Rex » Vega") {
			t.Errorf("kill %d: the kill itself is hidden: %q", streak, term.row(1))
		}
	}
}

func TestARevengeIsToldUnderItsKill(t *testing.T) {
	v, s, term := wideView("Nova", "Rex", "Vega"), New(Options{}), newTerminal(t, 80, 24)
	show(s, term, v, playtest.Noon)
	kills(s, term, v, playtest.Noon, []uint8{1, 0}, []uint8{0, 1})
	if kill, remark := term.row(1), term.row(2); !strings.HasSuffix(kill, "Nova » Rex") || !strings.HasSuffix(remark, "Nova takes revenge") {
		t.Errorf("%q, then %q", kill, remark)
	}
}

func TestInANarrowPanelRemarksAreBrief(t *testing.T) {
	v, s, term := wideView("Nova", "Wolfgang von K", "Vega"), New(Options{}), newTerminal(t, 120, 40)
	show(s, term, v, playtest.Noon)
	kills(s, term, v, playtest.Noon, []uint8{2, 1, 1, 1}, []uint8{1, 2, 2, 2})
	term.shows(t, "Wolfgang v streak of 3", "Wolfgang von K revenge")
}
