package server

import "dogfight/proto"

// MatchInfo is what any host tells of its match, as programs get it in JSON.
type MatchInfo struct {
	Title    string `json:"title"`
	Arena    string `json:"arena"`
	Mode     string `json:"mode"`
	Players  int    `json:"players"` // with a ship
	Bots     int    `json:"bots"`
	Slots    int    `json:"slots"`
	TickRate int    `json:"tick_rate"`
	Version  int    `json:"version"` // of the protocol
}

// Info is what a host tells that says how far the match is.
type Info struct {
	MatchInfo
	TimeLeft *int `json:"time_left_s"`       // null without a limit of time, and from hosts that do not tell
	Round    int  `json:"round"`             // counted from 1; 0 from hosts that do not tell
	Resumed  bool `json:"resumed"`           // its host was killed in this match
	Closing  bool `json:"closing,omitempty"` // the host takes no more players

	Web string `json:"web,omitempty"` // where browsers may play
}

// MatchInfoOf returns what a host has told of its match.
func MatchInfoOf(info *proto.Info) MatchInfo {
	return MatchInfo{
		Title: info.Title, Arena: info.Arena, Mode: info.Mode.Name(),
		Players: int(info.Players), Bots: int(info.Bots), Slots: int(info.Slots),
		TickRate: int(info.TickRate), Version: int(info.Version),
	}
}

// InfoOf returns what a host has told. Progress is nil if it has told none.
func InfoOf(info *proto.Info, progress *proto.Progress) Info {
	a := Info{MatchInfo: MatchInfoOf(info)}
	if progress == nil {
		return a
	}
	a.Round, a.Resumed = int(progress.Number), progress.Resumed
	if progress.Left != proto.NoLimit {
		left := int(progress.Left)
		a.TimeLeft = &left
	}
	return a
}
