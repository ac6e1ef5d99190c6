package net

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"dogfight/net/link"
	"dogfight/proto"
)

// maxHeard is how many packets are heard in a Frame, and of each peer in a tick.
// A flood must not hold up either for longer.
const maxHeard = 128

// hear takes what the host sent since the last Frame.
func (c *Client) hear(now time.Time) {
	if c.link == nil {
		return
	}
	if c.linkedAt.IsZero() && c.link.Ready() {
		c.linkedAt = now
	}
	for range maxHeard {
		if c.final() || c.link == nil || c.effort.spent() {
			return
		}
		packet, ok := c.link.Receive(c.buf)
		if !ok {
			return
		}
		c.buf = packet.Bytes
		c.effort.bytes += len(packet.Bytes)
		if packet.Channel == link.Data {
			c.hearOrders(packet, now)
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
	return fmt.Errorf("unexpected message from the host: %w", err)
}

func (c *Client) hearMessage(m proto.Message, packet link.Packet, now time.Time) {
	if !c.entry.trusts(m) {
		c.unmask(errImpostorHost)
		return
	}
	switch m := m.(type) {
	case *proto.Welcome:
		if c.takes(now) {
			c.hearWelcome(m, packet.At)
		}
	case *proto.Reject:
		c.hearReject(m)
	case *proto.ServerFirst, *proto.ServerFinal:
		c.hearProof(m)
	case *proto.Redirect:
		c.follow(m.Place, now)
	case *proto.Handover:
		c.follow(m.Place, now)
	case *proto.FleetList:
		c.await(now)
	case *proto.Kick:
		c.end(Refused, fmt.Errorf("the host kicked you: %s", reasonOf(m.Reason)))
	case *proto.Bye:
		c.end(Ended, errors.New(reasonOf(m.Reason)))
	case *proto.SpawnResult:
		c.hearSpawnResult(m)
	case *proto.Roster:
		c.view.Roster = m.Pilots
		c.camera.cast(m.Pilots)
	case *proto.RosterChange:
		c.view.Roster = m.Apply(c.view.Roster)
		c.camera.cast(c.view.Roster)
	case *proto.Keyframe:
		if c.takes(now) {
			c.hearKeyframe(m, now)
		}
	case *proto.MatchStart:
		if c.takes(now) {
			c.hearMatchStart(m)
		}
	case *proto.MatchOver:
		c.nextMatch = packet.At.Add(time.Duration(m.NextIn) * time.Second / 10)
	case *proto.Ballot:
		c.view.Ballot = m
	case *proto.VoteState:
		c.hearVoteState(m)
	case *proto.Chat:
		c.hearChat(m)
	case *proto.RTTs:
		c.hearRTTs(m)
	case *proto.Pause:
		c.hearPause(m.On, packet.At)
	}
}

// takes reports whether one more Setup or Keyframe is taken. If not, that was the end.
func (c *Client) takes(now time.Time) bool {
	err := c.effort.world(now)
	if err != nil {
		c.end(Refused, err)
	}
	return err == nil
}

// reasonOf returns why, as the host tells it, or that it does not.
func reasonOf(told string) string {
	if told == "" {
		return "the host gives no reason"
	}
	return told
}

func (c *Client) hearMatchStart(m *proto.MatchStart) {
	c.coming, c.known = m.Setup, false
	c.effort.asked = 0
	c.setSlot(m.Slot)
	c.nextMatch, c.view.Ballot = time.Time{}, nil
}

// hearKeyframe takes a whole World.
func (c *Client) hearKeyframe(m *proto.Keyframe, now time.Time) {
	if c.coming == nil {
		return
	}
	world, err := proto.ParseWorld(c.coming, m.World)
	if err != nil {
		c.end(Refused, hostError(err))
		return
	}
	c.keyframes++
	c.effort.quiet = 0
	back := c.setup != nil && world.Tick < c.confirmed.Tick // to what spectators are shown, who had a ship
	if !c.clock.running || back || c.clock.off(world.Tick) {
		c.clock.start(now, world.Tick, c.ping.RTT)
		c.uplink.heard, c.arrivals.tick = 0, 0
	}
	c.film(c.coming, &world)
	if c.lost {
		c.forget()
		c.lost = false
	}
	c.reset(c.coming, &world)
	c.known = true
	c.view.Phase, c.view.Err = Playing, nil
	c.uplink.sentAt = time.Time{} // the host waits to hear that it came
}

// hearOrders takes a data packet: the orders since a tick that we confirmed.
func (c *Client) hearOrders(packet link.Packet, now time.Time) {
	m := &c.downOrders
	if !c.known || c.entry.unproven() || m.Parse(packet.Bytes, c.confirmed.Tick) != nil {
		return
	}
	c.arrivals.note(m.Now(), packet.At)
	if m.Pong != nil {
		c.hearPong(m.Pong, packet.At)
	}
	held := c.held(m.Base)
	if held == nil || m.Now() <= c.confirmed.Tick {
		c.uplink.confirmed() // if we miss what came before, the host should know soon
		return
	}
	pressing := c.predicted.Tick < c.confirmed.Tick || c.room()
	err := m.Open(held)
	if err == nil {
		c.effort.quiet = 0
		for _, orders := range m.Ticks[c.confirmed.Tick-m.Base:] {
			c.confirm(orders)
			c.filmTick(orders)
			c.effort.ticks++
		}
	}
	if err != nil || uint16(c.confirmed.Hash()) != m.Hash {
		c.known = false
		c.desyncs++
		if err := c.effort.desync(now); err != nil {
			c.end(Refused, err)
			return
		}
		c.say(&proto.NeedKeyframe{Have: c.confirmed.Tick})
		return
	}
	c.uplink.confirmed()
	if m.Heard > c.uplink.heard { // otherwise the slack is the one we know
		c.uplink.heard = m.Heard
		c.view.Lag.Slack = time.Duration(m.Slack) * slackUnit
		if pressing || m.Slack > 0 { // otherwise it was not the clock that made it late
			c.clock.report(m.Heard, c.view.Lag.Slack)
		}
	}
}

// hearPong takes what the host measured.
func (c *Client) hearPong(m *proto.Pong, at time.Time) {
	c.ping.hear(m, at)
	lag := &c.view.Lag
	lag.LostUp = shareOf(m.Lost)
	c.clock.expect(lag.LostUp)
	lag.HostTick = time.Duration(m.Work) * time.Microsecond
	lag.HostLate = time.Duration(m.Late) * time.Millisecond
}

// hearRTTs brings the roster up to date.
func (c *Client) hearRTTs(m *proto.RTTs) {
	if len(m.List) != len(c.view.Roster) {
		return // of a roster that we never had
	}
	for i, rtt := range m.List {
		c.view.Roster[i].Ping = uint16(rtt) * proto.RTTUnit
	}
}

// hearChat keeps a line for the View.
func (c *Client) hearChat(m *proto.Chat) {
	line := ChatLine{Pilot: m.Pilot, Slot: proto.NoSlot, Text: m.Text}
	i := slices.IndexFunc(c.view.Roster, func(p proto.Pilot) bool { return p.ID == m.Pilot })
	switch {
	case i >= 0:
		line.From, line.Slot = c.view.Roster[i].Name, c.view.Roster[i].Slot
	case m.Pilot != proto.Notice:
		line.From = "?" // came so lately that no roster has them
	}
	c.view.Chat = append(c.view.Chat, line)
	c.camera.say(m.Pilot, m.Text)
}
