package net

import (
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"slices"
	"time"

	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/net/link"
	"dogfight/proto"
)

// pilot is a player or a bot in the match, with or without a ship.
type pilot struct {
	Seat

	taken      takenName // has the name that the roster shows
	wantedName string    // another name; "" for none
	nameTurn   game.Tick // when they may get that
	renamedAt  game.Tick // when they last got another; 0 for never
	talk       chatLines

	heardAt      game.Tick // when their client last sent anything
	waitsSince   game.Tick // for a seat; 0 if they do not
	watchesSince game.Tick // without a seat, if they have none
}

func (p *pilot) is(flag proto.PilotFlags) bool { return p.Flags&flag != 0 }

func (p *pilot) set(flag proto.PilotFlags, on bool) {
	p.Flags &^= flag
	if on {
		p.Flags |= flag
	}
}

func (p *pilot) seated() bool { return p.Slot != proto.NoSlot }

// standIn reports whether a bot flies the pilot's ship until they return.
func (p *pilot) standIn() bool { return p.is(proto.BotPilot) && p.is(proto.Away) }

// isBot reports whether the ship is a bot's for good, as far as one can tell: it is no
// seat that is kept for a player.
func (p *pilot) isBot() bool { return p.is(proto.BotPilot) && !p.Kept }

// order returns an order for the pilot's ship with what they have chosen.
func (p *pilot) order(kind game.OrderKind) game.Order {
	return game.Order{Kind: kind, Slot: p.Slot, Class: p.Class, Weapon: p.Weapon, Team: p.Team}
}

// Seat is a pilot's place in a Match, as plain data.
type Seat struct {
	proto.Pilot             // as the roster shows it
	Asked       string      // the last name that they asked for
	Token       proto.Token // of a player, also while a bot stands in: takes the seat back; zero until they are back whose match was resumed
	Proof       TokenProof  // that a token is theirs; zero of bots
	Identity    string      // the fingerprint of their key, which does so too; "" if they have shown none
	Address     string      // where their client was last; "" for bots
	Muted       bool        // nobody hears what they say
	Came        game.Tick   // when they joined or, later, got a ship; 0 of bots

	Class, Weapon, Team uint8     // that they have chosen
	Wanted              uint8     // colour; 0 for any
	Coloured            game.Tick // when they last got the one that they wanted; 0 for never
	Choosing            bool      // these are not ordered yet
	Chose               game.Tick // when they last were; 0 for never

	Vote  uint8 // the choice of the Ballot that they want, from 1; 0 for none
	Votes int   // that they have cast in it

	Skill  int      // of a bot, 1 to 5, or skill.Novice
	Duty   bot.Duty // of a bot
	Kept   bool     // a bot stands in, and the seat is kept for the player: see seatHeld
	Bot    bot.Bot  // of a bot, also of one that stands in
	Inputs inputQueue
	idleness
}

// TokenProof is the SHA-256 of a token: enough to know it by, and of no use to whoever finds it in a file.
type TokenProof [sha256.Size]byte

// proofOf returns the proof of a token; none of the zero token.
func proofOf(t proto.Token) TokenProof {
	if t == (proto.Token{}) {
		return TokenProof{}
	}
	return sha256.Sum256(t[:])
}

// isPlayer reports whether the seat is a player's, also while a bot stands in.
func (s *Seat) isPlayer() bool { return s.Proof != TokenProof{} }

// giveToken gives a player a new token.
func (s *Seat) giveToken() {
	rand.Read(s.Token[:])
	s.Proof = proofOf(s.Token)
}

// knowToken has a seat whose token is not known have the one that the player shows, or a new one if that is another's.
func (s *Seat) setToken(shown proto.Token) {
	switch {
	case s.Token != proto.Token{}:
	case proofOf(shown) == s.Proof:
		s.Token = shown
	default:
		s.giveToken()
	}
}

// inputQueue holds a pilot's inputs until their ticks come.
type inputQueue struct {
	Ticks  [historyTicks]game.Tick
	Inputs [historyTicks]game.Input
	Newest game.Tick // that came in
	CameAt game.Tick // when that was
	Held   game.Input
}

// silence is how long a pilot's buttons stay as they are when nothing comes
// from them. Then their ship flies idle.
const holdTime = game.TickRate / 4

// put takes the input for a tick, which must be less than historyTicks after
// the present one. An input whose tick has gone by holds from the next one on,
// if none newer is known. It reports whether the tick was flown with another one,
// once.
func (q *inputQueue) put(tick, present game.Tick, in game.Input) (missed bool) {
	at := tick % historyTicks
	if missed = q.Ticks[at] == tick && q.Inputs[at] != in && tick <= present; missed || tick > present {
		q.Ticks[at], q.Inputs[at] = tick, in
	}
	if tick > q.Newest {
		q.Newest, q.CameAt = tick, present
		if tick <= present {
			q.Held = in
		}
	}
	return missed
}

// take returns what the pilot holds in a tick.
func (q *inputQueue) take(tick game.Tick) game.Input {
	switch {
	case q.Ticks[tick%historyTicks] == tick:
		q.Held = q.Inputs[tick%historyTicks]
	case q.Newest+holdTime < tick:
		q.Held = game.Steer(game.Idle)
	}
	q.Ticks[tick%historyTicks], q.Inputs[tick%historyTicks] = tick, q.Held
	return q.Held
}

// idleness is for how long a player has left their ship alone. A program that presses
// something now and then is not idle: it cannot be told from a player.
type idleness struct {
	Pressed  game.Input // the last that they held
	Stirred  game.Tick  // when that changed, or they did something else
	WarnedAt game.Tick  // when they were told that another player waits for their ship; 0 if none does
}

const (
	// idleAfter is how long a player may press nothing new while another waits for a
	// ship, and idleWarning how long before that they are told.
	idleAfter   = 5 * 60 * game.TickRate
	idleWarning = 30 * game.TickRate
)

// note takes what the player holds in a tick.
func (i *idleness) note(in game.Input, tick game.Tick) {
	if in != i.Pressed {
		i.Pressed = in
		i.noteActive(tick)
	}
}

// stir notes that the player is there.
func (i *idleness) noteActive(tick game.Tick) { i.Stirred, i.WarnedAt = tick, 0 }

// seatWaiting gives ships to those who wait, the one who waits longest first: those
// that are free, and those of players who have been idle for long.
func (h *Host) seatWaiting() {
	m := &h.match
	if m.World.Tick%game.TickRate != 0 || h.Draining() {
		return
	}
	wanted := map[*pilot]bool{} // who is to give way
	for _, p := range h.peers.waiting() {
		crowded := h.admission.crowded(p, &m.seats)
		seated := !crowded && m.seatNow(p)
		if !seated {
			if idler := m.takeIdleShip(p, crowded, wanted); idler != nil {
				h.peers.sendTo(idler, &proto.SpawnResult{Status: proto.SpawnIdle, Slot: idler.Slot})
				seated = !h.admission.crowded(p, &m.seats) && m.seatNow(p)
			}
		}
		if seated {
			if peer := h.peers.find(p); peer != nil {
				h.updateDelay(peer)
			}
			h.peers.sendTo(p, &proto.SpawnResult{Status: proto.SpawnOK, Slot: p.Slot})
		}
	}
	m.forgetWarnings(wanted)
}

// displace takes the ship of the player who has been idle for longest, after a warning, since
// a pilot waits: of those at the pilot's own address if that has as many ships as it may. It
// returns who lost a ship, or nil.
func (m *liveMatch) takeIdleShip(p *pilot, crowded bool, wanted map[*pilot]bool) (idler *pilot) {
	if idler = m.longestIdle(p, crowded, wanted); idler == nil {
		return nil
	}
	wanted[idler] = true
	switch tick := m.World.Tick; {
	case idler.WarnedAt == 0:
		idler.WarnedAt = tick
		m.notify(idler, fmt.Sprintf("Still there? Press a key or you will be a spectator in %d s: a player waits for a ship",
			idleWarning/game.TickRate))
	case tick-idler.WarnedAt >= idleWarning:
		m.log.Info("idle", "name", idler.Name, "for", p.Name)
		m.unseat(idler)
		return idler
	}
	return nil
}

// idlest returns the player who should give way to a pilot that waits, or nil. The player who
// hosts never does.
func (m *liveMatch) longestIdle(p *pilot, crowded bool, wanted map[*pilot]bool) (idlest *pilot) {
	for _, q := range m.seats {
		switch {
		case q == nil || q.is(proto.BotPilot) || wanted[q] || q.Address == link.Here:
		case crowded && link.SiteOf(q.Address) != link.SiteOf(p.Address):
		case m.World.Tick-q.Stirred < idleAfter-idleWarning:
		case idlest == nil || q.Stirred < idlest.Stirred:
			idlest = q
		}
	}
	return idlest
}

// forgetWarnings forgets those of all whose ship nobody wants now.
func (c *crew) forgetWarnings(wanted map[*pilot]bool) {
	for _, p := range c.pilots {
		if !wanted[p] {
			p.WarnedAt = 0
		}
	}
}

// What becomes of a player who falls silent: first their buttons are let go
// (silence), then their link is cut (linkKept), and then a bot flies their ship or, if they
// have shown no key and no bot is wanted, they lose it (seatKept). For a player with a key
// it is kept a while longer (seatHeld). All four count from what was heard last. They are ticks, so that
// nobody is thought to be silent while the host itself stood still.
const (
	// linkKept is how long a peer may send nothing at all. A client in good
	// order sends inputs 20 times a second, and a dead line of 5 s is to be
	// survived without a new link.
	linkTimeout = 7 * game.TickRate
	// seatKept is how long a ship waits for an input of its pilot: everybody
	// is to know within 10 s that it is free.
	seatTimeout = 19 * game.TickRate / 2
	// seatHeld is how long at least the seat of a player with a key is kept for them,
	// unless others need it: their machine may have to start anew.
	seatKeepTime = 120 * game.TickRate
	// lively is how long a client that is there can be silent. A player who comes when
	// their ship has been silent for longer has lost the link, whether the host has
	// noticed that or not.
	aliveTime = 2 * game.TickRate
)

// silent reports whether a peer has said nothing for so long that its link
// should be cut. A client that is there after all makes another.
func (p *peer) silent(tick game.Tick, now time.Time) bool {
	if p.pilot == nil {
		return now.Sub(p.since) > helloTimeout && !p.busy(now)
	}
	return tick-p.pilot.heardAt >= linkTimeout || p.pilot.overdue(tick)
}

// overdue reports whether the pilot has left their ship alone for too long.
func (p *pilot) overdue(tick game.Tick) bool {
	return p.seated() && !p.is(proto.BotPilot) && tick-p.Inputs.CameAt >= seatTimeout
}

// gone reports whether nobody is there for the pilot's ship.
func (p *pilot) absent(present game.Tick) bool {
	return p.is(proto.Away) || present-p.heardAt >= aliveTime
}

// relieve frees the seats of those who are overdue. Where the seat is kept, or a bot
// would be wanted instead, that flies the same ship on.
func (m *liveMatch) freeOverdueSeats() {
	for _, p := range slices.Backward(m.pilots) {
		p.Kept = p.Kept && m.World.Tick-p.Inputs.CameAt < seatKeepTime
		if !p.overdue(m.World.Tick) {
			continue
		}
		if humans, bots := m.count(); p.Identity != "" || bots < m.botsWanted(humans-1) {
			m.putStandIn(p)
		} else {
			m.remove(p, "silent for too long")
		}
	}
}

// replace lets a bot stand in for a pilot until they return.
func (m *liveMatch) putStandIn(p *pilot) {
	p.set(proto.BotPilot|proto.Away, true)
	p.set(proto.Ready, false)
	p.Kept = p.Identity != ""
	p.Ping = 0
	p.train(m.standInSkill(), m.Random.Uint64())
	m.stale = true
	m.log.Info("a bot stands in", "name", p.Name)
	m.announce(p, p.Name+"'s ship is flown by a bot")
}
