package play

import (
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/proto"
	"dogfight/ui/controls"
	"dogfight/ui/keys"
	"dogfight/ui/play/chat"
	"dogfight/ui/play/model"
	"dogfight/ui/play/pages"
)

// Action is what an event asks of the screen's owner.
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
	Say      ActionKind = 1 // to all in the match
	Menu     ActionKind = 2 // the player wants the menu
	Choose   ActionKind = 3 // this ship from the next spawn on
	SetReady ActionKind = 4
	Compare  ActionKind = 5 // the ships and weapons, on a page of their own
	Settle   ActionKind = 6 // the settings of the match, which the player hosts
	Skip     ActionKind = 7 // the lesson, or go on where there are no more
)

// Event takes what the player did. The View is the one last drawn.
func (s *Screen) Event(ev keys.Event, v *net.View, now time.Time) Action {
	s.settle()
	switch ev.Kind {
	case keys.PasteStart, keys.PasteEnd:
		s.pasting = ev.Kind == keys.PasteStart
	case keys.FocusOut:
		s.Blur()
	case keys.Mouse:
		s.flown = s.controls.Mouse(now, ev) || s.flown
	case keys.Release:
		s.controls.Release(now, ev)
		s.releaseScores(now, ev)
	case keys.Press, keys.Repeat:
		switch {
		case s.pasting && s.chat.Typing:
			s.chat.Entry.Paste(ev)
		case s.pasting: // pasted text flies no ship
		case s.chat.Typing:
			return s.typingKey(ev)
		default:
			return s.key(ev, v, now)
		}
	}
	return Action{}
}

// typingKey takes a key while the player types.
func (s *Screen) typingKey(ev keys.Event) Action {
	if ev.Key == keys.PgUp || ev.Key == keys.PgDn {
		if s.overlay != talkOverlay {
			s.OpenTalk()
			s.peeking = true
			return Action{}
		}
		s.talk.Key(ev, &s.chat.Log, &s.mutes)
		return Action{}
	}
	say := s.chat.Key(ev)
	if !s.chat.Typing && s.peeking {
		s.open(noOverlay)
	}
	if say == "" {
		return Action{}
	}
	return Action{Kind: Say, Text: say}
}

// pageKey gives a key to what is open over the match, and reports whether it was
// for that.
func (s *Screen) pageKey(ev keys.Event, v *net.View) bool {
	switch s.overlay {
	case talkOverlay:
		return s.talk.Key(ev, &s.chat.Log, &s.mutes)
	case pilotsOverlay:
		return s.list.Key(ev, &s.mutes)
	}
	return s.boardKey(ev.Key, v)
}

// boardKey scrolls a score table that is longer than the screen. Pilots in
// space keep their arrows.
func (s *Screen) boardKey(k keys.Key, v *net.View) bool {
	if s.board.Most == 0 || v.World == nil || s.overlay == helpOverlay {
		return false
	}
	if m := (model.Match{View: v}); m.Fights() && k != keys.PgUp && k != keys.PgDn {
		return false
	}
	return s.board.Key(k)
}

// key takes a key outside of chat.
func (s *Screen) key(ev keys.Event, v *net.View, now time.Time) Action {
	if page := s.lobbyPage(ev, v); page != NoAction {
		return Action{Kind: page}
	}
	does, _ := s.controls.Bindings().Press(ev)
	switch {
	case s.pageKey(ev, v):
	case ev.Key == keys.Escape && s.overlay != noOverlay:
		s.open(noOverlay)
	case ev.Key == keys.Escape:
		return Action{Kind: Menu}
	case ev.Key == keys.Enter && s.lesson != nil: // where there is no one to talk to
		return Action{Kind: Skip}
	case does == controls.Chat:
		s.chat.Typing = true
		s.controls.Reset() // no key that was pressed before a talk flies on
	case does == controls.Scores:
		s.pressScores(now, ev)
	case does == controls.Help:
		s.toggle(helpOverlay)
	case does == controls.Figures:
		s.figures.Open = !s.figures.Open
	case does == controls.Talk:
		s.toggle(talkOverlay)
	case s.overlay.takesKeys():
	case v.World == nil || v.Setup == nil:
	case v.Me < 0 && s.camera.WatchKey(ev, does, v.World, v.Setup.Arena):
		s.flown = true
	case does == controls.Closer:
		s.camera.Zoom.In()
	case does == controls.Farther:
		s.camera.Zoom.Out()
	case v.Me >= 0:
		return s.pilotKey(ev, v, now)
	}
	return Action{}
}

// lobbyPage returns the page that a key leads to from the lobby.
func (s *Screen) lobbyPage(ev keys.Event, v *net.View) ActionKind {
	switch {
	case v.World == nil || v.Setup == nil || v.World.Status != game.Waiting:
	case ev.Character() == 'c' && v.Me >= 0:
		return Compare
	case ev.Character() == 'm' && s.hosting != nil:
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
	s.talk, s.board = chat.LogPage{}, pages.Scroll{}
	if o.takesKeys() {
		s.controls.Reset()
	}
}

// pilotKey takes a key of a player with a ship: one that waits is chosen, one
// in space is flown.
func (s *Screen) pilotKey(ev keys.Event, v *net.View, now time.Time) Action {
	waiting := v.World.Status == game.Waiting
	grounded := waiting || v.World.Ships[v.Me].State == game.Dead
	does, _ := s.controls.Bindings().Press(ev)
	switch {
	case waiting && does == controls.Ready:
		return Action{Kind: SetReady, Ready: !s.pilots.Has(v.Me, proto.Ready)}
	case grounded && does == controls.Team && v.Setup.Mode.Teams() > 0:
		s.choice.ChangeTeam(v.Setup, now)
		return choose(&s.choice)
	case grounded && s.choice.Pick(ev.Character(), v.Setup, now):
		return choose(&s.choice)
	}
	s.flown = s.controls.Press(now, ev) || s.flown
	return Action{}
}

// choose returns the Action of a choice.
func choose(c *model.Choice) Action {
	return Action{Kind: Choose, Class: c.Class, Weapon: c.Weapon, Team: c.Team}
}
