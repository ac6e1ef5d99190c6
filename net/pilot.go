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

	unique     uniqueName // in crew.names
	wantedName string     // "" for none
	nameTurn   game.Tick  // when they may get it
	renamedAt  game.Tick  // last; 0 for never
	talk       chatLines

	path         link.Path // of their client's data, as of the last updatePings
	lastPacket   game.Tick // when their client last sent anything
	waitsSince   game.Tick // for a seat; 0 if they do not
	watchesSince game.Tick // without a seat
}

func (p *pilot) is(flag proto.PilotFlags) bool { return p.Flags&flag != 0 }

func (p *pilot) set(flag proto.PilotFlags, on bool) {
	p.Flags &^= flag
	if on {
		p.Flags |= flag
	}
}

func (p *pilot) seated() bool { return p.Slot != proto.NoSlot }

// isSubstitute reports whether a bot flies the ship until the player returns.
func (p *pilot) isSubstitute() bool { return p.is(proto.BotPilot) && p.is(proto.Away) }

// isBot reports whether the ship is a bot's for good, not a player's kept seat.
func (p *pilot) isBot() bool { return p.is(proto.BotPilot) && !p.Kept }

// order returns an order for the pilot's ship with their choice.
func (p *pilot) order(kind game.OrderKind) game.Order {
	return game.Order{Kind: kind, Slot: p.Slot, Class: p.Class, Weapon: p.Weapon, Team: p.Team}
}

// Seat is a pilot's place in a Match, as plain data.
type Seat struct {
	proto.Pilot             // as in the roster
	Asked       string      // the last name they asked for
	Token       proto.Token // of a player: reclaims the seat; zero after a resume until they return
	Proof       TokenProof  // of the token; zero for bots
	seatRecord

	Vote  uint8 // choice of the Ballot, from 1; 0 for none
	Votes int   // cast in it

	Bot    bot.Bot // also of a substitute
	Inputs inputQueue
	idleness
}

// seatRecord is the part of a Seat that is saved as it is.
type seatRecord struct {
	Identity string // the fingerprint of their key, which reclaims the seat too; "" for none
	Address  string // of their client, the last known; "" for bots
	Muted    bool
	Came     game.Tick `json:",omitzero"` // when they joined or, later, got a ship; 0 for bots

	Class, Weapon, Team uint8     // chosen
	Wanted              uint8     // colour; 0 for any
	Coloured            game.Tick // when they last got the wanted one; 0 for never
	Choosing            bool      // the choice is not ordered yet
	Chose               game.Tick // when it last was; 0 for never

	Skill int      // of a bot, 1 to 5, or skill.Novice
	Duty  bot.Duty // of a bot
	Kept  bool     // a bot flies, and the seat is kept: see seatKeepTime
}

// TokenProof is the SHA-256 of a token: it identifies the token, and is useless to others.
type TokenProof [sha256.Size]byte

// proofOf returns the proof of a token; the zero proof of the zero token.
func proofOf(t proto.Token) TokenProof {
	if t == (proto.Token{}) {
		return TokenProof{}
	}
	return sha256.Sum256(t[:])
}

// isPlayer reports whether the seat is a player's, also with a substitute.
func (s *Seat) isPlayer() bool { return s.Proof != TokenProof{} }

func (s *Seat) newToken() {
	rand.Read(s.Token[:])
	s.Proof = proofOf(s.Token)
}

// setToken gives a seat without a token the one that the player shows, if it matches the proof, or else a new one.
func (s *Seat) setToken(shown proto.Token) {
	switch {
	case s.Token != proto.Token{}:
	case proofOf(shown) == s.Proof:
		s.Token = shown
	default:
		s.newToken()
	}
}

// inputQueue stores a pilot's inputs by tick.
type inputQueue struct {
	Ticks      [historyTicks]game.Tick
	Inputs     [historyTicks]game.Input
	Newest     game.Tick // received
	ReceivedAt game.Tick // when it was
	Held       game.Input
}

// holdTime is how long a silent pilot's buttons stay as they are. Then the ship flies idle.
const holdTime = game.TickRate / 4

// put stores the input for a tick, which must be less than historyTicks after the present one. A late input applies from the next tick on,
// if none newer is known. It reports, once, whether the tick was flown with another input.
func (q *inputQueue) put(tick, present game.Tick, in game.Input) (missed bool) {
	at := tick % historyTicks
	if missed = q.Ticks[at] == tick && q.Inputs[at] != in && tick <= present; missed || tick > present {
		q.Ticks[at], q.Inputs[at] = tick, in
	}
	if tick > q.Newest {
		q.Newest, q.ReceivedAt = tick, present
		if tick <= present {
			q.Held = in
		}
	}
	return missed
}

// next returns the input for a tick.
func (q *inputQueue) next(tick game.Tick) game.Input {
	switch {
	case q.Ticks[tick%historyTicks] == tick:
		q.Held = q.Inputs[tick%historyTicks]
	case q.Newest+holdTime < tick:
		q.Held = game.Steer(game.Idle)
	}
	q.Ticks[tick%historyTicks], q.Inputs[tick%historyTicks] = tick, q.Held
	return q.Held
}

// idleness is how long a player has not touched the controls. A program that presses a key now and then looks like a player.
type idleness struct {
	Pressed  game.Input // last held
	Stirred  game.Tick  // when it changed, or they did something else
	WarnedAt game.Tick  // when they were warned that another player waits for their ship; 0 if none does
}

const (
	// idleAfter is how long a player may be idle while another waits for a ship, and idleWarning how long before that they are warned.
	idleAfter   = 5 * 60 * game.TickRate
	idleWarning = 30 * game.TickRate
)

// note notes the input for a tick.
func (i *idleness) note(in game.Input, tick game.Tick) {
	if in != i.Pressed {
		i.Pressed = in
		i.noteActive(tick)
	}
}

// noteActive notes that the player is active.
func (i *idleness) noteActive(tick game.Tick) { i.Stirred, i.WarnedAt = tick, 0 }

// seatWaiting gives ships to waiting pilots, longest wait first: free ships, and those of idle players.
func (h *Host) seatWaiting() {
	m := &h.match
	if m.World.Tick%game.TickRate != 0 || h.Draining() {
		return
	}
	wanted := map[*pilot]bool{} // players to give way
	for _, p := range h.peers.waiting() {
		crowded := h.admission.crowded(p, &m.seats)
		seated := !crowded && m.seatNow(p)
		if !seated {
			if idler := m.displaceIdle(p, crowded, wanted); idler != nil {
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
	for _, p := range m.pilots {
		if !wanted[p] {
			p.WarnedAt = 0
		}
	}
}

// displaceIdle takes the ship of the longest idle player, after a warning, for a waiting pilot: if that pilot's address is
// crowded, of a player there. It returns the player, or nil.
func (m *liveMatch) displaceIdle(p *pilot, crowded bool, wanted map[*pilot]bool) (idler *pilot) {
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

// longestIdle returns the player to give way to a waiting pilot, or nil. The host's local player never does.
func (m *liveMatch) longestIdle(p *pilot, crowded bool, wanted map[*pilot]bool) (idlest *pilot) {
	for _, q := range m.seats {
		switch {
		case q == nil || q.is(proto.BotPilot) || wanted[q] || q.Address == link.Here:
		case crowded && link.SiteOf(q.Address) != link.SiteOf(p.Address):
		case m.access.Reserve > 0 && m.reserved(q) && !m.reserved(p):
		case m.World.Tick-q.Stirred < idleAfter-idleWarning:
		case idlest == nil || q.Stirred < idlest.Stirred:
			idlest = q
		}
	}
	return idlest
}

// A silent player's buttons are released first (holdTime), then the link is closed (linkTimeout), and then a bot flies the ship or, if the
// player has no key and no bot is wanted, the ship is removed (seatTimeout). The seat of a player with a key is kept longer (seatKeepTime).
// All count from the last packet or input, in ticks, so that a host that was itself stopped finds no player silent.
const (
	// linkTimeout: clients send inputs 20 times a second, and a line that is dead for 5 s must survive.
	linkTimeout = 7 * game.TickRate
	// seatTimeout: all must see within 10 s that the ship is free.
	seatTimeout = 19 * game.TickRate / 2
	// seatKeepTime is the minimum unless others need the seat: the player's machine may have to restart.
	seatKeepTime = 120 * game.TickRate
	// aliveTime is the longest silence of a client that is present. A player that has been silent for longer has lost the link, whether
	// or not the host has noticed.
	aliveTime = 2 * game.TickRate
)

// silent reports whether a peer has been silent for so long that its link should be closed. Its client can connect again.
func (p *peer) silent(tick game.Tick, now time.Time) bool {
	if p.pilot == nil {
		return now.Sub(p.since) > helloTimeout && !p.busy(now)
	}
	return tick-p.pilot.lastPacket >= linkTimeout || p.pilot.overdue(tick)
}

// overdue reports whether the pilot's inputs stopped too long ago.
func (p *pilot) overdue(tick game.Tick) bool {
	return p.seated() && !p.is(proto.BotPilot) && tick-p.Inputs.ReceivedAt >= seatTimeout
}

// absent reports whether the pilot's client is gone.
func (p *pilot) absent(present game.Tick) bool {
	return p.is(proto.Away) || present-p.lastPacket >= aliveTime
}

// freeOverdueSeats frees the seats of overdue pilots. If a seat is kept, or a bot would be wanted instead, a bot flies the ship on.
func (m *liveMatch) freeOverdueSeats() {
	for _, p := range slices.Backward(m.pilots) {
		p.Kept = p.Kept && m.World.Tick-p.Inputs.ReceivedAt < seatKeepTime
		if !p.overdue(m.World.Tick) {
			continue
		}
		if humans, bots := m.count(); p.Identity != "" || bots < m.botsWanted(humans-1) {
			m.putSubstitute(p)
		} else {
			m.remove(p, "silent for too long")
		}
	}
}

// putSubstitute lets a bot fly the ship until the pilot returns.
func (m *liveMatch) putSubstitute(p *pilot) {
	p.set(proto.BotPilot|proto.Away, true)
	p.set(proto.Ready, false)
	p.Kept = p.Identity != ""
	p.Ping = 0
	p.train(m.substituteSkill(), m.Random.Uint64())
	m.stale = true
	m.log.Info("a bot flies for a player", "name", p.Name)
	m.announce(p, p.Name+"'s ship is flown by a bot")
}
