package play

import (
	"time"

	"github.com/gdamore/tcell/v2"

	"dogfight/game"
	"dogfight/net"
	"dogfight/proto"
)

// Action is what an event asks of whoever runs the screen.
type Action struct {
	Kind                ActionKind
	Text                string // Say
	Class, Weapon, Team uint8  // Choose
	Ready               bool   // SetReady
}

// ActionKind says what to do.
type ActionKind uint8

// The actions.
const (
	NoAction ActionKind = 0
	Say      ActionKind = 1 // to everybody
	Menu     ActionKind = 2 // the player wants the menu
	Choose   ActionKind = 3 // this ship from the next spawn on
	SetReady ActionKind = 4
	Skip     ActionKind = 5 // the lesson, or go on where there are no more
)

// Event takes what the player did. The View is the one last drawn.
func (s *Screen) Event(ev tcell.Event, v *net.View, now time.Time) Action {
	switch ev := ev.(type) {
	case *tcell.EventPaste:
		s.pasting = ev.Start()
	case *tcell.EventFocus:
		if !ev.Focused {
			s.Blur()
		}
	case *tcell.EventKey:
		switch {
		case s.pasting && s.chat.typing:
			s.chat.paste(ev)
		case s.pasting: // text that nobody asked for flies no ship
		case s.chat.typing:
			if say, _ := s.chat.key(ev); say != "" {
				return Action{Kind: Say, Text: say}
			}
		default:
			return s.key(ev, v, now)
		}
	}
	return Action{}
}

// key takes a key outside of chat.
func (s *Screen) key(ev *tcell.EventKey, v *net.View, now time.Time) Action {
	switch {
	case ev.Key() == tcell.KeyEscape && s.overlay != noOverlay:
		s.overlay = noOverlay
	case ev.Key() == tcell.KeyEscape:
		return Action{Kind: Menu}
	case ev.Key() == tcell.KeyEnter && s.lesson != nil: // with nobody to talk to
		return Action{Kind: Skip}
	case ev.Key() == tcell.KeyEnter:
		s.chat.typing = true
		s.grip.Reset() // nobody flies on by a key he pressed before a talk
	case ev.Key() == tcell.KeyTab:
		s.toggle(scoreOverlay)
	case ev.Key() == tcell.KeyRune && ev.Rune() == '?':
		s.toggle(helpOverlay)
	case ev.Key() == tcell.KeyF3 && ev.Modifiers() == tcell.ModNone:
		s.figures.open = !s.figures.open
	case v.World == nil || v.Setup == nil:
	case v.Me < 0:
		s.look(ev, v.World)
	default:
		return s.pilotKey(ev, v, now)
	}
	return Action{}
}

func (s *Screen) toggle(o overlay) {
	if s.overlay == o {
		o = noOverlay
	}
	s.overlay = o
}

// look takes a spectator's key.
func (s *Screen) look(ev *tcell.EventKey, w *game.World) {
	switch ev.Key() {
	case tcell.KeyLeft, tcell.KeyUp:
		s.camera.cycle(w, -1)
		s.flown = true
	case tcell.KeyRight, tcell.KeyDown:
		s.camera.cycle(w, 1)
		s.flown = true
	}
}

// pilotKey takes a key of somebody with a ship: one that waits is chosen, one
// in space is flown.
func (s *Screen) pilotKey(ev *tcell.EventKey, v *net.View, now time.Time) Action {
	waiting := v.World.Status == game.Waiting
	grounded := waiting || v.World.Ships[v.Me].State == game.Dead
	switch {
	case waiting && ev.Key() == tcell.KeyRune && ev.Rune() == 'r':
		return Action{Kind: SetReady, Ready: !s.pilots.has(v.Me, proto.Ready)}
	case grounded && ev.Key() == tcell.KeyRune && s.choice.pick(ev.Rune(), v.Setup, now):
		return s.choice.action()
	}
	s.flown = s.grip.Press(now, ev) || s.flown
	return Action{}
}
