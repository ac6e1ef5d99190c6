package play

import (
	"strings"
	"testing"

	"github.com/gdamore/tcell/v2"

	"dogfight/game"
	"dogfight/ui/keys"
)

// bound returns the standard bindings with one key bound to something else.
func bound(t *testing.T, a keys.Action, name string) keys.Bindings {
	t.Helper()
	var b keys.Bindings
	key, err := keys.ParseKey(name)
	if err == nil {
		_, err = b.Bind(a, 0, key)
	}
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func mouse(x, y int, buttons tcell.ButtonMask) *tcell.EventMouse {
	return tcell.NewEventMouse(x, y, buttons, tcell.ModNone)
}

func TestBoundKeysReachTheShipTheScreenAndTheLobby(t *testing.T) {
	v, term := testView("Nova"), newTerminal(t, 80, 24)
	s := New(Options{Keys: bound(t, keys.Figures, "g")})
	s.Event(char('g'), v, noon)
	s.Event(key(tcell.KeyF3), v, noon)
	if !s.figures.open {
		t.Error("g does not open the net figures, or F3 still closes them")
	}
	s.Set(Options{Keys: bound(t, keys.Chat, "Tab")})
	s.Event(key(tcell.KeyEnter), v, noon)
	if s.Typing() {
		t.Error("Enter still opens the chat")
	}
	s.Event(key(tcell.KeyTab), v, noon)
	if !s.Typing() {
		t.Error("Tab does not open the chat")
	}
	s = New(Options{Keys: bound(t, keys.Ready, "o")})
	v.World.Status = game.Waiting
	show(s, term, v, noon)
	if got := s.Event(char('o'), v, noon); got.Kind != SetReady || !got.Ready {
		t.Errorf("found %+v", got)
	}
}

func TestATeamIsChangedByTheKeyThatIsBound(t *testing.T) {
	v, term := testView("Nova"), newTerminal(t, 80, 24)
	v.Setup.Mode = game.Teams
	v.World.Status, v.World.Ships[0].Team = game.Waiting, 1
	s := New(Options{Keys: bound(t, keys.Team, "g")})
	show(s, term, v, noon)
	if got := s.Event(char('g'), v, noon); got.Kind != Choose || got.Team != 2 {
		t.Errorf("found %+v", got)
	}
	if got := s.Event(char('t'), v, noon); got.Kind != NoAction {
		t.Errorf("t did %+v", got)
	}
}

func TestASpectatorLooksAboutByTheKeysThatSteer(t *testing.T) {
	v, term := testView("Nova", "Rex", "Vega"), newTerminal(t, 80, 24)
	v.Me = -1
	s := New(Options{Keys: keys.BindingsOf(keys.Azerty)})
	show(s, term, v, noon)
	for _, r := range "ddq" {
		s.Event(char(r), v, noon)
		show(s, term, v, noon)
	}
	if s.camera.wanted != 1 {
		t.Errorf("found slot %d", s.camera.wanted)
	}
}

func TestOtherKeysLoseNeitherChatNorFeed(t *testing.T) {
	v, term := testView("Nova", "Rex"), newTerminal(t, 80, 24)
	v.Events = []game.Event{{Kind: game.EventKill, Slot: 1, By: 0, X: unit(90), Y: unit(60)}}
	s := New(Options{})
	show(s, term, v, noon)
	remembered := s.feed
	v.Events = nil
	s.Set(Options{Keys: keys.BindingsOf(keys.OneHandedLeft)})
	s.Event(char('g'), v, noon)
	typed(s, v, "hi")
	show(s, term, v, noon)
	term.shows(t, "say: hi")
	if s.feed != remembered || s.feed == (feed{}) {
		t.Errorf("expected %+v to be remembered, found %+v", remembered, s.feed)
	}
}

func TestTheScreenNamesTheKeysThatAreBound(t *testing.T) {
	v, term := testView("Nova"), newTerminal(t, 60, 20)
	s := New(Options{Keys: keys.BindingsOf(keys.OneHandedLeft)})
	show(s, term, v, noon)
	term.shows(t, "wasd steer   Space fires   F1 help")
	s.Event(key(tcell.KeyF1), v, noon)
	show(s, term, v, noon)
	term.shows(t, "wasd, arrows", "qezc", "g, F2            chat", "overdrive: fires twice as fast")
	v.World.Status = game.Waiting
	s.Event(key(tcell.KeyEscape), v, noon)
	show(s, term, v, noon)
	term.shows(t, "r ready   1-7 ship   g chat   Esc menu")
}

func TestTheBottomLineNamesTheSchemeWhereThereIsRoom(t *testing.T) {
	v, term := testView("Nova"), newTerminal(t, 60, 20)
	s := New(Options{})
	for _, want := range []string{"latched", "held", "mouse"} {
		s.Releases(want == "held")
		s.Set(Options{Mouse: want == "mouse"})
		s.flown = true // or it tells of the keys
		show(s, term, v, noon)
		term.shows(t, want+"  Fighter")
	}
	ship := &v.World.Ships[0]
	ship.Hits, ship.Shield, ship.Overdrive = 3, 600, 600
	ship.HP, ship.Extra = 8, 3
	show(s, term, v, noon)
	if row := term.row(19); strings.Contains(row, "mouse") || !strings.Contains(row, "10s   Fighter") {
		t.Errorf("found %q", row)
	}
}

func TestTheMouseSteersFromWhereTheShipIsDrawn(t *testing.T) {
	v, term := testView("Nova"), newTerminal(t, 80, 24)
	s := New(Options{Mouse: true})
	show(s, term, v, noon)
	x, y := s.ship.X, s.ship.Y/2
	for _, c := range []struct {
		dx, dy int
		want   game.Course
	}{{20, 0, game.Right}, {-9, 0, game.Left}, {0, 5, game.Down}, {10, 5, game.DownRight}, {0, 0, game.Idle}} {
		s.Event(mouse(x+c.dx, y+c.dy, tcell.ButtonNone), v, noon)
		if got := s.Input(noon); got != game.Steer(c.want) {
			t.Errorf("%+v: found %#x", c, got)
		}
	}
	s.Event(mouse(x, y+1, tcell.ButtonPrimary), v, noon)
	v.World.Ships[0].X += unit(80) // the ship goes on, and the pointer stays
	show(s, term, v, noon)
	if got := s.Input(noon); got != game.Steer(game.Left)|game.Fire {
		t.Errorf("found %#x", got)
	}
	v.World.Ships[0].State = game.Dead
	show(s, term, v, noon)
	if got := s.Input(noon).Course(); got != game.Idle {
		t.Errorf("without a ship: course %d", got)
	}
}

func TestTheMouseIsExplained(t *testing.T) {
	v, term := testView("Nova"), newTerminal(t, 60, 20)
	s := New(Options{Mouse: true})
	show(s, term, v, noon)
	term.shows(t, "mouse steers   left fires")
	s.Event(char('?'), v, noon)
	s.Event(mouse(1, 1, tcell.ButtonPrimary), v, noon)
	show(s, term, v, noon)
	term.shows(t, "help, mouse", "fly to it; left fires, right boosts", "overdrive: fires twice as fast")
	term.hides(t, "mouse steers")
}
