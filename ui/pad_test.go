package ui

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"dogfight/game"
	"dogfight/proto"
	"dogfight/ui/input"
	"dogfight/ui/play"
	"dogfight/ui/term"
)

// A pad's keys as a page sends them, pressed and let go.
func padDown(k input.Key) string { return fmt.Sprintf("\x1b[%du", 63488+k-input.PadUp) }
func padUp(k input.Key) string   { return fmt.Sprintf("\x1b[%d;1:3u", 63488+k-input.PadUp) }
func padTap(k input.Key) string  { return padDown(k) + padUp(k) }

// phone is what a page is told beside the picture.
type phone struct {
	*rig
	mu     sync.Mutex
	inputs []Input
	felt   []Felt
}

// onPhone runs a test on an App of 60x24 that is touched, in a match that is changed first.
func onPhone(t *testing.T, change func(*flownState), test func(p *phone, m *flown)) {
	p, m := &phone{}, newFlown()
	if change != nil {
		change(&m.flownState)
	}
	s := m.session("")
	conf := Config{
		Touch: true, Guest: true, Session: s,
		Input: func(in Input) { p.mu.Lock(); defer p.mu.Unlock(); p.inputs = append(p.inputs, in) },
		Feel:  func(what Felt) { p.mu.Lock(); defer p.mu.Unlock(); p.felt = append(p.felt, what) },
	}
	onRigOf(t, 60, 24, term.Traits{Name: "xterm-256color", Remote: true}, conf, func(r *rig) {
		p.rig = r
		test(p, m)
	})
}

// told returns what the keys are for, as the page was told last.
func (p *phone) told() Input {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.inputs[len(p.inputs)-1]
}

func (p *phone) isFor(purpose Purpose) {
	p.Helper()
	if got := p.told(); got.For != purpose {
		p.Errorf("got %v, want %s", got, purpose)
	}
}

func TestAPhoneSteersAtASlantWhileItFires(t *testing.T) {
	onPhone(t, nil, func(p *phone, m *flown) {
		p.isFor(toFly)
		p.shows("STICK steer", "FIRE fires")
		p.press(padDown(input.PadUp), padDown(input.PadRight), padDown(input.PadA))
		if got, want := m.now().input, game.Steer(game.UpRight)|game.Fire; got != want {
			t.Errorf("got %#x, want %#x", got, want)
		}
		p.press(padUp(input.PadUp)+padUp(input.PadA), padTap(input.PadB))
		if got := m.now().input; got != game.Steer(game.Right) {
			t.Errorf("got %#x", got)
		}
	})
}

func TestAPhoneReachesAndLeavesEachMenuByItsButtons(t *testing.T) {
	onPhone(t, nil, func(p *phone, m *flown) {
		p.press(padTap(input.PadMenu))
		p.isFor(toGo)
		p.press(padTap(input.PadDown), padTap(input.PadA))
		p.shows("STICK chooses", "COLOUR", "OK takes")
		if got := p.told(); got != (Input{toGo, play.Buttons{A: "OK", B: "BACK", X: "COLOUR"}}) {
			t.Errorf("in the hangar: got %v", got)
		}
		p.press(padTap(input.PadRight), padTap(input.PadX), padTap(input.PadA))
		p.isFor(toFly)
		if got := m.now(); len(got.chosen) != 1 || got.chosen[0][0] != 1 || len(got.colours) != 1 {
			t.Errorf("got %v, %v", got.chosen, got.colours)
		}
		p.press(padTap(input.PadMenu), padTap(input.PadB))
		p.isFor(toFly)
		p.press(padTap(input.PadMenu), padTap(input.PadUp), padTap(input.PadA)) // the last: leave
		if !p.hasLeft() {
			t.Errorf("did not leave:\n%s", p.text())
		}
	})
}

func TestAPhoneTalksByAFieldOfThePage(t *testing.T) {
	onPhone(t, nil, func(p *phone, m *flown) {
		p.press(padTap(input.PadY))
		p.isFor(toType)
		p.press("\x15" + pasted("gg all") + enter)
		p.isFor(toFly)
		p.shows("STICK steer") // Enter was no sign of a keyboard
		if got := m.now().said; !slices.Equal(got, []string{"gg all"}) {
			t.Errorf("got %q", got)
		}
	})
}

func TestAFieldOfThePageReplacesWhatAFieldHolds(t *testing.T) {
	onPhone(t, nil, func(p *phone, _ *flown) {
		p.press(padTap(input.PadMenu), "s")
		p.isFor(toType) // the name comes first
		p.press("\x15"+pasted("Vega"), padTap(input.PadDown))
		p.shows("Vega")
		p.showsNot("Pilot")
		p.isFor(toGo)
	})
}

func TestAPhoneIsAskedForAPasswordThatNobodyReads(t *testing.T) {
	c, p := &closedMatch{}, &phone{}
	conf := Config{Touch: true, Session: c.session("this match asks for a password"), Input: func(in Input) { p.inputs = append(p.inputs, in) }}
	onRigOf(t, 60, 24, term.Traits{Name: "xterm-256color"}, conf, func(r *rig) {
		p.rig = r
		p.isFor(toHide)
		r.shows("OK joins", "BACK")
		r.press("\x15" + pasted("open sesame") + enter)
		p.isFor(toFly)
	})
}

func TestAPhoneInALobbyAndInResults(t *testing.T) {
	onPhone(t, func(m *flownState) { m.view.World.Status = game.Waiting }, func(p *phone, m *flown) {
		p.shows("READY when you are", "SHIP changes", "COLOUR of the ship")
		p.press(padTap(input.PadA))
		if got := m.now().readied; !slices.Equal(got, []bool{true}) {
			t.Errorf("got %v", got)
		}
		m.change(func(m *flownState) {
			m.view.World.Status, m.view.NextMatch = game.Closed, 1e10
			m.view.Ballot = &proto.Ballot{Choices: make([]proto.Choice, 3)}
		})
		p.wait()
		p.shows("AGAIN plays again now", "STICK votes")
		p.press(padTap(input.PadRight))
		if got := m.now().votes; !slices.Equal(got, []uint8{1}) {
			t.Errorf("got %v", got)
		}
	})
}

func TestHitsAndDeathsOfTheOwnShipAreFelt(t *testing.T) {
	onPhone(t, nil, func(p *phone, m *flown) {
		for _, events := range [][]game.Event{
			{{Kind: game.EventHit, Slot: 1}, {Kind: game.EventKill, Slot: 1}}, // another's
			{{Kind: game.EventHit, Slot: 0}, {Kind: game.EventHit, Slot: 0}},
			{{Kind: game.EventHit, Slot: 0}, {Kind: game.EventKill, Slot: 0}},
		} {
			m.change(func(m *flownState) { m.view.Decided = events })
			p.wait()
			m.change(func(m *flownState) { m.view.Decided = nil })
		}
		felt := slices.Compact(p.felt)
		if !slices.Equal(felt, []Felt{feltHit, feltLost}) {
			t.Errorf("got %v", felt)
		}
	})
}

func TestTheScreenSpeaksOfWhatThePlayerPresses(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.press(enter, padTap(input.PadX), "", padTap(input.PadX)) // two taps, not a key that repeats
		r.shows("STICK steer")
		r.press(padTap(input.PadMenu), padTap(input.PadB), "\t", "", "\t")
		r.shows("arrows steer")
		r.showsNot("STICK")
	})
}
