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

// maxHeard is how many packets are heard in a Frame, and of each peer in a tick.
// A flood must not hold up either for longer.
const maxReceived = 128

// hear takes what the host sent since the last Frame.
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

// hostError tells a user why a message of the host was not understood.
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
		c.keepWaiting(now)
	case *proto.Kick:
		c.end(Refused, fmt.Errorf("the host kicked you: %s", reasonText(m.Reason)))
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
			c.handleMatchStart(m)
		}
	case *proto.MatchOver:
		c.nextMatch = packet.At.Add(time.Duration(m.NextIn) * time.Second / 10)
	case *proto.Ballot:
		c.view.Ballot = m
	case *proto.VoteState:
		c.handleVoteState(m)
	case *proto.Chat:
		c.handleChat(m)
	case *proto.RTTs:
		c.handleRTTs(m)
	case *proto.Pause:
		c.handlePause(m.On, packet.At)
	}
}

// takes reports whether one more Setup or Keyframe is taken. If not, that was the end.
func (c *Client) allowWorld(now time.Time) bool {
	err := c.effort.world(now)
	if err != nil {
		c.end(Refused, err)
	}
	return err == nil
}

// reasonOf returns why, as the host tells it, or that it does not.
func reasonText(told string) string {
	if told == "" {
		return "the host gives no reason"
	}
	return told
}

func (c *Client) handleMatchStart(m *proto.MatchStart) {
	c.nextSetup, c.synced = m.Setup, false
	c.effort.spawnsAsked = 0
	c.setSlot(m.Slot)
	c.nextMatch, c.view.Ballot = time.Time{}, nil
}

// hearKeyframe takes a whole World.
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
	back := c.setup != nil && world.Tick < c.confirmed.Tick // to what spectators are shown, who had a ship
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
	c.synced = true
	c.view.Phase, c.view.Err = Playing, nil
	c.uplink.sentAt = time.Time{} // the host waits to hear that it came
}

// hearOrders takes a data packet: the orders since a tick that we confirmed.
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
		c.uplink.noteConfirmed() // if we miss what came before, the host should know soon
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
	if err != nil || uint16(c.confirmed.Hash()) != m.Hash {
		c.synced = false
		c.desyncs++
		if err := c.effort.desync(now); err != nil {
			c.end(Refused, err)
			return
		}
		c.send(&proto.NeedKeyframe{Have: c.confirmed.Tick})
		return
	}
	c.uplink.noteConfirmed()
	if m.Heard > c.uplink.hostHas { // otherwise the slack is the one we know
		c.uplink.hostHas = m.Heard
		c.view.Lag.Slack = time.Duration(m.Slack) * slackUnit
		if pressing || m.Slack > 0 { // otherwise it was not the clock that made it late
			c.clock.report(m.Heard, c.view.Lag.Slack)
		}
	}
}

// hearPong takes what the host measured.
func (c *Client) handlePong(m *proto.Pong, at time.Time) {
	c.ping.receive(m, at)
	lag := &c.view.Lag
	lag.LostUp = decodeShare(m.Lost)
	c.clock.expectLoss(lag.LostUp)
	lag.HostTick = time.Duration(m.Work) * time.Microsecond
	lag.HostLate = time.Duration(m.Late) * time.Millisecond
}

// hearRTTs brings the roster up to date.
func (c *Client) handleRTTs(m *proto.RTTs) {
	if len(m.List) != len(c.view.Roster) {
		return // of a roster that we never had
	}
	for i, rtt := range m.List {
		c.view.Roster[i].Ping = uint16(rtt) * proto.RTTUnit
	}
}

// hearChat keeps a line for the View.
func (c *Client) handleChat(m *proto.Chat) {
	line := ChatLine{Pilot: m.Pilot, Slot: proto.NoSlot, Text: m.Text}
	i := slices.IndexFunc(c.view.Roster, func(p proto.Pilot) bool { return p.ID == m.Pilot })
	switch {
	case i >= 0:
		line.From, line.Slot = c.view.Roster[i].Name, c.view.Roster[i].Slot
	case m.Pilot != proto.Notice:
		line.From = "?" // came so lately that no roster has them
	}
	c.view.Chat = append(c.view.Chat, line)
	c.recorder.chat(m.Pilot, m.Text)
}

// Pause tells the host whether the player cannot play now, as in a menu: the match
// stands still meanwhile if nobody else is in it, and then the View says so. It may be
// called with every Frame.
func (c *Client) Pause(on bool) {
	if c.idle != on {
		c.idle = on
		c.send(&proto.Pause{On: on})
	}
}

// hearPause takes that the match stands still, or runs on, from a time on.
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
	c.arrivals.tick = 0 // the pause says nothing of how evenly packets come
}

// lastRun returns when the match last ran: now, unless it stands still.
func (c *Client) matchNow(now time.Time) time.Time {
	if c.pausedAt.IsZero() {
		return now
	}
	return c.pausedAt
}

// send lets the host know what the pilot holds and how far we are.
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
	c.send(&proto.Chat{Text: text})
	return nil
}

// Choose asks for a class, weapon and team from the next spawn on.
func (c *Client) Choose(class, weapon, team uint8) {
	c.chosen = &proto.Spawn{Class: class, Weapon: weapon, Team: team, Colour: c.conf.Colour, Name: c.conf.Name}
	c.send(c.chosen)
}

// Ready tells whether the pilot wants the waiting match to start.
func (c *Client) Ready(on bool) { c.send(&proto.SetReady{On: on}) }

// Vote says which choice of the View's Ballot the player wants, from 1.
func (c *Client) Vote(choice uint8) {
	if b := c.view.Ballot; b != nil && choice >= 1 && int(choice) <= len(b.Choices) {
		c.send(&proto.Vote{Ballot: b.Number, Choice: choice})
	}
}

// Leave gives up the seat and ends the client. The link's Done tells when the
// host could know.
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

// chooseAgain has the host hear what changed besides the ship, if the pilot has one; else it does with the next Choose.
func (c *Client) chooseAgain() {
	switch {
	case c.slot < 0 || !c.synced:
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

// CallVote asks the host to let the players vote on a motion: see proto.CallVote. What becomes of it, a notice tells and the View.
func (c *Client) CallVote(motion proto.Motion, pilot uint16, what string) {
	c.send(&proto.CallVote{Motion: motion, Pilot: pilot, What: what})
}

// CastVote says whether the player is for the motion that the View tells of.
func (c *Client) CastVote(yes bool) {
	if v := c.view.Vote; v != nil {
		c.send(&proto.CastVote{Number: v.Number, Yes: yes})
	}
}

// hearVoteState takes how a vote stands.
func (c *Client) handleVoteState(m *proto.VoteState) {
	if c.view.Vote = m; m.Motion == proto.NoMotion {
		c.view.Vote = nil
	}
}
