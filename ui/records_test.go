package ui

import (
	"errors"
	"fmt"
	"strings"
	"testing"
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
		r.press("r")
		r.shows(" Records ─", "line 1 of 74 columns", "PgUp PgDn scroll", "Esc back")
		r.press(down, down)
		r.showsNot("line 2 of")
		r.shows("line 3 of 74 columns")
		r.resize(60, 20)
		r.shows("line 3 of 54 columns", "Esc back")
		r.resize(150, 40)
		r.shows("of 80 columns")
		r.press(esc)
		r.shows("(r) Records")
	})
}

func TestRecordsAreReadEachTimeTheyAreLookedAt(t *testing.T) {
	reads := 0
	conf := Config{Records: func() (Records, error) {
		reads++
		n := reads
		return func(int) string { return fmt.Sprintf("as read %d", n) }, nil
	}}
	onRig(t, conf, func(r *rig) {
		r.press("r")
		r.shows("as read 1")
		r.press(esc, "r")
		r.shows("as read 2")
	})
}

func TestWhyThereAreNoRecordsIsSaid(t *testing.T) {
	problem := errors.New("records: /home/ann/.local/share/dogfight/records.db is from a later version of the game: version must be 1 at most, got 2")
	onRig(t, Config{Records: func() (Records, error) { return nil, problem }}, func(r *rig) {
		r.resize(60, 20)
		r.press("r")
		if got := strings.Join(strings.Fields(r.box()), " "); !strings.Contains(got, "a later version of the game") || !strings.Contains(got, "got 2") {
			t.Errorf("found %q", got)
		}
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
