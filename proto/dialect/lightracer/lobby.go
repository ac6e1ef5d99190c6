package lightracer

import (
	"bytes"
	"cmp"
	"slices"

	"dogfight/game"
	"dogfight/proto"
	"dogfight/proto/dialect"
)

// lobby is the state that a player has over the control port.
type lobby struct {
	players, settings notice
	list              []Name

	setup  *game.Setup // of the match with that status
	status game.Status
	closed int // ticks since the end of the match, up to decided
}

// decided is the number of ticks until the end of a match is certain: a client may predict it wrongly.
const decided = 12

// notice is a line that is sent again after changes.
type notice struct{ sent, now []byte }

// send sends the line if it has changed.
func (n *notice) send(send dialect.Send) {
	if !bytes.Equal(n.sent, n.now) {
		n.sent, n.now = n.now, n.sent
		send(dialect.Main, n.sent)
	}
}

// sendChanges sends the players, the settings and the status of the match, if they have changed.
func (s *Session) sendChanges(scene *dialect.Scene, send dialect.Send) {
	l := &s.lobby
	l.listPlayers(scene.Roster)
	l.players.send(send)
	settings := settingsOf(scene)
	l.settings.now = settings.Append(l.settings.now[:0])
	l.settings.send(send)
	if l.starts(scene) {
		s.intent.Ready = false // it was for this match
		s.send(&Start{}, send)
	}
	if l.ends(scene.World) {
		s.send(&Over{scoresOf(scene)}, send)
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

// starts reports the beginning of each match once.
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

// ends reports the end of each match once.
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

// scoresOf returns the scores of all pilots, the best first; of equal ones the winner's.
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

// sendChat sends the new chat.
func (s *Session) sendChat(scene *dialect.Scene, send dialect.Send) {
	for i := range scene.Chat {
		line := &scene.Chat[i]
		m := Chat{speaker(scene.Roster, line.Pilot), line.Text}
		if m.ID == 0 && line.Pilot != proto.Notice {
			m.Text = line.Name + ": " + m.Text
		}
		s.send(&m, send)
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
