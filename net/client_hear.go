package net

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/proto"
)

// hear takes what the host sent since the last Frame.
func (c *Client) hear(now time.Time) {
	for !c.final() && c.link != nil {
		packet, ok := c.link.Receive(c.buf)
		if !ok {
			return
		}
		c.buf = packet.Bytes
		if packet.Channel == link.Data {
			c.hearOrders(packet)
			continue
		}
		m, err := proto.Parse(packet.Bytes)
		if err != nil {
			c.end(Refused, hostError(err))
			return
		}
		c.hearMessage(m, packet, now)
	}
}

// hostError tells a user why a message of the host was not understood.
func hostError(err error) error {
	var version *proto.VersionError
	if errors.As(err, &version) {
		return err
	}
	return fmt.Errorf("the host sends what we do not understand: %w", err)
}

func (c *Client) hearMessage(m proto.Message, packet link.Packet, now time.Time) {
	switch m := m.(type) {
	case *proto.Welcome:
		c.hearWelcome(m, packet.At)
	case *proto.Reject:
		c.end(Refused, errors.New(m.Reason))
	case *proto.Kick:
		c.end(Refused, fmt.Errorf("the host threw us out: %s", m.Reason))
	case *proto.Bye:
		c.end(Ended, errors.New(m.Reason))
	case *proto.SpawnResult:
		c.hearSpawnResult(m)
	case *proto.Roster:
		c.view.Roster = m.Pilots
	case *proto.Keyframe:
		c.hearKeyframe(m, now)
	case *proto.MatchStart:
		c.setup, c.known = m.Setup, false
		c.setSlot(m.Slot)
		c.nextMatch = time.Time{}
	case *proto.MatchOver:
		c.nextMatch = packet.At.Add(time.Duration(m.NextIn) * time.Second / 10)
	case *proto.Chat:
		c.hearChat(m)
	case *proto.Ping:
		c.say(answer(m, packet.At, now))
	case *proto.Pong:
		c.ping.hear(m, packet.At)
	}
}

// hearWelcome is let in, and asks for a ship.
func (c *Client) hearWelcome(m *proto.Welcome, at time.Time) {
	c.token = m.Token
	c.view.Title = m.Title
	c.setup, c.known = m.Setup, false
	c.setSlot(m.Slot)
	c.ping.RTT = at.Sub(c.linkAt) // a first guess, until a Pong comes
	if c.conf.Spectate || m.Slot != proto.NoSlot {
		return
	}
	class, err := indexOf("class", c.conf.Class, m.Setup.Classes, func(c game.Class) string { return c.Name })
	if err != nil {
		c.end(Refused, err)
		return
	}
	weapon, err := indexOf("weapon", c.conf.Weapon, m.Setup.Weapons, func(w game.Weapon) string { return w.Name })
	if err != nil {
		c.end(Refused, err)
		return
	}
	c.Choose(class, weapon, c.conf.Team)
}

// indexOf finds what is called name in a table; "" is the first.
func indexOf[T any](what, name string, table []T, nameOf func(T) string) (uint8, error) {
	var names []string
	for i, row := range table {
		if name == "" || nameOf(row) == name {
			return uint8(i), nil
		}
		names = append(names, nameOf(row))
	}
	return 0, fmt.Errorf("no %s called %q: expected one of %s", what, name, strings.Join(names, ", "))
}

func (c *Client) hearSpawnResult(m *proto.SpawnResult) {
	switch m.Status {
	case proto.SpawnOK:
		c.setSlot(m.Slot)
	case proto.SpawnFull:
		c.end(Refused, fmt.Errorf("the match is full: all %d ships are taken; you can still spectate", game.MaxShips))
	case proto.SpawnBadName:
		c.end(Refused, fmt.Errorf("the host refuses the name %q: expected 1 to %d legible characters", c.conf.Name, proto.MaxName))
	case proto.SpawnBadWeapon, proto.SpawnBadClass:
		// Chosen from tables of the match before; what we fly stays.
	}
}

func (c *Client) setSlot(slot uint8) {
	c.slot = -1
	if slot != proto.NoSlot {
		c.slot = int(slot)
	}
}

// hearKeyframe takes a whole World.
func (c *Client) hearKeyframe(m *proto.Keyframe, now time.Time) {
	if c.setup == nil {
		return
	}
	world, err := proto.ParseWorld(c.setup, m.World)
	if err != nil {
		c.end(Refused, hostError(err))
		return
	}
	c.keyframes++
	if !c.clock.running {
		c.clock.start(now, world.Tick, c.ping.RTT)
	}
	c.reset(c.setup, &world)
	c.known = true
	c.view.Phase, c.view.Err = Playing, nil
	c.uplink.sentAt = time.Time{} // the host waits to hear that it came
}

// hearOrders takes a data packet: the orders since a tick that we confirmed.
func (c *Client) hearOrders(packet link.Packet) {
	m := &c.downOrders
	if !c.known || m.Parse(packet.Bytes) != nil || m.Base > c.confirmed.Tick || m.Now() <= c.confirmed.Tick {
		return // not for us, or old
	}
	for _, orders := range m.Ticks[c.confirmed.Tick-m.Base:] {
		c.confirm(orders)
	}
	if uint16(c.confirmed.Hash()) != m.Hash {
		c.known = false
		c.desyncs++
		c.say(&proto.NeedKeyframe{Have: c.confirmed.Tick})
		return
	}
	if m.Heard > c.uplink.heard { // otherwise the slack is the one we know
		c.uplink.heard = m.Heard
		c.view.Lag.Slack = time.Duration(m.Slack) * slackUnit
		c.clock.report(c.view.Lag.Slack)
	}
	c.reconcile()
}

// hearChat keeps a line for the View.
func (c *Client) hearChat(m *proto.Chat) {
	line := ChatLine{Slot: proto.NoSlot, Text: m.Text}
	i := slices.IndexFunc(c.view.Roster, func(p proto.Pilot) bool { return p.ID == m.Pilot })
	if i >= 0 {
		line.From, line.Slot = c.view.Roster[i].Name, c.view.Roster[i].Slot
	}
	c.view.Chat = append(c.view.Chat, line)
}

// send lets the host know what the pilot holds and how far we are.
func (c *Client) send(now time.Time) {
	if c.final() || !c.known {
		return
	}
	if m := c.ping.next(now); m != nil {
		c.say(m)
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
	c.out = m.Append(c.out[:0])
	c.link.Send(link.Data, c.out)
}
