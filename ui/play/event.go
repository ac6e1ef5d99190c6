package play

import (
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/proto"
	"dogfight/ui/input"
	"dogfight/ui/play/hud"
	"dogfight/ui/play/model"
)

// Action is what an event asks of the screen's owner.
type Action struct {
	Kind                ActionKind
	Text                string // Say, Quip
	Class, Weapon, Team uint8  // Choose
	Ready               bool   // SetReady
	Vote                uint8  // Vote: the choice, from 1
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
	Compare  ActionKind = 5  // the ships and weapons, on a page of their own
	Settle   ActionKind = 6  // the settings of the match, which the player hosts
	Skip     ActionKind = 7  // the lesson, or go on where there are no more
	Vote     ActionKind = 8  // for what is played next
	Wait     ActionKind = 9  // for nothing: it is too early for what was pressed
	Quip     ActionKind = 10 // say a phrase, if that may be said now
	Recolour ActionKind = 11 // the ship is to be of another colour
	Practise ActionKind = 12 // on the practice range, until the match begins
	Invite   ActionKind = 13 // others: show how they join
	CastYes  ActionKind = 14 // vote for the motion that the View tells of
	CastNo   ActionKind = 15 // or against it
)

// Event takes what the player did. The View is the one last drawn.
func (s *Screen) Event(ev input.Event, v *net.View, now time.Time) Action {
	s.settle()
	switch ev.Kind {
	case input.PasteStart, input.PasteEnd:
		s.pasting = ev.Kind == input.PasteStart
	case input.FocusOut:
		s.Blur()
	case input.Mouse:
		if s.replay != nil {
			s.replay.Mouse(ev)
			return Action{}
		}
		s.flown = s.controls.Mouse(now, ev) || s.flown
	case input.Release:
		s.controls.Release(now, ev)
		s.releaseScores(now, ev)
	case input.Press, input.Repeat:
		switch {
		case s.pasting && s.chat.Typing:
			s.chat.Entry.Paste(ev)
		case s.pasting: // pasted text flies no ship
		case s.chat.Typing:
			return s.typingKey(ev.Plain())
		case ev.Key.IsPad():
			return s.padKey(ev, v, now)
		default:
			return s.key(ev, v, now)
		}
	}
	return Action{}
}

// typingKey takes a key while the player types.
func (s *Screen) typingKey(ev input.Event) Action {
	if ev.Key == input.KeyPgUp || ev.Key == input.KeyPgDn {
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
func (s *Screen) pageKey(ev input.Event, v *net.View) bool {
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
func (s *Screen) boardKey(k input.Key, v *net.View) bool {
	if s.board.Most == 0 || v.World == nil || s.overlay == helpOverlay {
		return false
	}
	if m := (model.Match{View: v}); m.Fights() && k != input.KeyPgUp && k != input.KeyPgDn {
		return false
	}
	return s.board.Key(k)
}

// key takes a key outside of chat.
func (s *Screen) key(ev input.Event, v *net.View, now time.Time) Action {
	if s.replay != nil {
		return s.replayKey(ev, v, now)
	}
	if page := s.lobbyPage(ev, v); page != NoAction {
		return Action{Kind: page}
	}
	return s.doKey(ev, v, now)
}

// doKey takes a key where no recorded match is watched, and that no page of the lobby has.
func (s *Screen) doKey(ev input.Event, v *net.View, now time.Time) Action {
	does, _ := s.controls.Bindings().Press(ev)
	if s.killCam.key(s, ev, does, now) || s.best.key(s, ev, does) {
		return Action{}
	}
	if act := voteKey(ev, does, v); act != NoAction {
		return Action{Kind: act}
	}
	if act := s.resultsKey(ev, v, now); act.Kind != NoAction {
		return act
	}
	switch {
	case s.pageKey(ev, v):
	case ev.Key == input.KeyEscape && s.overlay != noOverlay:
		s.open(noOverlay)
	case ev.Key == input.KeyEscape:
		return Action{Kind: Menu}
	case ev.Key == input.KeyEnter && s.lesson != nil: // where there is no one to talk to
		return Action{Kind: Skip}
	case s.drill != nil && ev.Character() == 'c' && does == input.None && v.Me >= 0:
		return Action{Kind: Compare}
	case s.drill != nil && s.drill.Lobby && does == input.Ready:
		return Action{Kind: SetReady}
	case does == input.Chat:
		s.chat.Typing = true
		s.controls.Reset() // no key that was pressed before a talk flies on
	case does == input.Scores:
		s.pressScores(now, ev)
	case does == input.Help:
		s.toggle(helpOverlay)
	case does == input.Figures:
		s.figures.Open = !s.figures.Open
	case does == input.Talk:
		s.toggle(talkOverlay)
	case s.overlay.takesKeys():
	case v.World == nil || v.Setup == nil:
	case (&model.Match{View: v}).Watches() && s.camera.WatchKey(ev, does, v.World, v.Setup.Arena):
		s.flown = true
	case does == input.Closer:
		s.camera.Zoom.In()
	case does == input.Farther:
		s.camera.Zoom.Out()
	case v.Me >= 0:
		return s.pilotKey(ev, v, now)
	}
	return Action{}
}

// The keys by which players vote while they fly, as the line tells that the vote has. No preset has them.
const (
	yesKey = input.F6
	noKey  = input.F7
)

// voteKey takes a vote on the motion that the View tells of, by keys that nothing else has.
func voteKey(ev input.Event, does input.Action, v *net.View) ActionKind {
	switch {
	case v.Vote == nil || v.Vote.Own == proto.MayNot || does != input.None || ev.Kind != input.Press:
	case ev.Key == yesKey:
		return CastYes
	case ev.Key == noKey:
		return CastNo
	}
	return NoAction
}

// lobbyPage returns the page that a key leads to from the lobby.
func (s *Screen) lobbyPage(ev input.Event, v *net.View) ActionKind {
	switch {
	case v.World == nil || v.Setup == nil || v.World.Status != game.Waiting:
	case ev.Character() == 'c' && v.Me >= 0:
		return Compare
	case ev.Character() == 'g' && s.options.Range:
		return Practise
	case ev.Character() == 'o' && v.Me >= 0 && v.Setup.Teams() == 0 && ev.Kind == input.Press && s.isFree(ev):
		return Recolour
	case ev.Character() == 'i' && s.hosting.Invites() && s.isFree(ev):
		return Invite
	case ev.Character() == 'm' && s.hosting != nil:
		return Settle
	}
	return NoAction
}

// isFree reports whether a key has nothing to do before a match: it flies at most, and that is for later.
func (s *Screen) isFree(ev input.Event) bool {
	does, _ := s.controls.Bindings().Press(ev)
	return does <= input.Brake
}

// resultsPause is how long after a match no key begins the next: the player may still be pressing those of the fight.
const resultsPause = time.Second

// resultsKey takes a key of a player with a ship while results stand: a vote, or to play again.
func (s *Screen) resultsKey(ev input.Event, v *net.View, now time.Time) Action {
	if v.World == nil || v.World.Status != game.Closed || v.Me < 0 || v.Foreign || s.overlay.takesKeys() || ev.Kind != input.Press {
		return Action{}
	}
	does, _ := s.controls.Bindings().Press(ev)
	choice := int(ev.Character() - '0')
	switch {
	case v.Ballot != nil && len(v.Ballot.Choices) > 1 && choice >= 1 && choice <= len(v.Ballot.Choices):
		return Action{Kind: Vote, Vote: uint8(choice)}
	case (ev.Key == input.KeyEnter || does == input.Ready) && now.Sub(s.closedAt) >= resultsPause:
		return Action{Kind: SetReady, Ready: !s.pilots.Has(v.Me, proto.Ready)}
	case ev.Key == input.KeyEnter:
		return Action{Kind: Wait}
	}
	return Action{}
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
	s.talk, s.board = hud.ChatLogPage{}, hud.Scroll{}
	if o.takesKeys() {
		s.controls.Reset()
	}
}

// pilotKey takes a key of a player with a ship: one that waits is chosen, one
// in space is flown.
func (s *Screen) pilotKey(ev input.Event, v *net.View, now time.Time) Action {
	waiting := v.World.Status == game.Waiting
	grounded := waiting || s.drill != nil || v.World.Ships[v.Me].State == game.Dead
	does, _ := s.controls.Bindings().Press(ev)
	switch {
	case waiting && does == input.Ready:
		return Action{Kind: SetReady, Ready: !s.pilots.Has(v.Me, proto.Ready)}
	case grounded && does == input.Team && v.Setup.PilotTeams() > 1:
		s.choice.ChangeTeam(v.Setup, now)
		return choose(&s.choice)
	case grounded && s.choice.Pick(ev.Character(), v.Setup, now):
		return choose(&s.choice)
	case !grounded && v.World.Status == game.InProgress && does == input.None && !v.Foreign && ev.Kind == input.Press:
		if phrase := s.phrases.Of(ev.Character()); phrase != "" {
			return Action{Kind: Quip, Text: phrase}
		}
	}
	s.flown = s.controls.Press(now, ev) || s.flown
	return Action{}
}

// choose returns the Action of a choice.
func choose(c *model.Choice) Action {
	return Action{Kind: Choose, Class: c.Class, Weapon: c.Weapon, Team: c.Team}
}
