package session

import (
	"dogfight/game"
	"dogfight/net/playback"
	"dogfight/proto"
	"dogfight/proto/replay"
	"dogfight/ui"
)

// lobby is the length of the wait before a match that is shown.
const lobby = 2 * game.TickRate

// Watch returns a session in which a player watches a replay. The error may be a *replay.OtherRulesError.
func Watch(f *replay.File, name string) (*ui.Session, error) {
	m, err := playback.New(f)
	if err != nil {
		return nil, err
	}
	if begin := m.Begin(); begin > m.First()+lobby {
		m.SeekTo(begin - lobby)
	}
	s := &ui.Session{Match: m, Replay: &ui.Replay{Match: m, Pilot: localPilot(f, name)}, Close: func() {}}
	if f.Torn != nil {
		s.Warning = m.Trouble()
	}
	return s, nil
}

// localPilot returns the name of the local player in a match: of the client that recorded it, else the player's name if it is there, else
// that of the only player. "" for none.
func localPilot(f *replay.File, name string) string {
	var players []proto.Pilot
	for i := range f.Notes {
		p := f.Notes[i].Pilot
		if f.Notes[i].Kind != replay.NoteJoined || p.Flags&proto.BotPilot != 0 || p.Slot == proto.NoSlot {
			continue
		}
		if p.Name == name || f.Head.Watched && p.ID == f.Head.Pilot {
			return p.Name
		}
		if len(players) == 0 || players[0].ID != p.ID {
			players = append(players, p)
		}
	}
	if len(players) == 1 {
		return players[0].Name
	}
	return ""
}
