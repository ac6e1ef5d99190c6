package ui

import "testing"

func TestTheHostHearsWhereThePlayerCannotPlay(t *testing.T) {
	for what, c := range map[string]struct {
		keys []string
		idle bool
	}{
		"flying":                 {nil, false},
		"typing":                 {[]string{enter, "hello"}, false},
		"the scores":             {[]string{"\t"}, false},
		"the menu":               {[]string{esc}, true},
		"back from the menu":     {[]string{esc, esc}, false},
		"the help of a match":    {[]string{"?"}, true},
		"back from that":         {[]string{"?", esc}, false},
		"help from the menu":     {[]string{esc, "?"}, true},
		"the settings":           {[]string{esc, "s"}, true},
		"the keys":               {[]string{esc, "s", up, enter}, true},
		"ships":                  {[]string{esc, "c"}, true},
		"who is there":           {[]string{esc, "p"}, true},
		"what was said":          {[]string{esc, "t"}, true},
		"back from all of it":    {[]string{esc, "s", up, enter, esc, esc, esc}, false},
		"scrolling while typing": {[]string{enter, "\x1b[5~"}, false},
	} {
		onRig(t, Config{}, func(r *rig) {
			r.press(enter)
			r.press(c.keys...)
			if r.launcher.match.now().idle != c.idle {
				t.Errorf("%s: the host is told %v:\n%s", what, !c.idle, r.text())
			}
		})
	}
}

func TestAWindowThatIsTooSmallIsNoPlaceToPlay(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.press(enter)
		r.resize(20, 5)
		if !r.launcher.match.now().idle {
			t.Error("the match is to run on, though nothing of it is to be seen")
		}
		r.resize(80, 24)
		if r.launcher.match.now().idle {
			t.Error("the match is to stand still")
		}
	})
}

func TestPagesOverAMatchSayWhetherItStandsStill(t *testing.T) {
	for page, keys := range map[string][]string{"Menu": {esc}, "Help": {esc, "?"}, "Settings": {esc, "s"}, "Keys": {esc, "s", up, enter}} {
		onRig(t, Config{}, func(r *rig) {
			r.press(enter)
			r.press(keys...)
			r.shows(" " + page + " (match still running) ")
			r.launcher.match.change(func(m *flownState) { m.view.Paused = true })
			r.wait()
			r.shows(" " + page + " (paused) ")
			r.showsNot("running")
			r.launcher.match.change(func(m *flownState) { m.view.Paused = false })
			r.wait()
			r.shows(" " + page + " (match still running) ")
		})
	}
}

func TestTheMatchScreenSaysThatItIsPaused(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.press(enter, "?")
		r.launcher.match.change(func(m *flownState) { m.view.Paused = true })
		r.wait()
		r.shows("paused")
	})
}

func TestTheMenuOfTheTitleSaysNothingOfAMatch(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.press("s")
		r.shows(" Settings ─")
	})
}
