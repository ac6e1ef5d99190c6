package net

import (
	"fmt"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/proto"
)

// painted is a player who asks for a ship of a colour.
func (s *stage) painted(t *testing.T, name string, colour uint8) *flier {
	t.Helper()
	f := s.flier(t, name, "", proto.Token{})
	f.paint(colour)
	return f
}

func (f *flier) paint(colour uint8) {
	f.say(&proto.Spawn{Name: f.stage.byToken(f.welcome.Token).Name, Colour: colour})
	f.stage.pass(1)
}

func (f *flier) colour() uint8 { return f.stage.byToken(f.welcome.Token).Colour }

// wellPainted fails the test if a ship has no colour, or two have the same though there are as many as ships.
func wellPainted(t *testing.T, s *stage) {
	t.Helper()
	var ships [proto.Colours + 1]int
	seated := 0
	for _, p := range s.seats {
		if p != nil {
			ships[p.Colour]++
			seated++
		}
	}
	for c, n := range ships {
		if c == 0 && n > 0 || n > 1 && seated <= proto.Colours {
			t.Errorf("%d of %d ships have colour %d", n, seated, c)
		}
	}
}

func TestAPlayerHasTheColourThatTheyWantAndBotsMakeRoom(t *testing.T) {
	s := newStage(HostConfig{}, played{Setup: testSetup(t), Bots: 7})
	s.pass(2)
	wellPainted(t, s)
	for _, colour := range []uint8{6, 1, 8, 6} {
		rex := s.painted(t, fmt.Sprint("Rex ", colour), colour)
		s.press(1, rex)
		if rex.colour() != colour {
			t.Errorf("expected colour %d, got %d", colour, rex.colour())
		}
		wellPainted(t, s)
		rex.say(&proto.Bye{})
		s.pass(1)
	}
}

func TestTheLaterOfTwoGetsTheNearestColourThatIsFree(t *testing.T) {
	s := newStage(HostConfig{}, played{Setup: testSetup(t)})
	var got []uint8
	for i := range 9 {
		got = append(got, s.painted(t, fmt.Sprint("Player ", i), 4).colour())
	}
	if want := []uint8{4, 2, 1, 5, 7, 8, 3, 6, 4}; fmt.Sprint(got) != fmt.Sprint(want) { // around orange: yellow, red, lime, rose ...
		t.Errorf("all want 4 and get %v, expected %v", got, want)
	}
	wellPainted(t, s)
}

func TestAColourChangesOnceInThreeSecondsAndTheLastAskedForCounts(t *testing.T) {
	s := newStage(HostConfig{}, played{Setup: testSetup(t)})
	rex := s.painted(t, "Rex", 4)
	changes := 0
	for n := range uint8(12) {
		was := rex.colour()
		rex.say(&proto.Spawn{Name: "Rex", Colour: 1 + n%8})
		if s.press(game.TickRate/2, rex); rex.colour() != was {
			changes++
		}
	}
	if changes != 2 {
		t.Errorf("%d changes in six seconds, expected 2", changes)
	}
	rex.paint(7)
	if s.press(recolourEvery, rex); rex.colour() != 7 {
		t.Errorf("in the end it is %d, expected 7", rex.colour())
	}
}

func TestAColourIsGivenOnWhenANewRoundBegins(t *testing.T) {
	skipIfShort(t)
	s := newStage(HostConfig{}, played{Options: shortMatch()})
	ann, bob := s.painted(t, "Ann", 8), s.painted(t, "Bob", 8)
	if ann.colour() != 8 || bob.colour() == 8 {
		t.Fatalf("colours %d and %d", ann.colour(), bob.colour())
	}
	ann.say(&proto.Bye{})
	kept := bob.colour()
	for s.Number == 1 {
		if s.press(1, bob); s.Number == 1 && bob.colour() != kept {
			t.Fatalf("in the middle of the match it became %d", bob.colour())
		}
	}
	if s.press(2, bob); bob.colour() != 8 {
		t.Errorf("in the next match it is %d, expected 8", bob.colour())
	}
	if eye := s.flier(t, "Eye", "", proto.Token{}); eye.colour() != 0 {
		t.Errorf("one without a ship has colour %d", eye.colour())
	}
}

func TestColoursAreThoseOfTheCircle(t *testing.T) {
	for want := range uint8(proto.Colours + 1) {
		var seen [proto.Colours + 1]bool
		list := nearestColours(want, 13)
		for _, c := range list {
			seen[c] = true
		}
		for c := 1; c <= proto.Colours; c++ {
			if !seen[c] {
				t.Errorf("near %d there is no %d: %v", want, c, list)
			}
		}
		if want != 0 && list[0] != want {
			t.Errorf("the nearest to %d is %d", want, list[0])
		}
	}
}

func TestAPlayersClientAsksForAColourAndForAnother(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{}, played{Bots: 5})
		defer m.end()
		rex := newPilot(ClientConfig{Dial: m.pipe, Name: "Rex", Colour: 7})
		ann := newPlayer("Ann", m.pipe, 1)
		colourOf := func(name string) uint8 {
			for _, p := range ann.view.Roster {
				if p.Name == name {
					return p.Colour
				}
			}
			return 0
		}
		m.fly(2*time.Second, rex, ann)
		if got := colourOf("Rex"); got != 7 {
			t.Errorf("Rex asked for 7 and has %d", got)
		}
		rex.Choose(1, 2, 0)
		rex.Recolour(2)
		m.fly(4*time.Second, rex, ann)
		if got := colourOf("Rex"); got != 2 {
			t.Errorf("Rex asked for 2 and has %d", got)
		}
		if me := rex.me(); me.NextClass != 1 || me.NextWeapon != 2 {
			t.Errorf("with the colour the ship became class %d with weapon %d", me.NextClass, me.NextWeapon)
		}
		ann.Recolour(2)
		m.fly(4*time.Second, rex, ann)
		if got := colourOf("Ann"); got == 2 || got == 0 || colourOf("Rex") != 2 {
			t.Errorf("Ann, who came later, has %d, and Rex %d", got, colourOf("Rex"))
		}
	})
}
