package play

import (
	"strings"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/ui/input"
	"dogfight/ui/play/playtest"
)

const (
	keyLeft  = input.KeyLeft
	keyRight = input.KeyRight
)

func TestEscapeAsksForTheMenuUnlessSomethingIsOpen(t *testing.T) {
	v, s := playtest.View("Nova"), New(Options{})
	s.Event(char('?'), v, playtest.Noon)
	if got := s.Event(key(input.KeyEscape), v, playtest.Noon); got.Kind != NoAction {
		t.Errorf("over the help: got %v", got)
	}
	if got := s.Event(key(input.KeyEscape), v, playtest.Noon); got.Kind != Menu {
		t.Errorf("got %v, want Menu", got)
	}
}

func TestTabAndQuestionMarkOpenAndClose(t *testing.T) {
	v, s, term := playtest.View("Nova"), New(Options{}), newTerminal(t, 80, 24)
	for _, test := range []struct {
		ev    input.Event
		words string
	}{{key(input.KeyTab), "score    K"}, {char('?'), "overdrive: fires"}} {
		s.Event(test.ev, v, playtest.Noon)
		show(s, term, v, playtest.Noon)
		term.shows(t, test.words)
		s.Event(test.ev, v, playtest.Noon)
		show(s, term, v, playtest.Noon)
		term.hides(t, test.words)
	}
}

func TestFlyingKeysReachTheLatch(t *testing.T) {
	v, s := playtest.View("Nova"), New(Options{})
	s.Event(key(keyRight), v, playtest.Noon)
	s.Event(char(' '), v, playtest.Noon)
	if got, want := s.Input(playtest.Noon), game.Steer(game.Right)|game.Fire; got != want {
		t.Errorf("got input %v, want %v", got, want)
	}
}

func TestNothingIsHeldWhileTyping(t *testing.T) {
	v, s := playtest.View("Nova"), New(Options{})
	s.Event(key(keyRight), v, playtest.Noon)
	s.Event(key(input.KeyEnter), v, playtest.Noon)
	typed(s, v, "wasd")
	if got := s.Input(playtest.Noon); got != 0 {
		t.Errorf("typing: got input %v", got)
	}
	s.Event(key(input.KeyEnter), v, playtest.Noon)
	if got := s.Input(playtest.Noon); got != 0 {
		t.Errorf("after the talk: got input %v", got)
	}
}

func TestDigitsChooseTheNextShipOnlyWhileWaiting(t *testing.T) {
	v, s, term := playtest.View("Nova"), New(Options{}), newTerminal(t, 80, 24)
	show(s, term, v, playtest.Noon)
	if got := s.Event(char('2'), v, playtest.Noon); got.Kind == Choose {
		t.Errorf("in space: got %v", got)
	}
	v.World.Ships[0].State = game.Dead
	show(s, term, v, playtest.Noon)
	if got, want := s.Event(char('3'), v, playtest.Noon), (Action{Kind: Choose, Class: 2}); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
	if got, want := s.Event(char('7'), v, playtest.Noon), (Action{Kind: Choose, Class: 2, Weapon: 3}); got != want {
		t.Errorf("a second pick forgot the first: got %v, want %v", got, want)
	}
	if got := s.Event(char('8'), v, playtest.Noon); got.Kind != NoAction {
		t.Errorf("8 is neither class nor weapon: got %v", got)
	}
}

func TestTheWorldHasTheLastWordOnAChoice(t *testing.T) {
	v, s, term := playtest.View("Nova"), New(Options{}), newTerminal(t, 80, 24)
	v.World.Ships[0].State = game.Dead
	show(s, term, v, playtest.Noon)
	s.Event(char('3'), v, playtest.Noon)
	show(s, term, v, playtest.Noon.Add(time.Second))
	if s.choice.Class != 2 {
		t.Error("the choice did not hold until the World could have it")
	}
	show(s, term, v, playtest.Noon.Add(4*time.Second))
	if s.choice.Class != 0 {
		t.Error("the choice outlived a World that never took it")
	}
}

func TestAShipThatWaitsIsToldAsItWillBe(t *testing.T) {
	v := waiting("Nova")
	v.World.Ships[0].NextClass, v.World.Ships[0].NextWeapon = 2, 2
	drawn(t, v).shows(t, "Bomber · Rail gun")
}

func TestTheKeysAreToldUntilOneIsPressed(t *testing.T) {
	v, term := playtest.View("Nova", "Rex"), newTerminal(t, 60, 20)
	for _, test := range []struct {
		me   int
		told string
		key  input.Key
	}{{0, "arrows steer  Space fires  ? help", input.KeyUp}, {-1, "arrows another ship", input.KeyRight}} {
		s := New(Options{})
		v.Me = test.me
		show(s, term, v, playtest.Noon)
		term.shows(t, test.told)
		s.Event(key(test.key), v, playtest.Noon)
		show(s, term, v, playtest.Noon)
		term.hides(t, test.told)
	}
}

func TestDeathTellsTheKillerAndTheWait(t *testing.T) {
	v, s, term := playtest.View("Nova", "Rex"), New(Options{}), newTerminal(t, 80, 24)
	v.World.Ships[0].State, v.World.Ships[0].Respawn = game.Dead, 84
	v.Events = []game.Event{{Kind: game.EventKill, Slot: 0, By: 1}}
	show(s, term, v, playtest.Noon)
	term.shows(t, "destroyed by Rex", "back in 1.4 s", "2 Scout", "5 Spread")
	v.Events = []game.Event{{Kind: game.EventKill, Slot: 0, By: 0, What: game.BlastWeapon}}
	show(s, term, v, playtest.Noon)
	term.shows(t, "destroyed by a barrel")
}

func TestAPasteOutsideChatFliesNoShip(t *testing.T) {
	v, s := playtest.View("Nova"), New(Options{})
	s.Event(input.Event{Kind: input.PasteStart}, v, playtest.Noon)
	typed(s, v, "wasd? ")
	s.Event(key(input.KeyEnter), v, playtest.Noon)
	s.Event(input.Event{Kind: input.PasteEnd}, v, playtest.Noon)
	if s.Input(playtest.Noon) != 0 || s.chat.Typing || s.overlay != noOverlay {
		t.Error("pasted text was taken for key presses")
	}
}

func TestHostileNamesAreHarmless(t *testing.T) {
	v := playtest.View("\x1b[2J\x07", "e\u202evil\nname"+strings.Repeat("\u0301", 99), strings.Repeat("日本", 60), "")
	v.Title = "\x1b]0;title\x07"
	v.Chat = []net.ChatLine{{From: "\x1b[H", Text: "\x1b[31m\u202e" + strings.Repeat("W", 500)}}
	v.Events = []game.Event{{Kind: game.EventKill, Slot: 1, By: 2}}
	term, s := newTerminal(t, 80, 24), New(Options{})
	s.Event(key(input.KeyTab), v, playtest.Noon)
	show(s, term, v, playtest.Noon)
	for _, r := range term.text() {
		if r != '\n' && (r < ' ' || r == 0x7f || r == '\u202e') {
			t.Fatalf("drew %q", r)
		}
	}
	term.shows(t, "[2J", "ship 4")
}
