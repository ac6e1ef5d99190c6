package play

import (
	"time"

	"github.com/gdamore/tcell/v2"

	"dogfight/game"
	"dogfight/net"
	"dogfight/proto"
	"dogfight/ui/keys"
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
	case *tcell.EventMouse:
		s.flown = s.grip.Mouse(now, ev) || s.flown
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
	does, _ := s.grip.Bindings().Press(ev)
	switch {
	case ev.Key() == tcell.KeyEscape && s.overlay != noOverlay:
		s.overlay = noOverlay
	case ev.Key() == tcell.KeyEscape:
		return Action{Kind: Menu}
	case does == keys.Chat:
		s.chat.typing = true
		s.grip.Reset() // nobody flies on by a key he pressed before a talk
	case does == keys.Scores:
		s.toggle(scoreOverlay)
	case does == keys.Help:
		s.toggle(helpOverlay)
	case does == keys.Figures:
		s.figures.open = !s.figures.open
	case v.World == nil || v.Setup == nil:
	case v.Me < 0 && s.camera.watchKey(ev, does, v.World, v.Setup.Arena):
		s.flown = true
	case does == keys.Closer:
		s.camera.zoom.in()
	case does == keys.Farther:
		s.camera.zoom.out()
	case v.Me >= 0:
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

// pilotKey takes a key of somebody with a ship: one that waits is chosen, one
// in space is flown.
func (s *Screen) pilotKey(ev *tcell.EventKey, v *net.View, now time.Time) Action {
	waiting := v.World.Status == game.Waiting
	grounded := waiting || v.World.Ships[v.Me].State == game.Dead
	does, _ := s.grip.Bindings().Press(ev)
	switch {
	case waiting && does == keys.Ready:
		return Action{Kind: SetReady, Ready: !s.pilots.has(v.Me, proto.Ready)}
	case grounded && does == keys.Team && v.Setup.Mode.Teams() > 0:
		s.choice.changeTeam(v.Setup, now)
		return s.choice.action()
	case grounded && ev.Key() == tcell.KeyRune && s.choice.pick(ev.Rune(), v.Setup, now):
		return s.choice.action()
	}
	s.flown = s.grip.Press(now, ev) || s.flown
	return Action{}
}
