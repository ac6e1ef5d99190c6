package ui

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/game"
	"dogfight/proto"
	"dogfight/testkit"
	"dogfight/ui/input"
	"dogfight/ui/play"
	"dogfight/ui/term"
)

// The answer of kitty, and its keys while flying.
const (
	kittyHere      = "\x1b[?1u"
	releasesOn     = "\x1b[?27u"
	askForReleases = "\x1b[>31u\x1b[?u"
	noMoreReleases = "\x1b[<u\x1b[?u"

	upDown, upUp       = "\x1b[A", "\x1b[1;1:3A"
	rightDown, rightUp = "\x1b[C", "\x1b[1;1:3C"
	spaceDown, spaceUp = "\x1b[32;;32u", "\x1b[32;1:3u"
	focusLost          = "\x1b[O"
)

// inKitty runs a test on an App in kitty, in a match and with releases reported.
func inKitty(t *testing.T, test func(r *rig)) {
	onRig(t, Config{}, func(r *rig) {
		r.press(kittyHere)
		r.refresh()
		r.press(enter)
		r.wrote(askForReleases)
		r.press(releasesOn)
		test(r)
	})
}

func (r *rig) wrote(sequence string) {
	r.Helper()
	if out := r.refresh(); strings.Count(out, sequence) != 1 {
		r.Errorf("expected %q once, found %q", sequence, out)
	}
}

// flies checks the player's input.
func (r *rig) flies(want game.Input) {
	r.Helper()
	if got := r.launcher.match.now().input; got != want {
		r.Errorf("expected %#x, found %#x", want, got)
	}
}

func TestHeldArrowsFlyADiagonalAndThenTheShipIdles(t *testing.T) {
	inKitty(t, func(r *rig) {
		r.press(upDown, rightDown)
		r.flies(game.Steer(game.UpRight))
		r.press(spaceDown)
		r.flies(game.Steer(game.UpRight) | game.Fire)
		r.press(upUp)
		r.flies(game.Steer(game.Right) | game.Fire)
		r.press(spaceUp, rightUp)
		r.flies(0)
	})
}

func TestKeysOfAConsoleAreHeld(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.press(enter, "\x1b[38;72;0;1;256;1_", "\x1b[68;32;100;1;0;1_")
		r.flies(game.Steer(game.UpRight))
		r.press("\x1b[38;72;0;0;256;1_", "\x1b[68;32;100;0;0;1_")
		r.flies(0)
	})
}

func TestChatReadsPlainTextAndReleasesTheKeys(t *testing.T) {
	inKitty(t, func(r *rig) {
		r.press(upDown, "\x1b[13u", "\x1b[13;1:3u")
		r.wrote(noMoreReleases)
		r.press(kittyHere, "hello?", "\r")
		if said := r.launcher.match.now().chat; len(said) != 1 || said[0] != "hello?" {
			t.Errorf("found %q", said)
		}
		r.wrote(askForReleases)
		r.press(releasesOn)
		r.flies(0)
		r.press("\x1b[1;1:2A") // still held, it repeats
		r.flies(game.Steer(game.Up))
	})
}

func TestAMenuOverTheMatchReleasesTheKeys(t *testing.T) {
	inKitty(t, func(r *rig) {
		r.press(rightDown, "\x1b[27u")
		r.wrote(noMoreReleases)
		r.shows("Leave the match")
		r.flies(0)
		r.press(kittyHere, esc)
		r.wrote(askForReleases)
	})
}

func TestLosingTheFocusReleasesTheKeys(t *testing.T) {
	inKitty(t, func(r *rig) {
		r.press(rightDown, spaceDown, focusLost)
		r.flies(0)
	})
}

func TestHelpShowsHowKeysAreRead(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.press(enter, "?")
		r.shows("Help (tap to turn)", "turn; it flies on until the next key")
	})
	inKitty(t, func(r *rig) {
		r.press("\x1b[47;2;63u")
		r.shows("Help (fly while a key is held)", "fly while held")
	})
}

func TestATerminalWithoutAnAnswerIsNeverAskedForReleases(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.press(enter, right)
		if out := r.refresh(); strings.Contains(out, "\x1b[>31u") {
			t.Errorf("found %q", out)
		}
		r.flies(game.Steer(game.Right))
	})
}

// A pad's keys as a page sends them, pressed and released.
func padDown(k input.Key) string { return fmt.Sprintf("\x1b[%du", 63488+k-input.PadUp) }
func padUp(k input.Key) string   { return fmt.Sprintf("\x1b[%d;1:3u", 63488+k-input.PadUp) }
func padTap(k input.Key) string  { return padDown(k) + padUp(k) }

// phone records the reports to the page beside the picture.
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

// lastInput returns the last report.
func (p *phone) lastInput() Input {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.inputs[len(p.inputs)-1]
}

func (p *phone) isFor(purpose Purpose) {
	p.Helper()
	if got := p.lastInput(); got.For != purpose {
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
		p.isFor(toMove)
		p.press(padTap(input.PadDown), padTap(input.PadA))
		p.shows("STICK chooses", "COLOUR", "OK takes")
		if got := p.lastInput(); got != (Input{toMove, play.Buttons{A: "OK", B: "BACK", X: "COLOUR"}}) {
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
		if got := m.now().chat; !slices.Equal(got, []string{"gg all"}) {
			t.Errorf("got %q", got)
		}
	})
}

func TestAFieldOfThePageReplacesAField(t *testing.T) {
	onPhone(t, nil, func(p *phone, _ *flown) {
		p.press(padTap(input.PadMenu), "s")
		p.isFor(toType) // the name is first
		p.press("\x15"+pasted("Vega"), padTap(input.PadDown))
		p.shows("Vega")
		p.showsNot("Pilot")
		p.isFor(toMove)
	})
}

func TestAPhoneIsAskedForAPasswordThatIsNotRead(t *testing.T) {
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

func TestHitsAndDeathsOfTheLocalShipAreReported(t *testing.T) {
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

func TestTheScreenNamesTheKeysOfTheDevice(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.press(enter, padTap(input.PadX), "", padTap(input.PadX)) // two taps, not a key that repeats
		r.shows("STICK steer")
		r.press(padTap(input.PadMenu), padTap(input.PadB), "\t", "", "\t")
		r.shows("arrows steer")
		r.showsNot("STICK")
	})
}

// sharer is a terminal on which others draw in turns. It counts the bytes in its turn.
type sharer struct {
	*testkit.Tty
	mu                 sync.Mutex
	inTurn             bool
	turns, sent, wrong int
}

func (s *sharer) Size() (columns, rows int) { return 80, 24 }
func (s *sharer) BeginDrawing()             { s.set(true) }
func (s *sharer) EndDrawing()               { s.set(false) }

func (s *sharer) set(inTurn bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.inTurn = inTurn; inTurn {
		s.turns++
	}
}

func (s *sharer) sends() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.sent++; s.inTurn {
		s.wrong++
	}
}

func (s *sharer) Write(b []byte) (int, error) {
	s.sends()
	return s.Tty.Write(b)
}

// A visitor that reads nothing would otherwise block all others.
func TestNothingIsSentToATerminalInItsTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, m := &sharer{Tty: testkit.NewTty(80, 24)}, newFlown()
		terminal, err := term.OpenSession(s, term.Traits{Name: "xterm-kitty", Remote: true}, nil)
		if err != nil {
			t.Fatal(err)
		}
		inputs, felt := 0, 0
		ctx, leave := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() {
			ended <- Run(ctx, Config{
				Terminal: terminal, Session: m.session(""), Touch: true, Guest: true,
				Input: func(Input) { inputs++; s.sends() }, Feel: func(Felt) { felt++; s.sends() },
			})
		}()
		m.change(func(m *flownState) { m.view.Decided = []game.Event{{Kind: game.EventHit, Slot: 0}} })
		for _, keys := range []string{kittyHere, releasesOn, darkGround, "\t", "\r", "hello\r", "\x1b[I", "\x1b", "\x1b"} {
			s.Type(keys)
			time.Sleep(scenePause)
		}
		leave()
		<-ended
		terminal.Close()
		if s.turns < 10 || inputs < 2 || felt < 1 || s.wrong > 0 {
			t.Errorf("of %d writes in %d turns, %d of them about keys and %d of hits, %d came in a turn; expected none", s.sent, s.turns, inputs, felt, s.wrong)
		}
	})
}
