package net

import (
	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/proto"
)

// pilot is somebody in the match, human or bot, with or without a ship.
type pilot struct {
	proto.Pilot // as the roster shows him

	identity            string      // as his link has it; "" if he has proven none
	token               proto.Token // humans, whoever flies for them now: takes the seat back
	class, weapon, team uint8
	bot                 bot.Bot
	inputs              inputQueue
	heardAt             game.Tick // when his client last sent anything
}

func (p *pilot) is(flag proto.PilotFlags) bool { return p.Flags&flag != 0 }

func (p *pilot) set(flag proto.PilotFlags, on bool) {
	p.Flags &^= flag
	if on {
		p.Flags |= flag
	}
}

func (p *pilot) seated() bool { return p.Slot != proto.NoSlot }

// standIn reports whether a bot flies the pilot's ship until he returns.
func (p *pilot) standIn() bool { return p.is(proto.BotPilot) && p.is(proto.Away) }

// order returns an order for the pilot's ship with what he has chosen.
func (p *pilot) order(kind game.OrderKind) game.Order {
	return game.Order{Kind: kind, Slot: p.Slot, Class: p.class, Weapon: p.weapon, Team: p.team}
}
