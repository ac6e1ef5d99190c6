package net

import (
	"dogfight/game"
	"dogfight/proto"
)

// pilot is a player or a bot in the match, with or without a ship.
type pilot struct {
	Seat

	called  called    // has the name that the roster shows
	wants   string    // another name; "" for none
	turn    game.Tick // when they may get that
	renamed game.Tick // when they last got another; 0 for never
	talk    talkative

	heardAt      game.Tick // when their client last sent anything
	waitsSince   game.Tick // for a seat; 0 if they do not
	watchesSince game.Tick // without a seat, if they have none
}

func (p *pilot) is(flag proto.PilotFlags) bool { return p.Flags&flag != 0 }

func (p *pilot) set(flag proto.PilotFlags, on bool) {
	p.Flags &^= flag
	if on {
		p.Flags |= flag
	}
}

func (p *pilot) seated() bool { return p.Slot != proto.NoSlot }

// standIn reports whether a bot flies the pilot's ship until they return.
func (p *pilot) standIn() bool { return p.is(proto.BotPilot) && p.is(proto.Away) }

// isBot reports whether the ship is a bot's for good, as far as one can tell: it is no
// seat that is kept for a player.
func (p *pilot) isBot() bool { return p.is(proto.BotPilot) && !p.Kept }

// order returns an order for the pilot's ship with what they have chosen.
func (p *pilot) order(kind game.OrderKind) game.Order {
	return game.Order{Kind: kind, Slot: p.Slot, Class: p.Class, Weapon: p.Weapon, Team: p.Team}
}
