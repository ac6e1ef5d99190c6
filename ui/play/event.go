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

// Action is a request to the screen's owner.
type Action struct {
	Kind                ActionKind
	Text                string // Say, Quip
	Class, Weapon, Team uint8  // Choose
	Ready               bool   // SetReady
	Vote                uint8  // Vote: the choice, from 1
}

// ActionKind is the kind of an action.
type ActionKind uint8

const (
	NoAction ActionKind = 0
	SendChat ActionKind = 1 // to all in the match
	Menu     ActionKind = 2 // open the menu
	Choose   ActionKind = 3 // this ship from the next spawn
	SetReady ActionKind = 4
	Compare  ActionKind = 5  // the ships and weapons, on a page
	Settle   ActionKind = 6  // the settings of the match, which the player hosts
	Skip     ActionKind = 7  // the lesson, or continue after the last
	Vote     ActionKind = 8  // for the next match
	Wait     ActionKind = 9  // it is too early for the key
	Quip     ActionKind = 10 // say a phrase, if allowed now
	Recolour ActionKind = 11 // change the colour of the ship
	Practise ActionKind = 12 // on the practice range, until the match begins
	Invite   ActionKind = 13 // show how others join
	CastYes  ActionKind = 14 // vote for the motion of the View
	CastNo   ActionKind = 15 // vote against it
)

// Event handles an input event, with the View last drawn.
func (s *Screen) Event(ev input.Event, v *net.View, now time.Time) Action {
	s.drawing.settle()
	switch ev.Kind {
	case input.PasteStart, input.PasteEnd:
		s.keys.pasting = ev.Kind == input.PasteStart
	case input.FocusOut:
		s.Blur()
	case input.Mouse:
		if s.assigned.replay != nil {
			s.assigned.replay.Mouse(ev)
			return Action{}
		}
		s.keys.controls.Mouse(now, ev)
	case input.Release:
		s.keys.controls.Release(now, ev)
		s.releaseScores(now, ev)
	case input.Press, input.Repeat:
		switch {
		case s.keys.pasting && s.pages.chat.Typing:
			s.pages.chat.Entry.Paste(ev)
		case s.keys.pasting: // pasted text must not fly the ship
		case s.pages.chat.Typing:
			return s.typingKey(ev.Plain())
		case ev.Key.IsPad():
			return s.padKey(ev, v, now)
		default:
			return s.key(ev, v, now)
		}
	}
	return Action{}
}

// typingKey handles a key while the player types.
func (s *Screen) typingKey(ev input.Event) Action {
	if ev.Key == input.KeyPgUp || ev.Key == input.KeyPgDn {
		if s.pages.overlay != talkOverlay {
			s.OpenTalk()
			s.pages.peeking = true
			return Action{}
		}
		s.pages.log.Key(ev, &s.pages.chat.Log, &s.known.mutes)
		return Action{}
	}
	say := s.pages.chat.Key(ev)
	if !s.pages.chat.Typing && s.pages.peeking {
		s.open(noOverlay)
	}
	if say == "" {
		return Action{}
	}
	return Action{Kind: SendChat, Text: say}
}

// pageKey gives a key to the open page, and reports whether it was used.
func (s *Screen) pageKey(ev input.Event, v *net.View) bool {
	switch s.pages.overlay {
	case talkOverlay:
		return s.pages.log.Key(ev, &s.pages.chat.Log, &s.known.mutes)
	case pilotsOverlay:
		return s.pages.pilots.Key(ev, &s.known.mutes)
	}
	return s.boardKey(ev.Key, v)
}

// boardKey scrolls a long score table. In space the arrows fly.
func (s *Screen) boardKey(k input.Key, v *net.View) bool {
	if s.pages.scroll.Most == 0 || v.World == nil || s.pages.overlay == helpOverlay {
		return false
	}
	if m := (model.Match{View: v}); m.Fights() && k != input.KeyPgUp && k != input.KeyPgDn {
		return false
	}
	return s.pages.scroll.Key(k)
}

// key handles a key outside of chat.
func (s *Screen) key(ev input.Event, v *net.View, now time.Time) Action {
	if s.assigned.replay != nil {
		return s.replayKey(ev, v, now)
	}
	if page := s.lobbyPage(ev, v); page != NoAction {
		return Action{Kind: page}
	}
	return s.doKey(ev, v, now)
}

// doKey handles a key that belongs neither to a recorded match nor to a page of the lobby.
func (s *Screen) doKey(ev input.Event, v *net.View, now time.Time) Action {
	does, _ := s.keys.controls.Bindings().Press(ev)
	if s.killCam.key(s, ev, does, now) || s.play.key(s, ev, does) {
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
	case ev.Key == input.KeyEscape && s.pages.overlay != noOverlay:
		s.open(noOverlay)
	case ev.Key == input.KeyEscape:
		return Action{Kind: Menu}
	case ev.Key == input.KeyEnter && s.assigned.lesson != nil: // a lesson has no chat
		return Action{Kind: Skip}
	case s.assigned.drill != nil && ev.Character() == 'c' && does == input.None && v.Me >= 0:
		return Action{Kind: Compare}
	case s.assigned.drill != nil && s.assigned.drill.Lobby && does == input.Ready:
		return Action{Kind: SetReady}
	case does == input.Chat && ev.Key == input.KeyEnter && v.World != nil && v.World.Status == game.InProgress && now.Sub(s.statusAt) < startPause:
		return Action{Kind: Wait}
	case does == input.Chat:
		s.pages.chat.Typing = true
		s.keys.controls.Reset() // keys held before must not fly on
	case does == input.Scores:
		s.pressScores(now, ev)
	case does == input.Figures:
		s.news.figures.Open = !s.news.figures.Open
	case s.viewKey(ev, does):
	case s.pages.overlay.usesKeys():
	case v.World == nil || v.Setup == nil:
	case (&model.Match{View: v}).Watches() && s.camera().WatchKey(ev, does, v.World, v.Setup.Arena):
		s.keys.used.Watching = true
	case does == input.Closer:
		s.camera().Zoom.Move(-1)
	case does == input.Farther:
		s.camera().Zoom.Move(1)
	case v.Me >= 0:
		return s.pilotKey(ev, v, now)
	}
	return Action{}
}

// viewKey handles a key that shows or hides a part of the screen, in matches and in recorded ones.
func (s *Screen) viewKey(ev input.Event, does input.Action) bool {
	switch {
	case does == input.Help && (ev.Kind == input.Press || s.assigned.replay == nil):
		s.toggle(helpOverlay)
	case does == input.Talk:
		s.toggle(talkOverlay)
	default:
		return false
	}
	return true
}

// The keys to vote in flight, as shown by DrawVote. No preset binds them.
const (
	yesKey = input.F6
	noKey  = input.F7
)

// voteKey returns a vote on the motion of the View, if its keys are not bound.
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

// lobbyPage returns the page that a key opens from the lobby.
func (s *Screen) lobbyPage(ev input.Event, v *net.View) ActionKind {
	switch {
	case v.World == nil || v.Setup == nil || v.World.Status != game.Waiting:
	case ev.Character() == 'c' && v.Me >= 0:
		return Compare
	case ev.Character() == 'g' && s.options.Range:
		return Practise
	case ev.Character() == 'o' && v.Me >= 0 && v.Setup.Teams() == 0 && ev.Kind == input.Press && s.isFree(ev):
		return Recolour
	case ev.Character() == 'i' && s.assigned.hosting.Invites() && s.isFree(ev):
		return Invite
	case ev.Character() == 'm' && s.assigned.hosting != nil:
		return Settle
	}
	return NoAction
}

// isFree reports whether a key has no use before a match: flying is for later.
func (s *Screen) isFree(ev input.Event) bool {
	does, _ := s.keys.controls.Bindings().Press(ev)
	return does <= input.Brake
}

// Keys pressed for what the screen showed a moment ago do nothing.
const (
	// resultsPause is how long results ignore their keys, as the player may still press keys of the fight or write.
	resultsPause = time.Second
	// startPause is how long a match ignores Enter, which the player may have pressed to start it.
	startPause = 2 * time.Second
)

// resultsKey handles a key of a pilot while results show: a vote, or the next match.
func (s *Screen) resultsKey(ev input.Event, v *net.View, now time.Time) Action {
	if v.World == nil || v.World.Status != game.Closed || v.Me < 0 || v.Foreign || s.pages.overlay.usesKeys() || ev.Kind != input.Press {
		return Action{}
	}
	does, _ := s.keys.controls.Bindings().Press(ev)
	choice := int(ev.Character() - '0')
	votes := v.Ballot != nil && len(v.Ballot.Choices) > 1 && choice >= 1 && choice <= len(v.Ballot.Choices)
	switch {
	case !votes && ev.Key != input.KeyEnter && does != input.Ready:
	case now.Sub(s.statusAt) < resultsPause:
		return Action{Kind: Wait}
	case votes:
		return Action{Kind: Vote, Vote: uint8(choice)}
	default:
		return Action{Kind: SetReady, Ready: !s.known.pilots.Has(v.Me, proto.Ready)}
	}
	return Action{}
}

func (s *Screen) toggle(o overlay) {
	if s.pages.overlay == o {
		o = noOverlay
	}
	s.open(o)
}

// open opens an overlay, or noOverlay.
func (s *Screen) open(o overlay) {
	s.pages.overlay, s.pages.peeking = o, false
	s.pages.log, s.pages.scroll = hud.ChatLogPage{}, hud.Scroll{}
	if o.usesKeys() {
		s.keys.controls.Reset()
	}
}

// pilotKey handles a key of a pilot: it chooses a waiting ship, or flies one.
func (s *Screen) pilotKey(ev input.Event, v *net.View, now time.Time) Action {
	waiting := v.World.Status == game.Waiting
	grounded := waiting || s.assigned.drill != nil || v.World.Ships[v.Me].State == game.Dead
	does, _ := s.keys.controls.Bindings().Press(ev)
	switch {
	case waiting && does == input.Ready:
		return Action{Kind: SetReady, Ready: !s.known.pilots.Has(v.Me, proto.Ready)}
	case grounded && does == input.Team && v.Setup.PilotTeams() > 1:
		s.known.choice.ChangeTeam(v.Setup, now)
		return choose(&s.known.choice)
	case grounded && s.known.choice.Pick(ev.Character(), v.Setup, now):
		return choose(&s.known.choice)
	case !grounded && v.World.Status == game.InProgress && does == input.None && !v.Foreign && ev.Kind == input.Press:
		if phrase := s.news.phrases.Of(ev.Character()); phrase != "" {
			return Action{Kind: Quip, Text: phrase}
		}
	}
	s.keys.controls.Press(now, ev)
	return Action{}
}

func choose(c *model.Choice) Action {
	return Action{Kind: Choose, Class: c.Class, Weapon: c.Weapon, Team: c.Team}
}

// scoresKey is the key of the scores: a tap toggles them; held, it shows them until it is released.
type scoresKey struct {
	pressed time.Time // last
	repeats bool      // held, and repeated by the terminal
}

const (
	scoresTap     = 400 * time.Millisecond // a shorter press is a tap
	repeatsWithin = 150 * time.Millisecond // repeats are closer than a finger's presses
	heldFor       = 200 * time.Millisecond // after the last repeat the key counts as released, if the terminal does not report it
)

func (s *Screen) pressScores(now time.Time, ev input.Event) {
	k := &s.pages.scores
	if ev.Kind == input.Repeat {
		return
	}
	if since := now.Sub(k.pressed); since > 0 && since < repeatsWithin {
		k.repeats = true
		s.open(scoreOverlay)
	} else {
		k.repeats = false
		s.toggle(scoreOverlay)
	}
	k.pressed = now
}

func (s *Screen) releaseScores(now time.Time, ev input.Event) {
	held := now.Sub(s.pages.scores.pressed) >= scoresTap
	if held && s.pages.overlay == scoreOverlay && s.keys.controls.Bindings().Action(ev.Key) == input.Scores {
		s.open(noOverlay)
	}
}

// passScores closes the scores when the key is no longer repeated.
func (s *Screen) passScores(now time.Time) {
	if k := &s.pages.scores; k.repeats && now.Sub(k.pressed) > heldFor {
		k.repeats = false
		if s.pages.overlay == scoreOverlay {
			s.open(noOverlay)
		}
	}
}

// Gun sets the behaviour of the own gun: a gun that drops mines or has one shot in flight fires once a press.
func (s *Screen) Gun(v *net.View) {
	if v.World == nil || v.Setup == nil || len(v.Setup.Weapons) == 0 || v.Foreign || v.Me < 0 {
		s.keys.controls.Gun(input.Gun{})
		return
	}
	ship := &v.World.Ships[v.Me]
	weapon := &v.Setup.Weapons[int(ship.Weapon)%len(v.Setup.Weapons)]
	s.keys.controls.Gun(input.Gun{Single: weapon.Speed == 0 || weapon.Shots == weapon.Fan, Wait: int(ship.Cooldown)})
}
