package net

import (
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
	if !c.uplink.due(now, newest) {
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

// Say sends a line of chat. The error says why it cannot be sent.
func (c *Client) Say(text string) error {
	if err := proto.ValidChat(text); err != nil {
		return err
	}
	c.say(&proto.Chat{Text: text})
	return nil
}

// Choose asks for a class, weapon and team from the next spawn on.
func (c *Client) Choose(class, weapon, team uint8) {
	c.say(&proto.Spawn{Class: class, Weapon: weapon, Team: team, Name: c.conf.Name})
}

// Ready tells whether the pilot wants the waiting match to start.
func (c *Client) Ready(on bool) { c.say(&proto.SetReady{On: on}) }

// Leave gives up the seat and ends the client. The link's Done tells when the
// host could know.
func (c *Client) Leave() {
	if !c.final() {
		c.say(&proto.Bye{Reason: "left"})
		c.end(Ended, nil)
	}
}
