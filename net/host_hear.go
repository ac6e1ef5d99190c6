package net

import (
	"crypto/rand"
	"errors"
	"slices"
	"time"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/proto"
)

// seatKept is how long the seat of a pilot whose link is down waits for him.
const seatKept = 10 * game.TickRate

// admit takes in a link whose end has still to say who it is.
func (h *Host) admit(l link.Link) {
	h.peers = append(h.peers, &peer{link: l, since: time.Now()})
}

// hear takes what all peers sent since the last tick, and lets go of those who
// went away.
func (h *Host) hear(now time.Time) {
	for _, p := range h.peers {
		h.hearPeer(p, now)
	}
	h.peers = slices.DeleteFunc(h.peers, func(p *peer) bool {
		gone := p.link.Err() != nil
		if gone {
			h.lose(p)
		}
		return gone
	})
	for _, p := range slices.Clone(h.pilots) {
		if p.is(proto.Away) && h.world.Tick-p.lostAt >= seatKept {
			h.log.Info("pilot left", "name", p.Name, "why", "link lost")
			h.leave(p)
		}
	}
}

func (h *Host) hearPeer(p *peer, now time.Time) {
	for !p.leaving {
		packet, ok := p.link.Receive(h.buf)
		if !ok {
			break
		}
		h.buf = packet.Bytes
		if packet.Channel == link.Data {
			p.hearInputs(h, packet)
		} else {
			h.hearMessage(p, packet, now)
		}
	}
	if p.pilot == nil && !p.leaving && now.Sub(p.since) > greeting {
		p.leaving = true
		p.link.Close()
	}
}

// hearMessage takes a control message. Nonsense ends the connection.
func (h *Host) hearMessage(p *peer, packet link.Packet, now time.Time) {
	m, err := proto.Parse(packet.Bytes)
	var version *proto.VersionError
	switch {
	case errors.As(err, &version):
		p.dismiss(&proto.Reject{Code: proto.RejectVersion, Reason: version.Error()})
		return
	case err != nil:
		h.log.Debug("malformed message", "from", p.link.Remote(), "err", err)
		p.dismiss(&proto.Kick{Reason: "malformed message: " + err.Error()})
		return
	case !p.budget.spend(now):
		p.dismiss(&proto.Kick{Reason: "too many messages"})
		return
	}
	switch m := m.(type) {
	case *proto.Hello:
		h.hearHello(p, m)
	case *proto.InfoQuery:
		info := h.info()
		p.dismiss(&info)
	case *proto.Ping:
		p.say(answer(m, packet.At, now))
	case *proto.Pong:
		p.ping.hear(m, packet.At)
	default:
		if p.pilot == nil {
			p.dismiss(&proto.Kick{Reason: "expected a hello first"})
			return
		}
		h.hearPilot(p, m)
	}
}

// hearPilot takes a message that only somebody in the match may send.
func (h *Host) hearPilot(p *peer, m proto.Message) {
	switch m := m.(type) {
	case *proto.Spawn:
		p.say(&proto.SpawnResult{Status: h.spawn(p.pilot, m), Slot: p.slot()})
	case *proto.Chat:
		if proto.ValidChat(m.Text) == nil {
			h.broadcast(&proto.Chat{Pilot: p.pilot.ID, Text: m.Text})
		}
	case *proto.SetReady:
		p.pilot.set(proto.Ready, m.On)
		h.stale = true
	case *proto.NeedKeyframe:
		if m.Have >= p.keyframed {
			p.keyframed = 0
		}
	case *proto.Bye:
		p.leaving = true
		p.link.Close()
		h.log.Info("pilot left", "name", p.pilot.Name, "why", "bye")
		h.leave(p.pilot)
		p.pilot = nil
	}
}

// hearHello lets somebody in, or back in.
func (h *Host) hearHello(p *peer, m *proto.Hello) {
	if p.pilot != nil {
		p.dismiss(&proto.Kick{Reason: "expected one hello, a second came"})
		return
	}
	back := h.byToken(m.Token)
	name, err := proto.CleanName(m.Name)
	switch {
	case back != nil:
		h.takeBack(p, back)
	case err != nil:
		p.dismiss(&proto.Reject{Code: proto.RejectName, Reason: err.Error()})
		return
	case len(h.pilots) >= proto.MaxPilots:
		p.dismiss(&proto.Reject{Code: proto.RejectFull, Reason: "the match is full, spectators too"})
		return
	default:
		p.pilot = h.enter(name, 0)
		rand.Read(p.pilot.token[:])
		h.log.Info("pilot came", "name", p.pilot.Name, "from", p.link.Remote())
	}
	p.say(&proto.Welcome{
		Version: proto.Version, Token: p.pilot.token, Pilot: p.pilot.ID, Slot: p.slot(),
		TickRate: game.TickRate, Title: h.conf.Title, Setup: h.setup,
	})
	if h.overAt != 0 {
		left := max(int(resultsTime)-int(h.world.Tick-h.overAt), 0)
		p.say(&proto.MatchOver{NextIn: uint16(left * 10 / game.TickRate)})
	}
	h.stale = true
}

// takeBack gives a pilot his seat again over a new link. An old one that seems
// to be up is cut: who knows the token is the pilot.
func (h *Host) takeBack(p *peer, who *pilot) {
	for _, other := range h.peers {
		if other.pilot == who {
			other.pilot, other.leaving = nil, true
			other.link.Close()
		}
	}
	who.set(proto.Away, false)
	who.inputs = inputQueue{}
	p.pilot = who
	h.log.Info("pilot came back", "name", who.Name, "from", p.link.Remote())
}

// lose notes that a peer's link is down.
func (h *Host) lose(p *peer) {
	switch {
	case p.pilot == nil:
	case p.pilot.seated():
		p.pilot.set(proto.Away, true)
		p.pilot.lostAt = h.world.Tick
		h.stale = true
		h.log.Info("link lost", "name", p.pilot.Name, "err", p.link.Err())
	default:
		h.leave(p.pilot)
	}
}

// spawn gives a pilot a ship, or notes what he wants to fly next.
func (h *Host) spawn(p *pilot, m *proto.Spawn) proto.SpawnStatus {
	switch {
	case int(m.Weapon) >= len(h.setup.Weapons):
		return proto.SpawnBadWeapon
	case int(m.Class) >= len(h.setup.Classes):
		return proto.SpawnBadClass
	}
	if name, err := proto.CleanName(m.Name); err != nil {
		return proto.SpawnBadName
	} else if name != p.Name {
		p.Name = "" // his own name is no reason for a number behind it
		p.Name = h.freeName(name)
		h.stale = true
	}
	p.class, p.weapon = m.Class, m.Weapon
	if m.Team != 0 && h.setup.Mode.HasTeam(m.Team) {
		p.team = m.Team
	} else if !h.setup.Mode.HasTeam(p.team) {
		p.team = h.smallerTeam(h.setup.Mode)
	}
	if p.seated() {
		h.orders = append(h.orders, p.order(game.OrderChoose))
		return proto.SpawnOK
	}
	if !h.seat(p) {
		return proto.SpawnFull
	}
	return proto.SpawnOK
}

// info describes the match to somebody outside.
func (h *Host) info() proto.Info {
	humans, bots := h.count()
	return proto.Info{
		Version: proto.Version, Title: h.conf.Title,
		Arena: h.setup.Arena.Name, Mode: h.setup.Mode,
		Players: uint16(humans), Bots: uint16(bots), Slots: game.MaxShips,
		TickRate: game.TickRate,
	}
}
