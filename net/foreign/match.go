// Package foreign is a client of another program's server, in that server's protocol: dogfight, rtype or rtype-code.
// The screens use a Match as they use a *net.Client.
//
// Such a server sends the positions of things, and no rules, rock or scores. A mirror makes a similar game.World of
// them; no rules step it.
//
//	socket -> protocol.receive -> update -> Frame -> mirror -> View
//	socket <- conn.send <- protocol.speak <- Frame
//
// A conn has a goroutine that reads and parses, and one that writes. Everything else belongs to the caller of Frame,
// which never blocks.
package foreign

import (
	"errors"
	"fmt"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/proto"
)

// Match is a match on a foreign server. It belongs to the caller of Frame.
type Match struct {
	server   Server
	conn     *conn
	protocol protocol
	inbox    inbox

	mirror   mirror
	interval interval // of snapshots
	view     net.View
	now      time.Time // of the last Frame
	noticed  time.Time // begin of the second in which notices are counted
	notices  int
	unseen   time.Duration // since the last snapshot
	silent   time.Duration // since anything arrived
	over     bool          // the match is over, so no snapshots come
	in       bool          // we were welcomed
	invalid  error         // the last packet that is not in the protocol
	second   second
	updates  []update // reused
}

// The longest waits for a server.
const (
	joinTime  = 10 * time.Second
	staleTime = time.Second / 2
	lostTime  = 5 * time.Second
	endTime   = 30 * time.Second
	// refuseTime is how long to retry if datagrams are refused: the server may be about to start.
	refuseTime = 3 * time.Second
	// step bounds the time from one Frame to the next: after a suspension, received data is read before the server
	// counts as silent.
	step = 250 * time.Millisecond
)

// Join begins to join a server under a pilot's name, and returns at once.
func Join(s Server, pilot string) *Match { return join(s, pilot, nil) }

func join(s Server, pilot string, dial dial) *Match {
	m := &Match{server: s}
	network, hp := "udp", uint8(0)
	if s.Protocol == "dogfight" {
		m.protocol = &dogfightProtocol{notice: m.notice}
		network, hp = "tcp", usualHP
	} else {
		m.protocol = newRTypeProtocol(s)
	}
	m.mirror = newMirror(pilot, hp)
	m.view = net.View{Title: s.String(), Me: mySlot, Pilot: m.mirror.crafts[mySlot].pilot, Foreign: true}
	m.view.Lag.Transport = s.Protocol
	m.conn = open(network, s, dial, func(p []byte) error { return m.protocol.receive(p, m.report) })
	return m
}

// report passes an update to Frame.
func (m *Match) report(u update) {
	u.at = time.Now()
	m.inbox.put(u)
}

// Frame advances the match to now, with the pilot's input. It never blocks.
func (m *Match) Frame(now time.Time, in game.Input) *net.View {
	v := &m.view
	v.Events, v.Chat = v.Events[:0], v.Chat[:0]
	if v.Phase == net.Refused || v.Phase == net.Ended {
		return v
	}
	m.advance(now)
	ended := m.conn.why.get() // before its last updates are read
	m.receive(now)
	m.updatePhase(ended)
	if v.Phase != net.Refused && v.Phase != net.Ended {
		m.protocol.speak(now, in, v.Phase == net.Lost, m.conn.send)
	}
	if v.Phase != net.Joining && v.Phase != net.Refused {
		m.show(now, in)
	}
	return v
}

// advance advances the time.
func (m *Match) advance(now time.Time) {
	if m.now.IsZero() {
		m.now = now
	}
	passed := min(max(now.Sub(m.now), 0), step)
	m.now = now
	m.unseen += passed
	m.silent += passed
}

// receive handles the updates since the last Frame.
func (m *Match) receive(now time.Time) {
	m.updates = m.inbox.drain(m.updates)
	for i := range m.updates {
		m.protocol.note(&m.updates[i])
		m.apply(&m.updates[i], now)
	}
}

func (m *Match) apply(n *update, now time.Time) {
	if n.kind != garbled {
		m.silent = 0
	}
	switch n.kind {
	case sighted:
		m.unseen, m.over = 0, false
		if m.view.Phase != net.Playing {
			m.view.Phase, m.view.Err = net.Playing, nil
		}
		m.interval.note(n.at)
		m.mirror.apply(n.snapshot, now, m.interval.mean)
	case welcomed:
		m.in = true
	case rejected:
		m.refuse(fmt.Errorf("the server at %s turns you away", m.server.Addr))
	case hurt:
		m.mirror.hurt(n.id, now)
	case finished:
		m.over = true
		m.mirror.forget()
		m.notice("the match is over")
	case begun:
		m.notice("a match begins")
	case garbled:
		m.invalid = n.err
	}
}

// maxNotices bounds the notices a second: a server may repeat itself.
const maxNotices = 3

// notice shows a line in the chat for the server.
func (m *Match) notice(text string) {
	if m.now.Sub(m.noticed) >= time.Second {
		m.noticed, m.notices = m.now, 0
	}
	if m.notices++; m.notices > maxNotices {
		return
	}
	m.view.Chat = append(m.view.Chat, net.ChatLine{Pilot: proto.Notice, Slot: proto.NoSlot, Text: text})
}

func (m *Match) refuse(err error) { m.view.Phase, m.view.Err = net.Refused, err }

// updatePhase sets the phase of the match. ended is why the conn ended, or nil.
func (m *Match) updatePhase(ended error) {
	v := &m.view
	quiet := m.unseen
	if m.over { // until the next begins there may be no snapshots
		quiet = m.silent
	}
	v.Stale = !m.over && v.Phase != net.Joining && m.unseen > staleTime
	switch {
	case v.Phase == net.Refused:
	case ended != nil && v.Phase == net.Joining:
		m.refuse(ended)
	case ended != nil:
		v.Phase, v.Err = net.Ended, ended
	case v.Phase == net.Joining && m.late():
		m.refuse(m.noAnswer())
	case v.Phase == net.Joining:
	case quiet >= endTime:
		v.Phase, v.Err = net.Ended, fmt.Errorf("the server at %s has sent nothing for %v", m.server.Addr, endTime)
	case quiet >= lostTime:
		v.Phase, v.Err = net.Lost, fmt.Errorf("nothing received from %s for %d s", m.server.Addr, int(quiet.Seconds()))
	default: // something arrived, if only the end of a match
		v.Phase, v.Err = net.Playing, nil
	}
}

// late reports whether joining has taken too long.
func (m *Match) late() bool {
	return m.unseen >= joinTime || m.unseen >= refuseTime && !m.in && m.conn.socketErr.get() != nil
}

// noAnswer explains why we could not join.
func (m *Match) noAnswer() error {
	at := fmt.Sprintf("%s server at %s", m.server.Protocol, m.server.Addr)
	switch err := inShort(m.conn.socketErr.get()); {
	case m.invalid != nil:
		return m.invalid
	case m.in:
		return fmt.Errorf("the %s lets you in, but sends nothing of the match", at)
	case err != nil:
		return fmt.Errorf("no %s answers at %s: %w", m.server.Protocol+" server", m.server.Addr, err)
	case m.server.Protocol == "dogfight":
		return fmt.Errorf("the server at %s sends nothing: is it one of the dogfight protocol?", m.server.Addr)
	}
	return fmt.Errorf("no %s server answers at %s within %v: is it %s://%s?", m.server.Protocol, m.server.Addr, joinTime, otherFlavour(m.server), m.server.Addr)
}

// show fills the View.
func (m *Match) show(now time.Time, in game.Input) {
	v := &m.view
	m.mirror.show(now, in)
	v.Setup, v.World, v.Roster = m.mirror.setup, &m.mirror.world, m.mirror.roster
	v.Events = append(v.Events, m.mirror.events...)
	m.mirror.events = m.mirror.events[:0]
	m.second.count(now, m.conn)
	if v.Lag.RTT = m.protocol.roundTrip(); v.Lag.RTT > 0 { // otherwise states also come by events
		v.Lag.Jitter = m.interval.jitter
	}
	v.Lag.Age = m.unseen + v.Lag.RTT/2
	if m.over {
		v.Lag.Age = m.silent + v.Lag.RTT/2
	}
	v.Lag.Down, v.Lag.Up = m.second.down, m.second.up
	v.Roster[mySlot].Ping = uint16(min(v.Lag.RTT.Milliseconds(), 1<<16-1))
}

// second counts the bytes of a connection.
type second struct {
	down, up         int // bytes a second, over the last second
	began            time.Time
	downThen, upThen int64
}

func (s *second) count(now time.Time, c *conn) {
	took := now.Sub(s.began)
	if took < time.Second {
		return
	}
	down, up := c.down.Load(), c.up.Load()
	if !s.began.IsZero() {
		s.down, s.up = int(float64(down-s.downThen)/took.Seconds()), int(float64(up-s.upThen)/took.Seconds())
	}
	s.began, s.downThen, s.upThen = now, down, up
}

var errNoChat = errors.New("this protocol has no chat")

// Say fails: these protocols have no chat.
func (m *Match) Say(string) error { return errNoChat }

// Choose does nothing: there is one kind of ship.
func (m *Match) Choose(class, weapon, team uint8) {}

// Ready does nothing: those servers wait for no player.
func (m *Match) Ready(bool) {}

// Recolour does nothing: colours are local.
func (m *Match) Recolour(uint8) {}

// Vote does nothing: there are no votes.
func (m *Match) Vote(uint8) {}

// Pause does nothing: those servers have no pause.
func (m *Match) Pause(bool) {}

// Close leaves the match, and waits for all goroutines, which end soon.
func (m *Match) Close() { m.conn.close(m.protocol.goodbye()) }
