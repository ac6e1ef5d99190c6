package swarm

import (
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/net/link"
	"dogfight/proto"
)

// join begins to join.
func (p *thin) join() {
	p.dial()
	p.say(&proto.Hello{
		Version: proto.Version, Tables: proto.TableVersion, RulesVersion: game.RulesVersion, Rules: game.RulesFingerprint,
		Pace: p.conf.pace(), Name: p.name(),
	})
}

// pace returns how many ticks the host is to let pass between two packets.
func (c *Config) pace() uint8 {
	if c.Rate >= game.TickRate {
		return 1
	}
	return 2
}

// receiveControl takes a control message. What a thin client has no use for it does
// not parse: setups and rosters would cost it more than all the rest.
func (p *thin) receiveControl(packet link.Packet) {
	if len(packet.Bytes) == 0 {
		return
	}
	switch proto.Type(packet.Bytes[0]) {
	case proto.WelcomeType:
		p.spawn()
	case proto.KeyframeType:
		p.receiveKeyframe(packet)
	case proto.SpawnResultType, proto.RejectType, proto.KickType, proto.ByeType:
		m, err := proto.Parse(packet.Bytes)
		if err != nil {
			p.err = err
			return
		}
		p.receiveMessage(m)
	}
}

func (p *thin) receiveMessage(m proto.Message) {
	switch m := m.(type) {
	case *proto.SpawnResult:
		if p.seated = m.Status == proto.SpawnOK; !p.seated {
			p.err = fmt.Errorf("the host refuses a ship with status %d", m.Status)
		}
	case *proto.Reject:
		p.err = errors.New(m.Reason)
	case *proto.Kick:
		p.err = errors.New(m.Reason)
	case *proto.Bye:
		p.err = errors.New(m.Reason)
	}
}

// spawn asks for a ship. Another's host may have only one class and weapon.
func (p *thin) spawn() {
	m := proto.Spawn{Name: p.name()}
	if p.conf.Addr == "" {
		m.Class = uint8(p.n % len(assets.Classes()))
		m.Weapon = uint8(p.n % len(assets.Weapons()))
	}
	p.say(&m)
}

// lead is how far a pilot is ahead of the host until that reports how early inputs
// arrive, besides the time that the keyframe took.
const lead = 30 * time.Millisecond

// receiveKeyframe takes the tick of a World, which its bytes begin with, and no more.
func (p *thin) receiveKeyframe(packet link.Packet) {
	if len(packet.Bytes) < 1+4 {
		return
	}
	p.keyframes++
	first := p.known == 0
	p.known = game.Tick(binary.BigEndian.Uint32(packet.Bytes[1:]))
	if first {
		p.zero = packet.At.Add(-lead - time.Duration(p.known)*time.Second/game.TickRate)
		p.start(p.known)
	}
	p.sentAt = time.Time{} // the host waits to hear that it came
}

func (p *thin) say(m proto.Message) {
	p.out = m.Append(p.out[:0])
	p.link.Send(link.Control, p.out)
}

func (p *thin) state() (playing bool, err error) {
	return p.seated && p.known > 0 && p.err == nil, p.err
}

func (p *thin) leave() {
	if p.link != nil {
		p.say(&proto.Bye{Reason: "left"})
		p.link.Close()
	}
}

func (p *thin) count(sum *tally) {
	sum.traffic.add(p.take())
	sum.keyframes += p.keyframes
}

func (p *thin) conn() *connection { return &p.connection }
