package play

import (
	"strings"
	"testing"

	"dogfight/game"
	"dogfight/ui/input"
	"dogfight/ui/play/hud"
	"dogfight/ui/play/playtest"
)

// bound returns the standard bindings with one key bound to something else.
func bound(t *testing.T, a input.Action, name string) input.Bindings {
	t.Helper()
	var b input.Bindings
	key, err := input.ParseKey(name)
	if err == nil {
		_, err = b.Bind(a, 0, key)
	}
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func mouse(x, y int, buttons input.Buttons) input.Event {
	return input.Event{Kind: input.Mouse, X: x, Y: y, Buttons: buttons}
}

func TestBoundKeysReachTheShipTheScreenAndTheLobby(t *testing.T) {
	v, term := playtest.View("Nova"), newTerminal(t, 80, 24)
	s := New(Options{Keys: bound(t, input.Figures, "g")})
	s.Event(char('g'), v, playtest.Noon)
	s.Event(key(input.F3), v, playtest.Noon)
	if !s.figures.Open {
		t.Error("g does not open the net figures, or F3 still closes them")
	}
	s.Set(Options{Keys: bound(t, input.Chat, "Tab")})
	s.Event(key(input.KeyEnter), v, playtest.Noon)
	if s.Typing() {
		t.Error("Enter still opens the chat")
	}
	s.Event(key(input.KeyTab), v, playtest.Noon)
	if !s.Typing() {
		t.Error("Tab does not open the chat")
	}
	s = New(Options{Keys: bound(t, input.Ready, "o")})
	v.World.Status = game.Waiting
	show(s, term, v, playtest.Noon)
	if got := s.Event(char('o'), v, playtest.Noon); got.Kind != SetReady || !got.Ready {
		t.Errorf("found %+v", got)
	}
}

func TestATeamIsChangedByTheKeyThatIsBound(t *testing.T) {
	v, term := playtest.View("Nova"), newTerminal(t, 80, 24)
	v.Setup.Mode = game.Teams
	v.World.Status, v.World.Ships[0].Team = game.Waiting, 1
	s := New(Options{Keys: bound(t, input.Team, "g")})
	show(s, term, v, playtest.Noon)
	if got := s.Event(char('g'), v, playtest.Noon); got.Kind != Choose || got.Team != 2 {
		t.Errorf("found %+v", got)
	}
	if got := s.Event(char('t'), v, playtest.Noon); got.Kind != NoAction {
		t.Errorf("t did %+v", got)
	}
}

func TestASpectatorLooksAboutByTheKeysThatSteer(t *testing.T) {
	v, term := playtest.View("Nova", "Rex", "Vega"), newTerminal(t, 80, 24)
	v.Me = -1
	s := New(Options{Keys: input.BindingsOf(input.Azerty)})
	show(s, term, v, playtest.Noon)
	for _, r := range "ddq" {
		s.Event(char(r), v, playtest.Noon)
		show(s, term, v, playtest.Noon)
	}
	if s.last.camera.Wanted != 1 {
		t.Errorf("found slot %d", s.last.camera.Wanted)
	}
}

func TestOtherKeysLoseNeitherChatNorFeed(t *testing.T) {
	v, term := playtest.View("Nova", "Rex"), newTerminal(t, 80, 24)
	v.Events = []game.Event{{Kind: game.EventKill, Slot: 1, By: 0, X: playtest.Unit(90), Y: playtest.Unit(60)}}
	s := New(Options{})
	show(s, term, v, playtest.Noon)
	remembered := s.feed
	v.Events = nil
	s.Set(Options{Keys: input.BindingsOf(input.OneHandedLeft)})
	s.Event(char('g'), v, playtest.Noon)
	typed(s, v, "hi")
	show(s, term, v, playtest.Noon)
	term.shows(t, "say: hi")
	if s.feed != remembered || s.feed == (hud.Feed{}) {
		t.Errorf("expected %+v to be remembered, found %+v", remembered, s.feed)
	}
}

func TestTheScreenNamesTheKeysThatAreBound(t *testing.T) {
	v, term := playtest.View("Nova"), newTerminal(t, 60, 20)
	s := New(Options{Keys: input.BindingsOf(input.OneHandedLeft)})
	show(s, term, v, playtest.Noon)
	term.shows(t, "wasd steer  Space fires  F1 help")
	s.Event(key(input.F1), v, playtest.Noon)
	show(s, term, v, playtest.Noon)
	term.shows(t, "wasd, arrows", "qezc", "g, F2            chat", "overdrive: fires twice as fast")
	v.World.Status = game.Waiting
	s.Event(key(input.KeyEscape), v, playtest.Noon)
	show(s, term, v, playtest.Noon)
	term.shows(t, "r ready   1-7 ship   o colour   g chat   Esc menu")
}

func TestTheBottomLineNamesTheSchemeWhereThereIsRoom(t *testing.T) {
	v, term := playtest.View("Nova"), newTerminal(t, 60, 20)
	s := New(Options{})
	for _, want := range []string{"course holds", "hold to fly", "mouse"} {
		s.Releases(want == "hold to fly")
		s.Set(Options{Mouse: want == "mouse"})
		s.flown = true // or it tells of the keys
		show(s, term, v, playtest.Noon)
		term.shows(t, want+"  Fighter")
	}
	ship := &v.World.Ships[0]
	ship.Hits, ship.Shield, ship.Overdrive = 3, 600, 600
	ship.HP, ship.Extra = 8, 3
	show(s, term, v, playtest.Noon)
	if row := term.row(19); strings.Contains(row, "mouse") || !strings.HasSuffix(row, " S 10    O 10") {
		t.Errorf("found %q", row)
	}
}

func TestTheMouseSteersFromWhereTheShipIsDrawn(t *testing.T) {
	v, term := playtest.View("Nova"), newTerminal(t, 80, 24)
	s := New(Options{Mouse: true})
	show(s, term, v, playtest.Noon)
	x, y := s.ship.X, s.ship.Y/2
	for _, c := range []struct {
		dx, dy int
		want   game.Course
	}{{20, 0, game.Right}, {-9, 0, game.Left}, {0, 5, game.Down}, {10, 5, game.DownRight}, {0, 0, game.Idle}} {
		s.Event(mouse(x+c.dx, y+c.dy, 0), v, playtest.Noon)
		if got := s.Input(playtest.Noon); got != game.Steer(c.want) {
			t.Errorf("%+v: found %#x", c, got)
		}
	}
	s.Event(mouse(x, y+1, input.LeftButton), v, playtest.Noon)
	v.World.Ships[0].X += playtest.Unit(80) // the ship goes on, and the pointer stays
	show(s, term, v, playtest.Noon)
	if got := s.Input(playtest.Noon); got != game.Steer(game.Left)|game.Fire {
		t.Errorf("found %#x", got)
	}
	v.World.Ships[0].State = game.Dead
	show(s, term, v, playtest.Noon)
	if got := s.Input(playtest.Noon).Course(); got != game.Idle {
		t.Errorf("without a ship: course %d", got)
	}
}

func TestTheMouseIsExplained(t *testing.T) {
	v, term := playtest.View("Nova"), newTerminal(t, 60, 20)
	s := New(Options{Mouse: true})
	show(s, term, v, playtest.Noon)
	term.shows(t, "mouse steers  left fires  ? help")
	s.Event(char('?'), v, playtest.Noon)
	s.Event(mouse(1, 1, input.LeftButton), v, playtest.Noon)
	show(s, term, v, playtest.Noon)
	term.shows(t, "Help (mouse)", "fly to it; left fires, right boosts", "overdrive: fires twice as fast")
	term.hides(t, "mouse steers")
}

func TestHelpSaysWhatTheModeIsAbout(t *testing.T) {
	for _, mode := range []game.Mode{game.Deathmatch, game.Last, game.Trails} {
		v, s, term := wideView("Nova"), New(Options{}), newTerminal(t, 80, 24)
		v.Setup.Mode = mode
		show(s, term, v, playtest.Noon)
		s.Event(char('?'), v, playtest.Noon)
		show(s, term, v, playtest.Noon)
		term.shows(t, mode.Name()+": "+mode.Summary(), "menu; Settings there change the keys")
		if mode == game.Trails {
			term.shows(t, "jump over walls")
			term.hides(t, "boost")
			term.hides(t, "overdrive")
		}
	}
}
