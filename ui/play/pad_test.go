package play

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"dogfight/game"
	"dogfight/net"
	"dogfight/proto"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/play/playtest"
)

// padded returns a screen with a pad that has seen the View.
func padded(v *net.View) *Screen {
	s := New(Options{})
	s.OfPad(true)
	s.See(v, playtest.Noon)
	return s
}

func (s *Screen) pressed(k input.Key, v *net.View) Action {
	return s.Event(input.PressOf(k), v, playtest.Noon.Add(time.Minute))
}

func TestAPadFliesWithoutKeysThatReportReleases(t *testing.T) {
	v := playtest.View("Nova")
	s := padded(v)
	for _, k := range []input.Key{input.PadUp, input.PadLeft, input.PadA} {
		if got := s.pressed(k, v); got.Kind != NoAction {
			t.Errorf("%v: got %v", k, got)
		}
	}
	if got, want := s.Input(playtest.Noon.Add(time.Hour)), game.Steer(game.UpLeft)|game.Fire; got != want {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := s.Buttons(v); !s.Steers(v) || got != (Buttons{"FIRE", "BOOST", "SCORES", "CHAT"}) {
		t.Errorf("got %v", got)
	}
}

// thumbs returns the boxes of net/webd/page/touch.css on a phone of that size, in its pixels: the small buttons, the stick and the two large
// buttons.
func thumbs(width, height int) []canvas.Area {
	big := max(min(height*21/100, 112), 64)
	return []canvas.Area{
		canvas.Rect(12, 45, 240, 44), canvas.Rect(32, height-157, 120, 120), canvas.Rect(width-20-big*186/100, height-33-big, big*186/100+4, big),
	}
}

func TestNoPlaceOfTheArenaIsUnderTheThumbsOfAPhone(t *testing.T) {
	for _, phone := range []struct{ width, height, cell int }{{844, 390, 8}, {667, 375, 7}} {
		for _, pad := range []bool{true, false} {
			covered := 0
			for _, facing := range facings {
				v, s := wideView("Nova"), New(Options{})
				s.OfPad(pad)
				ship, dx, dy := &v.World.Ships[0], int32(0), int32(0)
				dx, dy = facing.Vector()
				ship.Facing = facing
				w, h := v.Setup.Arena.Size()
				s.drawing.canvas.Fit(phone.width/phone.cell, phone.height/(2*phone.cell))
				for i := range 500 { // laid out, not drawn
					ship.X = min(max(ship.X+dx*4, playtest.Unit(6)), w-playtest.Unit(6))
					ship.Y = min(max(ship.Y+dy*4, playtest.Unit(6)), h-playtest.Unit(6))
					s.See(v, playtest.Noon.Add(time.Duration(i)*time.Second/30))
					f := s.frame()
					s.lay(f)
					a := f.Space.ShipArea(0)
					a = canvas.Rect(phone.cell*a.X, 2*phone.cell*a.Y, phone.cell*a.Width, 2*phone.cell*a.Height)
					for _, thumb := range thumbs(phone.width, phone.height) {
						if !a.Meets(thumb) {
							continue
						}
						if covered++; pad {
							t.Fatalf("%v, flying %d: picture %d: the ship at %v is under %v", phone, facing, i, a, thumb)
						}
					}
				}
			}
			if !pad && covered == 0 {
				t.Errorf("%v: without a pad no place is there either: the test cannot fail", phone)
			}
		}
	}
}

// The buttons are over the lowest third of the panel: see net/webd/page/touch.css.
func TestNoEventIsUnderTheFireButtonOfAPhone(t *testing.T) {
	for _, c := range []struct {
		pad           bool
		height, lines int // below two thirds of the height
	}{{true, 24, 0}, {true, 31, 0}, {false, 24, 2}, {true, 40, 2}} {
		v := playtest.View("Nova", "Rex", "Vega")
		s, term := New(Options{}), newTerminal(t, 105, c.height)
		s.OfPad(c.pad)
		v.Events = []game.Event{{Kind: game.EventKill, Slot: 1, By: 2}, {Kind: game.EventKill, Slot: 2, By: 1}}
		show(s, term, v, playtest.Noon)
		lines, all := 0, 0
		for y := 1; y < c.height-1; y++ {
			if strings.Contains(term.row(y), " » ") {
				if all++; y >= c.height-c.height*3/10 {
					lines++
				}
			}
		}
		if lines != c.lines || all != 2 {
			t.Errorf("%+v: %d lines, %d of them there:\n%s", c, all, lines, term.text())
		}
	}
}

// The stick rests over the lower left of the picture.
func TestNoChatLineIsUnderTheStickOfAPhoneOnItsSide(t *testing.T) {
	for _, c := range []struct {
		pad           bool
		width, height int
		column        int // of the line
	}{{true, 105, 24, 27}, {true, 78, 29, 2}, {false, 105, 24, 2}} {
		v := playtest.View("Nova", "Rex")
		s, term := New(Options{}), newTerminal(t, c.width, c.height)
		s.OfPad(c.pad)
		v.Chat = []net.ChatLine{{From: "Rex", Slot: 1, Text: "hello to all who can read a line as long as this one"}}
		show(s, term, v, playtest.Noon)
		before, _, said := strings.Cut(term.text(), "Rex: hello")
		if at := utf8.RuneCountInString(before[strings.LastIndex(before, "\n")+1:]); !said || at != c.column {
			t.Errorf("%+v:\n%s", c, term.text())
		}
	}
}

func TestAPadInTheLobbyIsReadyAndChoosesShips(t *testing.T) {
	v := playtest.View("Nova")
	v.World.Status = game.Waiting
	s := padded(v)
	if got := s.Buttons(v); s.Steers(v) || got != (Buttons{"READY", "COLOUR", "SHIP", "CHAT"}) {
		t.Errorf("got %v", got)
	}
	for k, want := range map[input.Key]Action{
		input.PadA: {Kind: SetReady, Ready: true}, input.PadB: {Kind: Recolour}, input.PadX: {Kind: Compare}, input.PadMenu: {Kind: Menu},
		input.PadUp: {}, input.PadLeft: {},
	} {
		if got := s.pressed(k, v); got != want {
			t.Errorf("%v: got %v, want %v", k, got, want)
		}
	}
	v.Setup.Mode = game.Teams
	if got := s.pressed(input.PadB, v); got.Kind != Choose || s.Buttons(v).B != "TEAM" {
		t.Errorf("with teams: got %v, %v", got, s.Buttons(v))
	}
	if got := s.Input(playtest.Noon); got != 0 {
		t.Errorf("a key press in the lobby flies: %v", got)
	}
}

func TestAPadVotesInResults(t *testing.T) {
	v := playtest.View("Nova")
	v.World.Status, v.NextMatch = game.Closed, 20*time.Second
	v.Ballot = &proto.Ballot{Choices: make([]proto.Choice, 3)}
	s := padded(v)
	for _, step := range []struct {
		own  uint8
		key  input.Key
		want uint8
	}{{0, input.PadRight, 1}, {1, input.PadRight, 2}, {3, input.PadRight, 1}, {0, input.PadLeft, 3}, {1, input.PadLeft, 3}, {2, input.PadLeft, 1}} {
		v.Ballot.Own = step.own
		if got := s.pressed(step.key, v); got != (Action{Kind: Vote, Vote: step.want}) {
			t.Errorf("from %d by %v: got %v, want %d", step.own, step.key, got, step.want)
		}
	}
	if got := s.Event(input.PressOf(input.PadA), v, playtest.Noon.Add(resultsPause/2)); got.Kind != Wait {
		t.Errorf("fire that was still pressed: got %v", got)
	}
	if got := s.pressed(input.PadA, v); got != (Action{Kind: SetReady, Ready: true}) {
		t.Errorf("got %v", got)
	}
	if got := s.Buttons(v); s.Steers(v) || got.A != "AGAIN" {
		t.Errorf("got %v", got)
	}
}

func TestAPadChoosesShipsBetweenLives(t *testing.T) {
	v := playtest.View("Nova")
	v.World.Ships[0].State = game.Dead
	s := padded(v)
	if got := s.pressed(input.PadX, v); got.Kind != Compare || s.Buttons(v).X != "SHIP" {
		t.Errorf("got %v, %v", got, s.Buttons(v))
	}
	s.pressed(input.PadRight, v) // held into the next life
	if got := s.Input(playtest.Noon.Add(time.Hour)); got.Course() != game.Right {
		t.Errorf("got %v", got)
	}
}

func TestAPadsScoresAreSeenAsLongAsTheyAreHeld(t *testing.T) {
	v := playtest.View("Nova")
	s := padded(v)
	s.pressed(input.PadX, v)
	if s.pages.overlay != scoreOverlay {
		t.Fatal("no scores")
	}
	s.Event(input.Event{Kind: input.Release, Key: input.PadX}, v, playtest.Noon.Add(time.Minute+scoresTap))
	if s.pages.overlay != noOverlay {
		t.Error("the scores stayed")
	}
}

func TestAPadSendsPastedText(t *testing.T) {
	v := playtest.View("Nova")
	s := padded(v)
	s.pressed(input.PadY, v)
	if got := s.Buttons(v); !s.Writing() || s.Steers(v) || got.A != "SEND" {
		t.Fatalf("got %v", got)
	}
	s.Event(input.Event{Kind: input.PasteStart}, v, playtest.Noon)
	typed(s, v, "well flown")
	s.Event(input.Event{Kind: input.PasteEnd}, v, playtest.Noon)
	if got := s.pressed(input.PadA, v); got != (Action{Kind: SendChat, Text: "well flown"}) {
		t.Errorf("got %v", got)
	}
	s.pressed(input.PadY, v)
	if s.pressed(input.PadB, v); s.Writing() {
		t.Error("B does not leave the line")
	}
}

func TestAPadMovesASpectatorsCamera(t *testing.T) {
	v := playtest.View("Nova", "Ace")
	v.Me = -1
	s := padded(v)
	s.pressed(input.PadB, v)
	if !s.camera().Free() {
		t.Error("the camera is not free")
	}
	s.pressed(input.PadA, v)
	if !s.camera().Zoom.Whole {
		t.Error("not all of the arena shows")
	}
	if got := s.Buttons(v); s.Steers(v) || got != (Buttons{"ARENA", "CAMERA", "SCORES", "CHAT"}) {
		t.Errorf("got %v", got)
	}
}

// TestNoKeysShowWithAPad checks for keys that a phone does not have: digits, Enter and Esc.
func TestNoKeysShowWithAPad(t *testing.T) {
	for name, change := range map[string]func(*net.View, *Screen){
		"flight":    func(*net.View, *Screen) {},
		"death":     func(v *net.View, _ *Screen) { v.World.Ships[0].State = game.Dead },
		"lobby":     func(v *net.View, _ *Screen) { v.World.Status = game.Waiting },
		"results":   func(v *net.View, _ *Screen) { v.World.Status, v.NextMatch = game.Closed, time.Second },
		"help":      func(_ *net.View, s *Screen) { s.toggle(helpOverlay) },
		"lost":      func(v *net.View, _ *Screen) { v.Phase = net.Lost },
		"pilots":    func(_ *net.View, s *Screen) { s.OpenPilots() },
		"chat log":  func(_ *net.View, s *Screen) { s.OpenTalk() },
		"spectator": func(v *net.View, _ *Screen) { v.Me = -1 },
	} {
		v, term := playtest.View("Nova", "Ace"), newTerminal(t, 60, 24)
		s := padded(v)
		change(v, s)
		show(s, term, v, playtest.Noon)
		text := term.text()
		for _, word := range []string{"Enter", "Esc", "PgUp", "↑", "no key", "press ", " 1-", "Space"} {
			if strings.Contains(text, word) {
				t.Errorf("%s: found %q:\n%s", name, word, text)
			}
		}
		if strings.Contains(text, string(input.ByHeld)) {
			t.Errorf("%s: names the keyboard:\n%s", name, text)
		}
	}
}
