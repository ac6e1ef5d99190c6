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

// thin is a pilot without a World. It acknowledges orders and presses buttons like a player, but does not see their effect.
type thin struct {
	connection
	seated    bool
	err       error // set once it no longer plays
	keyframes uint64

	randomInput
	zero    time.Time // its time of tick 0: so early that its inputs come in time
	known   game.Tick // the newest with its orders; 0 before a keyframe
	hostHas game.Tick // the newest input that the host has
	urgent  int       // packets that must still carry the last change
	ackDue  bool      // ticks came that are not acknowledged
	sentAt  time.Time
	asked   time.Time // when the last Ping was sent

	orders   proto.Orders // reused, as are these
	inputs   proto.Inputs
	ping     proto.Ping
	buf, out []byte
}

func newThin(l connection) *thin {
	return &thin{connection: l, randomInput: newRandomInput(uint64(l.n))}
}

func (p *thin) frame(now time.Time) {
	if p.err != nil {
		return
	}
	if p.link == nil {
		p.join()
	}
	p.receive()
	if p.known == 0 || p.err != nil {
		return
	}
	if p.press(max(p.present(now), p.known)) {
		p.urgent = changeRepeats
	}
	if p.due(now.Sub(p.sentAt)) {
		p.sendInputs(now)
	}
}

// present returns the tick that the pilot is in.
func (p *thin) present(now time.Time) game.Tick {
	return game.Tick(int64(now.Sub(p.zero)) * game.TickRate / int64(time.Second))
}

// The same values as a Client's.
const (
	changeRepeats = 3                     // packets with a change
	soon          = time.Second / 40      // until an acknowledgement
	idle          = time.Second / 20      // the longest silence
	inTime        = 27 * time.Millisecond // slack that is aimed at, as packets get lost
	pingEvery     = time.Second
)

// due reports whether to send a packet after such a silence.
func (p *thin) due(quiet time.Duration) bool {
	return p.urgent > 0 || p.ackDue && quiet >= soon || quiet >= idle
}

// receive handles the host's packets.
func (p *thin) receive() {
	for {
		packet, ok := p.link.Receive(p.buf)
		if !ok {
			break
		}
		p.buf = packet.Bytes
		if packet.Channel == link.Data {
			p.receiveOrders(packet)
		} else {
			p.receiveControl(packet)
		}
	}
	if p.err == nil {
		p.err = p.link.Err()
	}
}

// Divisors of the error in a report: not all of it is corrected, as the next few reports still include it, and less if an input was early
// than if it was late, so that few are late.
const (
	steerLate  = 8
	steerEarly = 64
)

// receiveOrders handles a data packet without parsing its orders.
func (p *thin) receiveOrders(packet link.Packet) {
	m := &p.orders
	if p.known == 0 || m.Parse(packet.Bytes, p.known) != nil {
		return
	}
	if m.Base <= p.known && m.Now() > p.known {
		p.known, p.ackDue = m.Now(), true
	}
	if m.NewestInput > p.hostHas {
		p.hostHas = m.NewestInput
		p.steer(time.Duration(m.Slack)*proto.SlackUnit*time.Millisecond - inTime)
	}
}

// steer corrects the clock by the surplus of an input's slack.
func (p *thin) steer(early time.Duration) {
	if early < 0 {
		p.zero = p.zero.Add(early / steerLate)
	} else {
		p.zero = p.zero.Add(early / steerEarly)
	}
}

// sendInputs sends the inputs that the host does not have.
func (p *thin) sendInputs(now time.Time) {
	p.sentAt, p.ackDue, p.urgent = now, false, max(p.urgent-1, 0)
	m := &p.inputs
	m.Ack, m.Newest, m.Ping = p.known, p.newest, nil
	m.List = p.since(m.List[:0], p.hostHas)
	if now.Sub(p.asked) >= pingEvery {
		p.asked = now
		p.ping.Nonce++
		m.Ping = &p.ping
	}
	p.out = m.Append(p.out[:0])
	p.link.Send(link.Data, p.out)
}

// ordersIn returns the size of the orders in a data packet from a host: all but the client's part, and a base and a hash of two bytes each.
func ordersIn(p []byte, m *proto.Orders) int {
	if m.Parse(p, 0) != nil {
		return 0
	}
	var room [32]byte
	return len(p) - len(m.Report.Append(room[:0], 0, 0)) - 2 - 2
}

// join begins to join.
func (p *thin) join() {
	p.dial()
	p.send(&proto.Hello{
		Version: proto.Version, Tables: proto.TableVersion, RulesVersion: game.RulesVersion, Rules: game.RulesFingerprint,
		Pace: p.conf.pace(), Name: p.name(),
	})
}

// pace returns the ticks between two packets of the host.
func (c *Config) pace() uint8 {
	if c.Rate >= game.TickRate {
		return 1
	}
	return 2
}

// receiveControl handles a control message. It does not parse those it does not need: setups and rosters would cost more than all else.
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

// spawn asks for a ship. A foreign host may have only one class and weapon.
func (p *thin) spawn() {
	m := proto.Spawn{Name: p.name()}
	if p.conf.Addr == "" {
		m.Class = uint8(p.n % len(assets.Classes()))
		m.Weapon = uint8(p.n % len(assets.Weapons()))
	}
	p.send(&m)
}

// lead is how far a pilot is ahead of the host before the first report of slack, beside the keyframe's travel time.
const lead = 30 * time.Millisecond

// receiveKeyframe reads the tick of a World, which comes first in its bytes.
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
	p.sentAt = time.Time{} // acknowledge at once
}

func (p *thin) send(m proto.Message) {
	p.out = m.Append(p.out[:0])
	p.link.Send(link.Control, p.out)
}

func (p *thin) state() (playing bool, err error) {
	return p.seated && p.known > 0 && p.err == nil, p.err
}

func (p *thin) leave() {
	if p.link != nil {
		p.send(&proto.Bye{Reason: "left"})
		p.link.Close()
	}
}

func (p *thin) count(sum *tally) {
	sum.traffic.add(p.read())
	sum.keyframes += p.keyframes
}

// randomInput presses buttons at random, about as often as players do, and remembers the inputs.
type randomInput struct {
	chance game.Chance
	held   game.Input
	inputs [proto.MaxInputs]game.Input // by tick
	newest game.Tick                   // with an input
}

func newRandomInput(seed uint64) randomInput { return randomInput{chance: game.NewChance(seed)} }

// start begins after a tick.
func (w *randomInput) start(tick game.Tick) { w.newest = tick }

// changesPerSecond is how often a pilot changes its input.
const changesPerSecond = 5

// press sets the inputs up to the present tick, and reports whether they changed.
func (w *randomInput) press(present game.Tick) (changed bool) {
	for ; w.newest < present; w.newest++ {
		if w.chance.Below(game.TickRate) < changesPerSecond {
			w.change()
			changed = true
		}
		w.inputs[(w.newest+1)%proto.MaxInputs] = w.held
	}
	return changed
}

// change turns, six times in eight, or toggles fire or special.
func (w *randomInput) change() {
	switch w.chance.Below(8) {
	case 0:
		w.held ^= game.Fire
	case 1:
		w.held ^= game.Special
	default:
		other := 1 + game.Course(w.chance.Below(game.Courses-1))
		course := (w.held.Course() + other) % game.Courses
		w.held = w.held&(game.Fire|game.Special) | game.Steer(course)
	}
}

// since appends the inputs after a tick, as far as they are remembered, and at least one.
func (w *randomInput) since(list []game.Input, tick game.Tick) []game.Input {
	n := min(w.newest-min(tick, w.newest-1), proto.MaxInputs, w.newest)
	for ; n > 0; n-- {
		list = append(list, w.inputs[(w.newest+1-n)%proto.MaxInputs])
	}
	return list
}
