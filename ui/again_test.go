package ui

import (
	"slices"
	"testing"
)

func TestTheNextMatchIsAKeyAway(t *testing.T) {
	m := newFlown()
	m.view = *stageQuiet()
	onRig(t, Config{Session: m.session("")}, func(r *rig) {
		r.press("1")
		if got := m.now().said; !slices.Equal(got, []string{"gg"}) {
			t.Errorf("1 says %q", got)
		}
		r.press(esc)
		r.showsNot("Play again")
		r.press(esc)
		m.change(func(m *flownState) { closing(&m.view) })
		r.wait()
		r.press("3", "2", esc)
		r.shows("Play again")
		r.press("a", enter)
		if got := m.now(); !slices.Equal(got.votes, []uint8{3, 2}) || len(got.readied) != 1 || !got.readied[0] {
			t.Errorf("votes %v, ready %v", got.votes, got.readied)
		}
	})
}
