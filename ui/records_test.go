package ui

import (
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"dogfight/game"
	"dogfight/game/career"
	"dogfight/net"
)

// someRecords are of fifty lines that say how wide they may be.
func someRecords() (Records, error) {
	return func(width int) string {
		var b strings.Builder
		for n := range 50 {
			fmt.Fprintf(&b, "line %d of %d columns\n", n+1, width)
		}
		return b.String()
	}, nil
}

func TestRecordsScrollAndTakeTheRoomThereIs(t *testing.T) {
	onRig(t, Config{Records: someRecords}, func(r *rig) {
		r.press("r", left)
		r.shows(" Records ─", "line 1 of 74 columns", "PgUp PgDn scroll", "Esc back")
		r.press(down, down)
		r.showsNot("line 2 of")
		r.shows("line 3 of 74 columns")
		r.resize(60, 20)
		r.shows("line 3 of 54 columns", "Esc back")
		r.resize(150, 40)
		r.shows("of 128 columns")
		r.press(esc)
		r.shows("(r) Records")
	})
}

func TestRecordsAreReadEachTimeTheyAreLookedAt(t *testing.T) {
	reads, careers := 0, 0
	conf := Config{
		Records: func() (Records, error) {
			reads++
			n := reads
			return func(int) string { return fmt.Sprintf("as read %d", n) }, nil
		},
		Career: func() (*career.Career, error) {
			careers++
			return &career.Career{Name: fmt.Sprintf("Nova the %d.", careers)}, nil
		},
	}
	onRig(t, conf, func(r *rig) {
		r.press("r", left)
		r.shows("as read 1", "Nova the 1.")
		r.press(esc, "r", left)
		r.shows("as read 2", "Nova the 2.")
	})
}

func TestWhyThereAreNoRecordsIsSaid(t *testing.T) {
	problem := errors.New("records: /home/ann/.local/share/dogfight/records.db is from a later version of the game: version must be 1 at most, got 2")
	conf := Config{
		Records: func() (Records, error) { return nil, problem },
		Career:  func() (*career.Career, error) { return nil, problem },
	}
	onRig(t, conf, func(r *rig) {
		r.resize(60, 20)
		for _, key := range []string{"r", left} {
			r.press(key)
			if got := strings.Join(strings.Fields(r.box()), " "); !strings.Contains(got, "a later version of the game") || !strings.Contains(got, "got 2") {
				t.Errorf("found %q", got)
			}
		}
	})
}

func TestCareerIsInTabsAndInALargeWindowOnOnePage(t *testing.T) {
	onRig(t, Config{Career: someCareer}, func(r *rig) {
		r.press("r")
		r.shows("Records of Nova", "1541", "Streak of five", "best streak 11")
		r.showsNot("Cannon")
		r.showsNot("Rivet")
		r.press(right)
		r.shows("Cannon", "Rail gun", "24%")
		r.press(tab)
		r.shows("Rivet", "destroyed you")
		r.press("\x1b[Z", left)
		r.shows("Streak of five")
		r.resize(120, 40)
		r.shows("Streak of five", "Cannon", "Rivet", "last matches")
	})
}

func TestNewcomerIsToldWhatThereIsToCome(t *testing.T) {
	empty := func() (*career.Career, error) { return &career.Career{}, nil }
	onRig(t, Config{Career: empty}, func(r *rig) {
		r.press("r")
		for range 4 {
			r.shows("No match of yours yet", "your rating after each match", "Untouchable")
			r.press(right)
		}
		r.press(down, up) // and nothing comes of it
	})
}

func TestThatAMatchWillNotBeInTheRecordsIsToldOnce(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.launcher.unkept = errors.New("records: file is damaged")
		r.press("p")
		r.shows("Not recorded", "records: file is damaged")
		r.press(" ")
		r.showsNot("is damaged")
		r.press(esc, "l") // the menu's leave
		if r.launcher.match.now().closed != 1 {
			t.Fatalf("expected to have left:\n%s", r.text())
		}
		r.press("p")
		r.showsNot("is damaged")
	})
}

func TestEndOfAMatchIsToldOnceAndAfterItHasSettled(t *testing.T) {
	m := newFlown()
	m.view = *fresh(stage())
	conf := Config{Session: m.session("")}
	var told, closed atomic.Int32 // times, and of a match that was over
	conf.Session.Ended = func(v *net.View, t *game.Tally) {
		told.Add(1)
		if v.World.Status == game.Closed {
			closed.Add(1)
		}
	}
	onRig(t, conf, func(r *rig) {
		m.change(func(s *flownState) { s.view.World.Status = game.Closed })
		r.wait()
		if told.Load() != 0 {
			t.Error("told before all of it is decided")
		}
		for range 10 {
			r.wait()
		}
		if told.Load() != 1 || closed.Load() != 1 {
			t.Errorf("told %d times, %d of them of its end", told.Load(), closed.Load())
		}
		m.change(func(s *flownState) { s.view.World.Status = game.InProgress })
		r.wait()
		m.change(func(s *flownState) { s.view.World.Status = game.Closed })
		for range 10 {
			r.wait()
		}
		if told.Load() != 2 {
			t.Errorf("of two ends told %d times", told.Load())
		}
	})
}
