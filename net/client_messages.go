package net

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/proto"
)

// maxReceived limits the packets handled in a Frame, and of each peer in a tick, so that a flood stalls neither.
const maxReceived = 128

// receive handles the packets that came since the last Frame.
func (c *Client) receive(now time.Time) {
	if c.link == nil {
		return
	}
	if c.linkedAt.IsZero() && c.link.Ready() {
		c.linkedAt = now
	}
	for range maxReceived {
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
			c.handleOrders(packet, now)
			continue
		}
		m, err := proto.Parse(packet.Bytes)
		if err != nil {
			c.end(Refused, hostError(err))
			return
		}
		c.handleMessage(m, packet, now)
	}
}

// hostError explains an invalid message of the host.
func hostError(err error) error {
	var version *proto.VersionError
	if errors.As(err, &version) {
		return err
	}
	return fmt.Errorf("unexpected message from the host: %w", err)
}

func (c *Client) handleMessage(m proto.Message, packet link.Packet, now time.Time) {
	if !c.entry.trusts(m) {
		c.refuseImpostor(errImpostorHost)
		return
	}
	switch m := m.(type) {
	case *proto.Welcome:
		if c.allowWorld(now) {
			c.handleWelcome(m, packet.At)
		}
	case *proto.Reject:
		c.handleReject(m)
	case *proto.ServerFirst, *proto.ServerFinal:
		c.handleProof(m)
	case *proto.Redirect:
		c.follow(m.Place, now)
	case *proto.Handover:
		c.follow(m.Place, now)
	case *proto.FleetList:
		if c.view.Phase != Playing { // a door is looking for a host, which it says repeatedly
			c.dialledAt, c.effort.quietFor = now, 0
		}
	case *proto.Kick:
		c.end(Refused, &refusalError{"the host kicked you: " + reasonText(m.Reason)})
	case *proto.Bye:
		c.end(Ended, errors.New(reasonText(m.Reason)))
	case *proto.SpawnResult:
		c.handleSpawnResult(m)
	case *proto.Roster:
		c.view.Roster = m.Pilots
		c.recorder.roster(m.Pilots)
	case *proto.RosterChange:
		c.view.Roster = m.Apply(c.view.Roster)
		c.recorder.roster(c.view.Roster)
	case *proto.Keyframe:
		if c.allowWorld(now) {
			c.handleKeyframe(m, now)
		}
	case *proto.MatchStart:
		if c.allowWorld(now) {
			c.nextSetup, c.synced = m.Setup, false
			c.effort.spawnsAsked = 0
			c.setSlot(m.Slot)
			c.nextMatch, c.view.Ballot = time.Time{}, nil
		}
	case *proto.MatchOver:
		c.nextMatch = packet.At.Add(time.Duration(m.NextIn) * time.Second / 10)
	case *proto.Ballot:
		c.view.Ballot = m
	case *proto.VoteState:
		if c.view.Vote = m; m.Motion == proto.NoMotion {
			c.view.Vote = nil
		}
	case *proto.Chat:
		c.handleChat(m)
	case *proto.RTTs:
		c.handleRTTs(m)
	case *proto.Pause:
		c.handlePause(m.On, packet.At)
	}
}

// allowWorld reports whether one more Setup or Keyframe is allowed, and ends the client if not.
func (c *Client) allowWorld(now time.Time) bool {
	c.effort.worlds++
	allowed := c.effort.recentWorlds.add(now, worldsAtOnce, worldsRest)
	if !allowed {
		c.end(Refused, errWorlds)
	}
	return allowed
}

func reasonText(told string) string {
	if told == "" {
		return "the host gives no reason"
	}
	return told
}

func (c *Client) handleKeyframe(m *proto.Keyframe, now time.Time) {
	if c.nextSetup == nil {
		return
	}
	world, err := proto.ParseWorld(c.nextSetup, m.World)
	if err != nil {
		c.end(Refused, hostError(err))
		return
	}
	c.keyframes++
	c.effort.quietFor = 0
	back := c.setup != nil && world.Tick < c.confirmed.Tick // to the delayed view, after a ship was lost
	if !c.clock.running || back || c.clock.isFarOff(world.Tick) {
		c.clock.start(now, world.Tick, c.ping.RTT)
		c.uplink.hostHas, c.arrivals.tick = 0, 0
	}
	c.startRecording(c.nextSetup, &world)
	if c.unsafeBase {
		c.clear()
		c.unsafeBase = false
	}
	c.reset(c.nextSetup, &world)
	c.nextSetup = c.setup
	c.synced = true
	c.view.Phase, c.view.Err = Playing, nil
	c.uplink.sentAt = time.Time{} // acknowledge at once
}

// handleOrders handles a data packet: the orders since a tick that we confirmed.
func (c *Client) handleOrders(packet link.Packet, now time.Time) {
	m := &c.downOrders
	if !c.synced || c.entry.unproven() || m.Parse(packet.Bytes, c.confirmed.Tick) != nil {
		return
	}
	c.arrivals.note(m.Now(), packet.At)
	if m.Pong != nil {
		c.handlePong(m.Pong, packet.At)
	}
	held := c.baseline(m.Base)
	if held == nil || m.Now() <= c.confirmed.Tick {
		c.uplink.noteConfirmed() // if orders are missing, the host should know soon
		return
	}
	pressing := c.predicted.Tick < c.confirmed.Tick || c.room()
	err := m.Open(held)
	if err == nil {
		c.effort.quietFor = 0
		for _, orders := range m.Ticks[c.confirmed.Tick-m.Base:] {
			c.confirm(orders)
			c.recordTick(orders)
			c.effort.ticks++
		}
	}
	if err != nil || uint16(c.steps.hashOf(c.at)) != m.Hash {
		c.synced = false
		c.desyncs++
		if !c.effort.recentDesyncs.add(now, desyncsAtOnce, desyncsRest) {
			c.end(Refused, errDesyncs)
			return
		}
		c.send(&proto.NeedKeyframe{Have: c.confirmed.Tick})
		return
	}
	c.uplink.noteConfirmed()
	if m.NewestInput > c.uplink.hostHas { // otherwise the slack is known
		c.uplink.hostHas = m.NewestInput
		c.view.Lag.Slack = time.Duration(m.Slack) * slackUnit
		if pressing || m.Slack > 0 { // otherwise it was not the clock that made it late
			c.clock.report(m.NewestInput, c.view.Lag.Slack)
		}
	}
}

func (c *Client) handlePong(m *proto.Pong, at time.Time) {
	c.ping.receive(m, at)
	lag := &c.view.Lag
	lag.LostUp = decodeShare(m.Lost)
	c.clock.expectLoss(lag.LostUp)
	lag.HostTick = time.Duration(m.Work) * time.Microsecond
	lag.HostLate = time.Duration(m.Late) * time.Millisecond
}

func (c *Client) handleRTTs(m *proto.RTTs) {
	if len(m.List) != len(c.view.Roster) {
		return // of a roster that we do not have
	}
	for i, rtt := range m.List {
		c.view.Roster[i].Ping = uint16(rtt) * proto.RTTUnit
	}
}

func (c *Client) handleChat(m *proto.Chat) {
	line := ChatLine{Pilot: m.Pilot, Slot: proto.NoSlot, Text: m.Text}
	i := slices.IndexFunc(c.view.Roster, func(p proto.Pilot) bool { return p.ID == m.Pilot })
	switch {
	case i >= 0:
		line.From, line.Slot = c.view.Roster[i].Name, c.view.Roster[i].Slot
	case m.Pilot != proto.Notice:
		line.From = "?" // not in the roster yet
	}
	c.view.Chat = append(c.view.Chat, line)
	c.recorder.chat(m.Pilot, m.Text)
}

// Pause informs the host that the player is in a menu, or back. If all players are, the match is paused, which the View shows. It may be
// called with every Frame.
func (c *Client) Pause(on bool) {
	if c.idle != on {
		c.idle = on
		c.send(&proto.Pause{On: on})
	}
}

// handlePause pauses or resumes the match at a time.
func (c *Client) handlePause(on bool, at time.Time) {
	if on == !c.pausedAt.IsZero() {
		return
	}
	c.clock.setPaused(on, at)
	if on {
		c.pausedAt = at
		return
	}
	if !c.nextMatch.IsZero() {
		c.nextMatch = c.nextMatch.Add(at.Sub(c.pausedAt))
	}
	c.pausedAt = time.Time{}
	c.arrivals.tick = 0 // the pause is no jitter
}

// matchNow returns the time at which the match is: now, or the start of the pause.
func (c *Client) matchNow(now time.Time) time.Time {
	if c.pausedAt.IsZero() {
		return now
	}
	return c.pausedAt
}

// sendInputs sends the pilot's inputs and acknowledges the host's ticks, if due.
func (c *Client) sendInputs(now time.Time) {
	if c.final() || !c.synced {
		return
	}
	newest := c.predicted.Tick
	if !c.uplink.due(now, newest, c.clock.paused) {
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

// Chat is limited to the rate that hosts send on without delay: see chatQueue.
const (
	lineEvery = chatEach * time.Second / game.TickRate
	lineBurst = chatBurst
)

// talk limits the pilot's chat.
type talk struct {
	now  time.Time // of this Frame
	full time.Time // when a burst is allowed again
}

// may reports whether another line is allowed.
func (t *talk) may() bool { return t.next().Sub(t.now) <= lineBurst*lineEvery }

// next returns when a burst is allowed again after another line.
func (t *talk) next() time.Time {
	if t.full.Before(t.now) {
		return t.now.Add(lineEvery)
	}
	return t.full.Add(lineEvery)
}

// Say sends a line of chat. The error, fit to be shown, says why it cannot be sent now.
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
	c.send(&proto.Chat{Text: text})
	return nil
}

// Choose asks for a class, weapon and team from the next spawn on.
func (c *Client) Choose(class, weapon, team uint8) {
	c.chosen = &proto.Spawn{Class: class, Weapon: weapon, Team: team, Colour: c.conf.Colour, Name: c.conf.Name}
	c.send(c.chosen)
}

// Ready says whether the pilot wants the waiting match to start.
func (c *Client) Ready(on bool) { c.send(&proto.SetReady{On: on}) }

// Vote votes for a choice of the View's Ballot, from 1.
func (c *Client) Vote(choice uint8) {
	if b := c.view.Ballot; b != nil && choice >= 1 && int(choice) <= len(b.Choices) {
		c.send(&proto.Vote{Ballot: b.Number, Choice: choice})
	}
}

// Leave gives up the seat and ends the client. The link's Done is closed once the host could know.
func (c *Client) Leave() {
	if !c.final() {
		c.send(&proto.Bye{Reason: "left"})
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

// chooseAgain sends changes besides the ship, if the pilot has one; otherwise the next Choose does.
func (c *Client) chooseAgain() {
	switch {
	case c.slot < 0 || !c.synced:
	case c.chosen != nil:
		c.Choose(c.chosen.Class, c.chosen.Weapon, c.chosen.Team)
	default: // a reclaimed seat
		ship := &c.predicted.Ships[c.slot]
		c.Choose(ship.NextClass, ship.NextWeapon, ship.Team)
	}
}

// ChangeName changes the name at once.
func (c *Client) ChangeName(name string) {
	if name != c.conf.Name {
		c.Rename(name)
		c.chooseAgain()
	}
}

// Rename changes the name with the next Choose.
func (c *Client) Rename(name string) { c.conf.Name = name }

// CallVote starts a vote on a motion: see proto.CallVote. Notices and the View show its course.
func (c *Client) CallVote(motion proto.Motion, pilot uint16, what string) {
	c.send(&proto.CallVote{Motion: motion, Pilot: pilot, Next: what})
}

// CastVote votes on the View's motion.
func (c *Client) CastVote(yes bool) {
	if v := c.view.Vote; v != nil {
		c.send(&proto.CastVote{Number: v.Number, Yes: yes})
	}
}
