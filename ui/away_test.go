package ui

import (
	"strings"
	"testing"
	"time"
)

func TestWhoPressesNoKeyIsWarnedAndThenSentAway(t *testing.T) {
	match := newFlown()
	onRig(t, Config{Session: match.session(""), Away: time.Minute}, func(r *rig) {
		time.Sleep(29 * time.Second)
		r.showsNot("Still there?")
		time.Sleep(2 * time.Second)
		r.shows("Still there? Press a key or you will be removed in 29 s")
		r.tty.Type("\x1b[I") // the window has the focus, which is no key press
		r.wait()
		r.shows("Still there?")
		r.press("x")
		r.showsNot("Still there?")
		time.Sleep(59 * time.Second)
		if r.hasLeft() {
			t.Fatal("sent away before the time")
		}
		time.Sleep(2 * time.Second)
		if !r.hasLeft() || r.returned == nil || !strings.Contains(r.returned.Error(), "no key pressed for 1m0s") {
			t.Errorf("left %v, with %v", r.left, r.returned)
		}
		if match.now().closed != 1 {
			t.Error("the seat is still taken")
		}
	})
}

func TestNobodyIsSentAwayFromHisOwnTerminal(t *testing.T) {
	var w away
	now := time.Unix(1000, 0)
	w.left(now)
	if _, warned := w.left(now.Add(24 * time.Hour)); warned {
		t.Error("warned after a day")
	}
}
