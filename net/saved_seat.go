package net

import (
	"slices"

	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/proto"
)

// savedSeat is a Seat in a log. What a bot has in mind, what a client sent last and votes are made anew.
type savedSeat struct {
	Pilot    proto.Pilot // without its ping
	Asked    string
	Proof    []byte // that a token is the player's, which the log does not have; empty for bots
	Identity string
	Address  string
	Muted    bool
	Came     game.Tick `json:",omitzero"`

	Class, Weapon, Team uint8
	Wanted              uint8
	Coloured            game.Tick
	Choosing            bool
	Chose               game.Tick

	Skill int
	Duty  bot.Duty
	Kept  bool
	Likes bot.Personality // of a bot
}

func (s *Seat) save() savedSeat {
	saved := savedSeat{
		Pilot: s.Pilot, Asked: s.Asked, Identity: s.Identity, Address: s.Address, Muted: s.Muted, Came: s.Came,
		Class: s.Class, Weapon: s.Weapon, Team: s.Team, Wanted: s.Wanted, Coloured: s.Coloured, Choosing: s.Choosing, Chose: s.Chose,
		Skill: s.Skill, Duty: s.Duty, Kept: s.Kept, Likes: s.Bot.Personality(),
	}
	saved.Pilot.Ping = 0
	if s.isPlayer() {
		saved.Proof = slices.Clone(s.Proof[:])
	}
	return saved
}

// seat returns the seat after a tick. Nobody has heard of its pilot since then, and a bot in it has the seed.
func (s *savedSeat) seat(now game.Tick, seed uint64) Seat {
	seat := Seat{
		Pilot: s.Pilot, Asked: s.Asked, Identity: s.Identity, Address: s.Address, Muted: s.Muted, Came: s.Came,
		Class: s.Class, Weapon: s.Weapon, Team: s.Team, Wanted: s.Wanted, Coloured: s.Coloured, Choosing: s.Choosing, Chose: s.Chose,
		Skill: s.Skill, Duty: s.Duty, Kept: s.Kept, Bot: bot.New(s.Skill, seed).As(s.Likes),
	}
	copy(seat.Proof[:], s.Proof)
	seat.Inputs.CameAt, seat.Stirred = now, now
	return seat
}
