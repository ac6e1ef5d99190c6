package net

import (
	"errors"
	"time"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/proto"
)

// send lets the host know what the pilot holds and how far we are.
func (c *Client) send(now time.Time) {
	if c.final() || !c.known {
		return
	}
	newest := c.predicted.Tick
	if !c.uplink.due(now, newest, c.clock.held) {
		return
	}
	m := &c.inputs
	m.Ack, m.Newest, m.List = c.confirmed.Tick, newest, m.List[:0]
	for i := c.uplink.sent(now, newest); i > 0; i-- {
		m.List = append(m.List, c.prediction.inputs[(newest+1-game.Tick(i))%historyTicks])
	}
	m.Ping = c.ping.next(now, &c.arrivals)
	c.out = m.Append(c.out[:0])
	c.link.Send(link.Data, c.out)
}

// Chat is kept to what hosts pass on without a wait: see chat_queue.go.
const (
	lineEvery = chatEach * time.Second / game.TickRate
	lineBurst = chatBurst
)

// talk bounds how much the pilot says.
type talk struct {
	now  time.Time // of this Frame
	full time.Time // when they may say a burst again
}

// may reports whether another line may be said.
func (t *talk) may() bool { return t.next().Sub(t.now) <= lineBurst*lineEvery }

// next returns when the pilot may say a burst again after another line.
func (t *talk) next() time.Time {
	if t.full.Before(t.now) {
		return t.now.Add(lineEvery)
	}
	return t.full.Add(lineEvery)
}

// Say sends a line of chat. The error, fit to be shown, says why it cannot be
// sent now.
func (c *Client) Say(text string) error {
	switch err := proto.ValidChat(text); {
	case err != nil:
		return err
	case c.view.Phase != Playing:
		return errors.New("the link is down")
	case !c.talk.may():
		return errors.New("too fast: wait a second")
	}
	c.talk.full = c.talk.next()
	c.say(&proto.Chat{Text: text})
	return nil
}

// Choose asks for a class, weapon and team from the next spawn on.
func (c *Client) Choose(class, weapon, team uint8) {
	c.chosen = &proto.Spawn{Class: class, Weapon: weapon, Team: team, Colour: c.conf.Colour, Name: c.conf.Name}
	c.say(c.chosen)
}

// Ready tells whether the pilot wants the waiting match to start.
func (c *Client) Ready(on bool) { c.say(&proto.SetReady{On: on}) }

// Vote says which choice of the View's Ballot the player wants, from 1.
func (c *Client) Vote(choice uint8) {
	if b := c.view.Ballot; b != nil && choice >= 1 && int(choice) <= len(b.Choices) {
		c.say(&proto.Vote{Ballot: b.Number, Choice: choice})
	}
}

// Leave gives up the seat and ends the client. The link's Done tells when the
// host could know.
func (c *Client) Leave() {
	if !c.final() {
		c.say(&proto.Bye{Reason: "left"})
		c.end(Ended, nil)
	}
}

// Recolour asks for another colour of the ship, up to proto.Colours; 0 for any.
func (c *Client) Recolour(colour uint8) {
	if colour == c.conf.Colour {
		return
	}
	c.conf.Colour = colour
	c.chooseAgain()
}

// chooseAgain has the host hear what changed besides the ship, if the pilot has one; else it does with the next Choose.
func (c *Client) chooseAgain() {
	switch {
	case c.slot < 0 || !c.known:
	case c.chosen != nil:
		c.Choose(c.chosen.Class, c.chosen.Weapon, c.chosen.Team)
	default: // a seat that was taken back
		ship := &c.predicted.Ships[c.slot]
		c.Choose(ship.NextClass, ship.NextWeapon, ship.Team)
	}
}

// GoBy takes another name, of which the host hears at once.
func (c *Client) GoBy(name string) {
	if name != c.conf.Name {
		c.Rename(name)
		c.chooseAgain()
	}
}

// Rename takes another name, of which the host hears at the next Choose.
func (c *Client) Rename(name string) { c.conf.Name = name }
