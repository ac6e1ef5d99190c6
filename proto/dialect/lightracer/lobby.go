package lightracer

import (
	"bytes"
	"cmp"
	"slices"

	"dogfight/game"
	"dogfight/proto"
	"dogfight/proto/dialect"
)

// lobby is what a player was told over the control port.
type lobby struct {
	players, settings told
	list              []Name

	setup  *game.Setup // of the match that status is of
	status game.Status
	closed int // ticks that the match has been over; counts to decided
}

// decided is after how many ticks it is certain that a match is over: what a client
// foresees of others may not come true.
const decided = 12

// told is a line that is said when it says something new.
type told struct{ said, now []byte }

// changed reports whether now is to be said. Then it is said, for all the lobby knows.
func (t *told) changed() bool {
	if bytes.Equal(t.said, t.now) {
		return false
	}
	t.said, t.now = t.now, t.said
	return true
}

// tell sends what has changed: the players, what is played, and where the match stands.
func (s *Session) tell(scene *dialect.Scene, send dialect.Send) {
	l := &s.lobby
	l.listPlayers(scene.Roster)
	if l.players.changed() {
		send(dialect.Main, l.players.said)
	}
	settings := settingsOf(scene)
	l.settings.now = settings.Append(l.settings.now[:0])
	if l.settings.changed() {
		send(dialect.Main, l.settings.said)
	}
	if l.starts(scene) {
		s.intent.Ready = false // it was for this match
		s.say(&Start{}, send)
	}
	if l.ends(scene.World) {
		s.say(&Over{scoresOf(scene)}, send)
	}
}

func (l *lobby) listPlayers(roster []proto.Pilot) {
	l.list = l.list[:0]
	for i := range roster {
		if p := &roster[i]; p.Slot != proto.NoSlot {
			l.list = append(l.list, Name{int32(p.Slot) + 1, p.Name})
		}
	}
	players := Players{l.list}
	l.players.now = players.Append(l.players.now[:0])
}

func settingsOf(scene *dialect.Scene) Settings {
	m := Settings{Time: int32(scene.Setup.TimeLimit / game.TickRate), Mode: scene.Setup.Mode.Name(), Arena: scene.Setup.Arena.Name}
	for i := range scene.Roster {
		if scene.Roster[i].Flags&(proto.BotPilot|proto.Away) == proto.BotPilot {
			m.Bots++
		}
	}
	return m
}

// starts reports whether a match has begun that the player was not told of.
func (l *lobby) starts(scene *dialect.Scene) bool {
	if scene.Setup != l.setup {
		l.setup, l.status, l.closed = scene.Setup, game.Waiting, 0
	}
	if scene.World.Status != game.InProgress || l.status != game.Waiting {
		return false
	}
	l.status = game.InProgress
	return true
}

// ends reports whether the match is over by now, once.
func (l *lobby) ends(w *game.World) bool {
	if w.Status != game.Closed {
		l.closed = 0
		return false
	}
	if l.status == game.Closed {
		return false
	}
	if l.closed++; l.closed < decided {
		return false
	}
	l.status = game.Closed
	return true
}

// scoresOf returns the scores of all pilots, the best first; of those that are as good, who has won.
func scoresOf(scene *dialect.Scene) (scores []Score) {
	w := scene.World
	for i := range w.Ships {
		if ship := &w.Ships[i]; ship.State != game.Empty && scene.Drone(i) == nil {
			scores = append(scores, Score{int32(i + 1), ship.Score})
		}
	}
	winner := scene.Setup.Winner(w)
	won := func(s Score) int {
		if slot := uint8(s.ID - 1); winner.Includes(slot, w.Ships[slot].Team) {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(scores, func(a, b Score) int {
		return cmp.Or(cmp.Compare(b.Points, a.Points), cmp.Compare(won(b), won(a)))
	})
	return scores
}

// chat hands on what was said.
func (s *Session) chat(scene *dialect.Scene, send dialect.Send) {
	for i := range scene.Chat {
		line := &scene.Chat[i]
		m := Chat{speaker(scene.Roster, line.Pilot), line.Text}
		if m.ID == 0 && line.Pilot != proto.Notice {
			m.Text = line.From + ": " + m.Text
		}
		s.say(&m, send)
	}
}

// speaker returns the id of a pilot's Player, or 0 if there is none.
func speaker(roster []proto.Pilot, pilot uint16) int32 {
	for i := range roster {
		if p := &roster[i]; p.ID == pilot && p.Slot != proto.NoSlot {
			return int32(p.Slot) + 1
		}
	}
	return 0
}
