package play

import (
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/proto"
	"dogfight/ui/input"
	"dogfight/ui/play/model"
)

// Buttons names the actions of a pad's buttons; "" for none.
type Buttons struct{ A, B, X, Y string }

// stage is the player's situation, as far as it matters to a pad.
type stage uint8

const (
	elsewhere  stage = 0 // before a match
	reading    stage = 1 // in a page that takes the keys
	writing    stage = 2
	replaying  stage = 3
	inLobby    stage = 4
	inResults  stage = 5
	spectating stage = 6
	flying     stage = 7
	choosing   stage = 8 // between two ships, or on the range
)

func (s *Screen) stage(v *net.View) stage {
	m := model.Match{View: v}
	switch {
	case s.pages.chat.Typing:
		return writing
	case s.pages.overlay.usesKeys():
		return reading
	case s.assigned.replay != nil:
		return replaying
	case v.World == nil || v.Setup == nil:
		return elsewhere
	case v.Me >= 0 && v.World.Status == game.Waiting:
		return inLobby
	case v.Me >= 0 && v.World.Status == game.Closed:
		return inResults
	case m.Watches():
		return spectating
	case v.Me >= 0 && !v.Foreign && (s.assigned.drill != nil || v.World.Ships[v.Me].State == game.Dead):
		return choosing
	}
	return flying
}

func (s *Screen) Writing() bool { return s.pages.chat.Typing }

// Steers reports whether a pad's stick steers a ship.
func (s *Screen) Steers(v *net.View) bool {
	at := s.stage(v)
	return at == flying || at == choosing
}

// Buttons returns the actions of a pad's buttons.
func (s *Screen) Buttons(v *net.View) (b Buttons) {
	switch s.stage(v) {
	case writing:
		return Buttons{A: "SEND", B: "BACK"}
	case reading:
		return Buttons{A: "OK", B: "BACK"}
	case replaying:
		return Buttons{A: "PAUSE", X: "SCORES"}
	case inLobby:
		return Buttons{A: "READY", B: s.lobbySide(v), X: "SHIP", Y: "CHAT"}
	case inResults:
		return s.resultsButtons(v)
	case spectating:
		return Buttons{A: "ARENA", B: "CAMERA", X: "SCORES", Y: "CHAT"}
	case flying, choosing:
		return s.flyingButtons(v)
	}
	return Buttons{}
}

// lobbySide returns the action of B in a lobby.
func (s *Screen) lobbySide(v *net.View) string {
	switch {
	case v.Setup.PilotTeams() > 1:
		return "TEAM"
	case v.Setup.Teams() == 0 && !v.Foreign:
		return "COLOUR"
	}
	return ""
}

func (s *Screen) resultsButtons(v *net.View) Buttons {
	b := Buttons{Y: "CHAT"}
	if !v.Foreign && v.NextMatch > 0 {
		b.A = "AGAIN"
	}
	switch {
	case s.play.clip != nil:
		return Buttons{A: "SKIP", B: "BACK"}
	case s.play.play != nil:
		b.X = "REPLAY"
	}
	return b
}

func (s *Screen) flyingButtons(v *net.View) Buttons {
	b := Buttons{A: "FIRE", B: "BOOST", X: "SCORES", Y: "CHAT"}
	if v.Foreign || v.Setup.Mode.State() == game.TrailState {
		b.B = ""
	}
	if s.stage(v) == choosing {
		b.X = "SHIP"
	}
	if s.assigned.lesson != nil { // a lesson has no chat
		b.Y = "SKIP"
	}
	return b
}

// padKey handles a key of a pad, by default as the action that it is bound to.
func (s *Screen) padKey(ev input.Event, v *net.View, now time.Time) Action {
	at := s.stage(v)
	switch {
	case ev.Key == input.PadMenu:
		return s.key(ev.Plain(), v, now)
	case at == reading && ev.Key != input.PadY, at == elsewhere:
		return s.key(ev.Plain(), v, now)
	case at == replaying && ev.Key == input.PadA:
		return s.key(input.PressOf(input.Space), v, now)
	case at == replaying && ev.Key != input.PadX:
		return s.key(ev.Plain(), v, now)
	case ev.Kind != input.Press && ev.Key >= input.PadA:
		return Action{}
	case at == inLobby:
		return s.padInLobby(ev, v, now)
	case at == inResults:
		return s.padInResults(ev, v, now)
	case at == spectating && ev.Key == input.PadA:
		return s.key(input.PressOf('v'), v, now)
	case at == spectating && ev.Key == input.PadB:
		return s.key(input.PressOf('c'), v, now)
	case at == choosing && ev.Key == input.PadX:
		return Action{Kind: Compare}
	case s.assigned.lesson != nil && ev.Key == input.PadY:
		return Action{Kind: Skip}
	}
	return s.doKey(ev, v, now)
}

func (s *Screen) padInLobby(ev input.Event, v *net.View, now time.Time) Action {
	switch {
	case ev.Key == input.PadA:
		return Action{Kind: SetReady, Ready: !s.known.pilots.Has(v.Me, proto.Ready)}
	case ev.Key == input.PadX:
		return Action{Kind: Compare}
	case ev.Key == input.PadY:
		return s.doKey(ev, v, now)
	case ev.Key != input.PadB:
	case v.Setup.PilotTeams() > 1:
		s.known.choice.ChangeTeam(v.Setup, now)
		return choose(&s.known.choice)
	case s.lobbySide(v) != "":
		return Action{Kind: Recolour}
	}
	return Action{}
}

func (s *Screen) padInResults(ev input.Event, v *net.View, now time.Time) Action {
	does, _ := s.keys.controls.Bindings().Press(ev)
	switch {
	case s.play.clip != nil && (ev.Key == input.PadA || ev.Key == input.PadB):
		s.play.clip = nil
	case ev.Key == input.PadA:
		return s.resultsKey(ev.Plain(), v, now)
	case ev.Key == input.PadX:
		s.play.key(s, input.PressOf(playKey), input.None)
	case does == input.Left, does == input.Right:
		return s.turnVote(does == input.Right, v)
	case does == input.Up, does == input.Down:
		s.pageKey(ev.Plain(), v)
	case does == input.Chat:
		return s.doKey(ev, v, now)
	}
	return Action{}
}

// turnVote votes for the next or previous choice, around the ends.
func (s *Screen) turnVote(next bool, v *net.View) Action {
	if v.Ballot == nil || len(v.Ballot.Choices) < 2 || v.Foreign {
		return Action{}
	}
	n := len(v.Ballot.Choices)
	own := int(v.Ballot.Own) // 0: none yet
	switch {
	case next:
		own = own%n + 1
	case own <= 1:
		own = n
	default:
		own--
	}
	return Action{Kind: Vote, Vote: uint8(own)}
}
