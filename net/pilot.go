package net

import (
	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/proto"
)

// pilot is somebody in the match, human or bot, with or without a ship.
type pilot struct {
	proto.Pilot // as the roster shows him

	called              called      // has the name that the roster shows
	asked               string      // the last name that he asked for
	wants               string      // another name; "" for none
	turn                game.Tick   // when he may get that
	renamed             game.Tick   // when he last got another; 0 for never
	token               proto.Token // humans, whoever flies for them now: takes the seat back
	identity            string      // by its key's fingerprint, which does so too; "" for who has shown none
	address             string      // where his client was last; "" for bots
	muted               bool        // nobody hears what he says
	talk                talkative
	held                bool // a bot flies, and the seat is kept for the pilot: see seatHeld
	class, weapon, team uint8
	choosing            bool      // they are not ordered yet
	chose               game.Tick // when they last were; 0 for never
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

// isBot reports whether the ship is a bot's for good, as far as one can tell: it is no
// seat that is kept for somebody.
func (p *pilot) isBot() bool { return p.is(proto.BotPilot) && !p.held }

// order returns an order for the pilot's ship with what he has chosen.
func (p *pilot) order(kind game.OrderKind) game.Order {
	return game.Order{Kind: kind, Slot: p.Slot, Class: p.class, Weapon: p.weapon, Team: p.team}
}
