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
	Compare  ActionKind = 5 // the ships and weapons, on a page of their own
	Settle   ActionKind = 6 // the settings of the match that one hosts
	Skip     ActionKind = 7 // the lesson, or go on where there are no more
)

// Event takes what the player did. The View is the one last drawn.
func (s *Screen) Event(ev tcell.Event, v *net.View, now time.Time) Action {
	s.settle()
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
			s.chat.entry.paste(ev)
		case s.pasting: // text that nobody asked for flies no ship
		case s.chat.typing:
			return s.typingKey(ev)
		default:
			return s.key(ev, v, now)
		}
	}
	return Action{}
}

// typingKey takes a key of somebody who types.
func (s *Screen) typingKey(ev *tcell.EventKey) Action {
	if k := ev.Key(); k == tcell.KeyPgUp || k == tcell.KeyPgDn {
		if s.overlay != talkOverlay {
			s.OpenTalk()
			s.peeking = true
			return Action{}
		}
		s.talk.key(ev, &s.chat.history, &s.mutes)
		return Action{}
	}
	say := s.chat.key(ev)
	if !s.chat.typing && s.peeking {
		s.open(noOverlay)
	}
	if say == "" {
		return Action{}
	}
	return Action{Kind: Say, Text: say}
}

// pageKey gives a key to what is open over the match, and reports whether it was
// for that.
func (s *Screen) pageKey(ev *tcell.EventKey, v *net.View) bool {
	switch s.overlay {
	case talkOverlay:
		return s.talk.key(ev, &s.chat.history, &s.mutes)
	case pilotsOverlay:
		return s.list.key(ev, &s.mutes)
	}
	return s.boardKey(ev.Key(), v)
}

// boardKey scrolls a score table that is longer than the screen. A pilot in
// space keeps his arrows.
func (s *Screen) boardKey(k tcell.Key, v *net.View) bool {
	if s.board.most == 0 || v.World == nil || s.overlay == helpOverlay {
		return false
	}
	if f := (frame{View: v}); f.fights() && k != tcell.KeyPgUp && k != tcell.KeyPgDn {
		return false
	}
	return s.board.key(k)
}

// key takes a key outside of chat.
func (s *Screen) key(ev *tcell.EventKey, v *net.View, now time.Time) Action {
	if page := s.lobbyPage(ev, v); page != NoAction {
		return Action{Kind: page}
	}
	does, _ := s.grip.Bindings().Press(ev)
	switch {
	case s.pageKey(ev, v):
	case ev.Key() == tcell.KeyEscape && s.overlay != noOverlay:
		s.open(noOverlay)
	case ev.Key() == tcell.KeyEscape:
		return Action{Kind: Menu}
	case ev.Key() == tcell.KeyEnter && s.lesson != nil: // with nobody to talk to
		return Action{Kind: Skip}
	case does == keys.Chat:
		s.chat.typing = true
		s.grip.Reset() // nobody flies on by a key he pressed before a talk
	case does == keys.Scores:
		s.toggle(scoreOverlay)
	case does == keys.Help:
		s.toggle(helpOverlay)
	case does == keys.Figures:
		s.figures.open = !s.figures.open
	case does == keys.Talk:
		s.toggle(talkOverlay)
	case s.overlay.takesKeys():
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

// lobbyPage returns the page that a key leads to from the lobby.
func (s *Screen) lobbyPage(ev *tcell.EventKey, v *net.View) ActionKind {
	switch {
	case v.World == nil || v.Setup == nil || v.World.Status != game.Waiting:
	case ev.Key() != tcell.KeyRune:
	case ev.Rune() == 'c' && v.Me >= 0:
		return Compare
	case ev.Rune() == 'm' && s.hosting != nil:
		return Settle
	}
	return NoAction
}

func (s *Screen) toggle(o overlay) {
	if s.overlay == o {
		o = noOverlay
	}
	s.open(o)
}

// open lays something over the match, or nothing.
func (s *Screen) open(o overlay) {
	s.overlay, s.peeking = o, false
	s.talk, s.board = talkPage{}, scroll{}
	if o.takesKeys() {
		s.grip.Reset()
	}
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
