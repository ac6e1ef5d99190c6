package play

import (
	"strings"
	"testing"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/net"
	"dogfight/ui/input"
	"dogfight/ui/play/playtest"
)

func TestDigitsSayPhrasesInFlightInEverySetOfKeys(t *testing.T) {
	for preset := range input.Presets {
		v, s := playtest.View("Nova", "Rex"), New(Options{Keys: input.BindingsOf(preset)})
		show(s, newTerminal(t, 80, 24), v, playtest.Noon)
		for i, phrase := range assets.Phrases() {
			if got, want := s.Event(char(rune('1'+i)), v, playtest.Noon), (Action{Kind: Quip, Text: phrase}); got != want {
				t.Errorf("%s: %d asks for %v, expected %v", preset, i+1, got, want)
			}
		}
		if got := s.Event(char('0'), v, playtest.Noon); got != (Action{}) {
			t.Errorf("%s: 0 asks for %v", preset, got)
		}
	}
}

func TestDigitsSayNothingWhereTheyMeanSomethingElse(t *testing.T) {
	quips := func(what string, v *net.View, o Options) {
		t.Helper()
		s := New(o)
		show(s, newTerminal(t, 80, 24), v, playtest.Noon)
		if got := s.Event(char('4'), v, playtest.Noon); got.Kind == Quip {
			t.Errorf("%s: it says %q", what, got.Text)
		}
	}
	quips("in a lobby", waiting("Nova"), Options{})
	dead := playtest.View("Nova", "Rex")
	dead.World.Ships[0].State = game.Dead
	quips("dead", dead, Options{})
	over, _ := balloted()
	quips("after the match", over, Options{})
	watched := playtest.View("Nova", "Rex")
	watched.Me = -1
	quips("as a spectator", watched, Options{})
	foreign := playtest.View("Nova", "Rex")
	foreign.Foreign = true
	quips("where there is no chat", foreign, Options{})
	var own input.Bindings
	if _, err := own.Bind(input.Boost, 0, input.Key('4')); err != nil {
		t.Fatal(err)
	}
	quips("bound to the boost", playtest.View("Nova", "Rex"), Options{Keys: own})
}

func TestAPhraseIsBesideTheShipForAMoment(t *testing.T) {
	v, s := playtest.View("Nova", "Rex"), New(Options{})
	for i := range v.Roster {
		v.Roster[i].ID = uint16(i + 10)
	}
	term := newTerminal(t, 100, 30)
	say := func(slot uint8, words string) {
		v.Chat = []net.ChatLine{{From: v.Roster[slot].Name, Pilot: v.Roster[slot].ID, Slot: slot, Text: words}}
		show(s, term, v, playtest.Noon)
		v.Chat = nil
	}
	beside := func(words string) bool { // not in the talk at the lower left
		for y := range 20 {
			if strings.Contains(term.row(y), words) {
				return true
			}
		}
		return false
	}
	say(1, "nice shot")
	if !beside("nice shot") {
		t.Errorf("it is not beside the ship:\n%s", term.text())
	}
	show(s, term, v, playtest.Noon.Add(3*time.Second))
	if beside("nice shot") {
		t.Errorf("it stays:\n%s", term.text())
	}
	if say(1, "meet me at the belt"); beside("meet me") {
		t.Errorf("what is no phrase is beside the ship:\n%s", term.text())
	}
	s.mutes.Toggle(11, "Rex")
	if say(1, "sorry"); beside("sorry") {
		t.Errorf("a muted pilot speaks:\n%s", term.text())
	}
	if say(0, "gg"); !beside("gg") {
		t.Errorf("one's own is not seen:\n%s", term.text())
	}
}

func TestAPhraseHidesNoShip(t *testing.T) {
	v, s := playtest.View("Nova", "Rex", "Vega", "Lyra"), New(Options{})
	for i, at := range [][2]int32{{60, 60}, {60, 46}, {72, 60}, {48, 60}} { // around one's own
		v.World.Ships[i].X, v.World.Ships[i].Y = playtest.Unit(at[0]), playtest.Unit(at[1])
	}
	silent, term := newTerminal(t, 80, 24), newTerminal(t, 80, 24)
	show(New(Options{}), silent, v, playtest.Noon)
	v.Chat = []net.ChatLine{{From: "Nova", Slot: 0, Text: "watch out"}}
	show(s, term, v, playtest.Noon)
	f := s.frame()
	s.lay(&f)
	for _, a := range f.Space.Ships {
		for y := a.Y; y < a.Y+a.Height; y++ {
			for x := a.X; x < a.X+a.Width; x++ {
				if was, _, _ := silent.Get(x, y); was != " " {
					if is, _, _ := term.Get(x, y); is != was {
						t.Fatalf("a ship's cell %d, %d shows %q, without the phrase %q", x, y, is, was)
					}
				}
			}
		}
	}
}
