package play

import (
	"strings"
	"testing"

	"github.com/gdamore/tcell/v2"

	"dogfight/game"
	"dogfight/net"
)

const (
	keyLeft  = tcell.KeyLeft
	keyRight = tcell.KeyRight
)

func TestEscapeAsksForTheMenuUnlessSomethingIsOpen(t *testing.T) {
	v, s := testView("Nova"), New(Options{})
	s.Event(char('?'), v, noon)
	if got := s.Event(key(tcell.KeyEscape), v, noon); got.Kind != NoAction {
		t.Errorf("over the help: got %v", got)
	}
	if got := s.Event(key(tcell.KeyEscape), v, noon); got.Kind != Menu {
		t.Errorf("got %v, want Menu", got)
	}
}

func TestTabAndQuestionMarkOpenAndClose(t *testing.T) {
	v, s, term := testView("Nova"), New(Options{}), newTerminal(t, 80, 24)
	for _, test := range []struct {
		ev    tcell.Event
		words string
	}{{key(tcell.KeyTab), "score    K"}, {char('?'), "overdrive: fires"}} {
		s.Event(test.ev, v, noon)
		show(s, term, v, noon)
		term.shows(t, test.words)
		s.Event(test.ev, v, noon)
		show(s, term, v, noon)
		term.hides(t, test.words)
	}
}

func TestFlyingKeysReachTheLatch(t *testing.T) {
	v, s := testView("Nova"), New(Options{})
	s.Event(key(keyRight), v, noon)
	s.Event(char(' '), v, noon)
	if got, want := s.Input(noon), game.Steer(game.Right)|game.Fire; got != want {
		t.Errorf("got input %v, want %v", got, want)
	}
}

func TestNothingIsHeldWhileTyping(t *testing.T) {
	v, s := testView("Nova"), New(Options{})
	s.Event(key(keyRight), v, noon)
	s.Event(key(tcell.KeyEnter), v, noon)
	typed(s, v, "wasd")
	if got := s.Input(noon); got != 0 {
		t.Errorf("typing: got input %v", got)
	}
	s.Event(key(tcell.KeyEnter), v, noon)
	if got := s.Input(noon); got != 0 {
		t.Errorf("after the talk: got input %v", got)
	}
}

func TestDigitsChooseTheNextShipOnlyWhileWaiting(t *testing.T) {
	v, s, term := testView("Nova"), New(Options{}), newTerminal(t, 80, 24)
	show(s, term, v, noon)
	if got := s.Event(char('2'), v, noon); got.Kind != NoAction {
		t.Errorf("in space: got %v", got)
	}
	v.World.Ships[0].State = game.Dead
	show(s, term, v, noon)
	if got, want := s.Event(char('3'), v, noon), (Action{Kind: Choose, Class: 2}); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
	if got, want := s.Event(char('7'), v, noon), (Action{Kind: Choose, Class: 2, Weapon: 3}); got != want {
		t.Errorf("a second pick forgot the first: got %v, want %v", got, want)
	}
	if got := s.Event(char('8'), v, noon); got.Kind != NoAction {
		t.Errorf("8 is neither class nor weapon: got %v", got)
	}
}

func TestTheWorldHasTheLastWordOnAChoice(t *testing.T) {
	v, s, term := testView("Nova"), New(Options{}), newTerminal(t, 80, 24)
	v.World.Ships[0].State = game.Dead
	show(s, term, v, noon)
	s.Event(char('3'), v, noon)
	show(s, term, v, noon.Add(choiceHolds/2))
	if s.choice.class != 2 {
		t.Error("the choice did not hold until the World could have it")
	}
	show(s, term, v, noon.Add(2*choiceHolds))
	if s.choice.class != 0 {
		t.Error("the choice outlived a World that never took it")
	}
}

func TestAShipThatWaitsIsToldAsItWillBe(t *testing.T) {
	v := waiting("Nova")
	v.World.Ships[0].NextClass, v.World.Ships[0].NextWeapon = 2, 2
	drawn(t, v).shows(t, "Bomber · Rail gun")
}

func TestTheKeysAreToldUntilOneIsPressed(t *testing.T) {
	v, term := testView("Nova", "Rex"), newTerminal(t, 60, 20)
	for _, test := range []struct {
		me   int
		told string
		key  tcell.Key
	}{{0, "arrows steer   Space fires", tcell.KeyUp}, {-1, "arrows another ship", tcell.KeyRight}} {
		s := New(Options{})
		v.Me = test.me
		show(s, term, v, noon)
		term.shows(t, test.told)
		s.Event(key(test.key), v, noon)
		show(s, term, v, noon)
		term.hides(t, test.told)
	}
}

func TestDeathTellsTheKillerAndTheWait(t *testing.T) {
	v, s, term := testView("Nova", "Rex"), New(Options{}), newTerminal(t, 80, 24)
	v.World.Ships[0].State, v.World.Ships[0].Respawn = game.Dead, 84
	v.Events = []game.Event{{Kind: game.EventKill, Slot: 0, By: 1}}
	show(s, term, v, noon)
	term.shows(t, "destroyed by Rex", "back in 1.4 s", "2 Scout", "5 Spread")
	v.Events = []game.Event{{Kind: game.EventKill, Slot: 0, By: 0, What: game.BlastWeapon}}
	show(s, term, v, noon)
	term.shows(t, "destroyed by a barrel")
}

func TestAPasteOutsideChatFliesNoShip(t *testing.T) {
	v, s := testView("Nova"), New(Options{})
	s.Event(tcell.NewEventPaste(true), v, noon)
	typed(s, v, "wasd? ")
	s.Event(key(tcell.KeyEnter), v, noon)
	s.Event(tcell.NewEventPaste(false), v, noon)
	if s.Input(noon) != 0 || s.chat.typing || s.overlay != noOverlay {
		t.Error("pasted text was taken for key presses")
	}
}

func TestHostileNamesAreHarmless(t *testing.T) {
	v := testView("\x1b[2J\x07", "e\u202evil\nname"+strings.Repeat("\u0301", 99), strings.Repeat("日本", 60), "")
	v.Title = "\x1b]0;title\x07"
	v.Chat = []net.ChatLine{{From: "\x1b[H", Text: "\x1b[31m\u202e" + strings.Repeat("W", 500)}}
	v.Events = []game.Event{{Kind: game.EventKill, Slot: 1, By: 2}}
	term, s := newTerminal(t, 80, 24), New(Options{})
	s.Event(key(tcell.KeyTab), v, noon)
	show(s, term, v, noon)
	for _, r := range term.text() {
		if r != '\n' && (r < ' ' || r == 0x7f || r == '\u202e') {
			t.Fatalf("drew %q", r)
		}
	}
	term.shows(t, "[2J", "ship 4")
}
