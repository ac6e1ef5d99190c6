package play

import (
	"strings"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/ui/input"
	"dogfight/ui/play/hud"
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
	}{{key(input.KeyTab), "score   K"}, {char('?'), "overdrive: fires"}} {
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
	if s.known.choice.Class != 2 {
		t.Error("the choice did not hold until the World could have it")
	}
	show(s, term, v, playtest.Noon.Add(4*time.Second))
	if s.known.choice.Class != 0 {
		t.Error("the choice outlived a World that never took it")
	}
}

func TestAWaitingShipShowsItsNextKit(t *testing.T) {
	v := waiting("Nova")
	v.World.Ships[0].NextClass, v.World.Ships[0].NextWeapon = 2, 2
	drawn(t, v).shows(t, "Bomber · Rail gun")
}

func TestAHintShowsUntilItsKeyIsUsed(t *testing.T) {
	v, s, term := playtest.View("Nova", "Rex"), New(Options{}), newTerminal(t, 80, 24)
	at := playtest.Noon
	for _, step := range []struct {
		press input.Key
		hints string // then
	}{
		{0, "arrows steer   Space fires   f boosts   ? help"}, {input.KeyUp, "Space fires   f boosts   ? help"},
		{'f', "Space fires   ? help"}, {'x', "Space fires   ? help"}, {' ', "tap to turn"},
	} {
		if step.press != 0 {
			s.Event(key(step.press), v, at)
			s.Input(at)
		}
		show(s, term, v, at)
		term.shows(t, step.hints)
		at = at.Add(time.Second)
	}
	v.Me, s = -1, New(Options{})
	show(s, term, v, at)
	term.shows(t, "arrows: next ship")
	s.Event(key(input.KeyRight), v, at)
	show(s, term, v, at)
	term.hides(t, "arrows: next ship")
}

func TestDeathShowsTheKillerAndTheWait(t *testing.T) {
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
	if s.Input(playtest.Noon) != 0 || s.pages.chat.Typing || s.pages.overlay != noOverlay {
		t.Error("pasted text was read as key presses")
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

// bound returns the standard bindings with one key rebound.
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
	s := New(Options{Settings: input.Settings{Keys: bound(t, input.Figures, "g")}})
	s.Event(char('g'), v, playtest.Noon)
	s.Event(key(input.F3), v, playtest.Noon)
	if !s.news.figures.Open {
		t.Error("g does not open the net figures, or F3 still closes them")
	}
	s.Set(Options{Settings: input.Settings{Keys: bound(t, input.Chat, "Tab")}})
	s.Event(key(input.KeyEnter), v, playtest.Noon)
	if s.Typing() {
		t.Error("Enter still opens the chat")
	}
	s.Event(key(input.KeyTab), v, playtest.Noon)
	if !s.Typing() {
		t.Error("Tab does not open the chat")
	}
	s = New(Options{Settings: input.Settings{Keys: bound(t, input.Ready, "o")}})
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
	s := New(Options{Settings: input.Settings{Keys: bound(t, input.Team, "g")}})
	show(s, term, v, playtest.Noon)
	if got := s.Event(char('g'), v, playtest.Noon); got.Kind != Choose || got.Team != 2 {
		t.Errorf("found %+v", got)
	}
	if got := s.Event(char('t'), v, playtest.Noon); got.Kind != NoAction {
		t.Errorf("t did %+v", got)
	}
}

func TestSteeringKeysMoveASpectatorsCamera(t *testing.T) {
	v, term := playtest.View("Nova", "Rex", "Vega"), newTerminal(t, 80, 24)
	v.Me = -1
	s := New(Options{Settings: input.Settings{Keys: input.BindingsOf(input.Azerty)}})
	show(s, term, v, playtest.Noon)
	for _, r := range "ddq" {
		s.Event(char(r), v, playtest.Noon)
		show(s, term, v, playtest.Noon)
	}
	if s.camera().Wanted != 1 {
		t.Errorf("found slot %d", s.camera().Wanted)
	}
}

func TestOtherKeysLoseNeitherChatNorFeed(t *testing.T) {
	v, term := playtest.View("Nova", "Rex"), newTerminal(t, 80, 24)
	v.Events = []game.Event{{Kind: game.EventKill, Slot: 1, By: 0, X: playtest.Unit(90), Y: playtest.Unit(60)}}
	s := New(Options{})
	show(s, term, v, playtest.Noon)
	remembered := s.news.feed
	v.Events = nil
	s.Set(Options{Settings: input.Settings{Keys: input.BindingsOf(input.OneHandedLeft)}})
	s.Event(char('g'), v, playtest.Noon)
	typed(s, v, "hi")
	show(s, term, v, playtest.Noon)
	term.shows(t, "say: hi")
	if s.news.feed != remembered || s.news.feed == (hud.Feed{}) {
		t.Errorf("expected %+v to be remembered, found %+v", remembered, s.news.feed)
	}
}

func TestTheScreenNamesTheKeysThatAreBound(t *testing.T) {
	v, term := playtest.View("Nova"), newTerminal(t, 60, 20)
	s := New(Options{Settings: input.Settings{Keys: input.BindingsOf(input.OneHandedLeft)}})
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
	for _, want := range []string{"tap to turn", "hold to fly", "mouse"} {
		s.Releases(want == "hold to fly")
		s.Set(Options{Settings: input.Settings{Mouse: want == "mouse"}})
		s.keys.used = hud.Used{Steering: true, Fire: true, Boost: true, Watching: true} // or key hints show
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
	s := New(Options{Settings: input.Settings{Mouse: true}})
	show(s, term, v, playtest.Noon)
	x, y := s.drawing.ship.X, s.drawing.ship.Y/2
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
	v.World.Ships[0].X += playtest.Unit(80) // the ship moves, and the pointer stays
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
	s := New(Options{Settings: input.Settings{Mouse: true}})
	show(s, term, v, playtest.Noon)
	term.shows(t, "mouse steers  left fires  ? help")
	s.Event(char('?'), v, playtest.Noon)
	s.Event(mouse(1, 1, input.LeftButton), v, playtest.Noon)
	s.Input(playtest.Noon)
	show(s, term, v, playtest.Noon)
	term.shows(t, "Help (mouse)", "fly to it; left fires, right boosts", "overdrive: fires twice as fast")
	term.hides(t, "mouse steers")
}

func TestHelpExplainsTheMode(t *testing.T) {
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
