// Package net is the netcode: the Host that owns a match, and the Client that shows it to a player.
//
// Orders travel, not states. The host decides the orders of every tick and streams only those; each client takes the same steps by the same
// rules and so has the same World, some time later. From there the client predicts: it keeps all other ships' buttons as they are and steps
// on to the present, with its own inputs.
//
//	Frame(now, input) ─► stamp ─► predict ─► send ···► Host: receive ─► tick ─► send
//	        ▲                        ▲                                           ┊
//	       View ◄─ blend ◄─ roll back if predicted ≠ confirmed ◄─ step ◄·········┘
//
// Every participant is a client over some kind of Link: the player alone against bots, the host's local player, and players from the
// network.
//
// A Match is a value: the match at one tick. A Host is a Match, its clients and a clock, in one goroutine (Run) that alone touches them.
// Its parts, none of which knows the Host, are
//
//	liveMatch    the running Match: rounds, bots, and the crew: seats, names, chat
//	peers        the clients
//	gate         bans, linked keys, mutes, the password, seats of an address
//	hostClock    when ticks are due, and the pause
//	history      the orders of the last ticks, encoded
//	Operator     the operator's commands
//
// A Client has no goroutine; it belongs to the caller of Frame. Both ends poll their links, which queue packets with their time of arrival,
// so polling once a tick loses nothing.
package net

import (
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"time"

	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/proto"
	"dogfight/proto/replay"
)

// tickTime returns how long n ticks take. Sums of single ticks would drift: a tick is not a whole number of nanoseconds.
func tickTime(n int64) time.Duration {
	return time.Duration(n * int64(time.Second) / game.TickRate)
}

// historyTicks is how far ahead of the confirmed World a client may predict, and of the host's an input may be: enough for a round trip of
// 1.5 s.
const historyTicks = 96

// Match is a match between two ticks, as a value: a Host continues from it exactly as any other would, given the same inputs. It is plain
// data, so it can be copied, stored and sent. Its Setup is read-only.
type Match struct {
	Asked   MatchOptions  // the first ones
	Options MatchOptions  // the current ones
	Next    *MatchOptions // from the next round on; nil: Options
	// Fixed: every round has this Setup instead of that of Options, until the operator changes the Options.
	Fixed bool

	Scenario *Scenario // may be nil
	Cued     bool      // the scenario has started

	Setup  *game.Setup // of World
	World  game.World
	Seed   uint64    // of World
	Began  game.Tick // of the new World
	Round  int       // the argument of Options.Setup
	Number uint16    // of the match, from 1
	OverAt game.Tick // when the World was closed; 0 before
	Ballot Ballot    // on the next match, from OverAt on
	Picked Candidate // the operator's next match, if it has a Title

	Seats  []Seat       // of all pilots, in the order in which they joined
	LastID uint16       // given to a pilot
	Orders []game.Order // of the coming tick

	Past      []bot.PastMatch // the players' latest results against bots, newest last; may include earlier Matches
	Tally     game.Tally
	Left      []countedFlight // of pilots that left this match
	LeftKills []killCount     // of and by those

	Random   rand.PCG // for bots and new Worlds
	Peaceful bool     // bots do not fire
}

// NewMatch returns a new match by the options. It fails if their arena cannot be read.
func NewMatch(o MatchOptions, seed uint64) (Match, error) {
	if err := o.Check(); err != nil {
		return Match{}, fmt.Errorf("rotation: %w", err)
	}
	setup, err := o.Setup(0)
	if err != nil {
		return Match{}, err
	}
	m := FixedMatch(setup, o, seed)
	m.Fixed = false
	return m, nil
}

// FixedMatch returns a new match with the same setup in all rounds. Of the options only those of bots apply, until they are changed.
func FixedMatch(s *game.Setup, o MatchOptions, seed uint64) Match {
	m := Match{Asked: o, Options: o, Fixed: true, Random: worldRandom(seed)}
	m.begin(s)
	return m
}

// begin begins a round in a new World without ships. Ticks continue, so that packets of the last round are not mistaken for this one's.
func (m *Match) begin(s *game.Setup) {
	tick := m.World.Tick
	m.Setup = s
	if m.Scenario != nil {
		m.Random = worldRandom(m.Scenario.Seed)
	}
	m.Seed, m.Began = m.Random.Uint64(), tick
	m.World = game.NewWorldAt(s, m.Seed, tick)
	m.OverAt = 0
	m.Tally, m.Left, m.LeftKills = game.NewTally(&m.World), nil, nil
	m.Number++
}

// value returns a copy of the match between two ticks.
func (m *liveMatch) value() Match {
	v := m.Match
	if m.Next != nil {
		next := *m.Next
		v.Next = &next
	}
	v.Seats = nil
	for _, p := range m.pilots {
		v.Seats = append(v.Seats, p.Seat)
	}
	v.LastID, v.Orders = m.lastID, slices.Clone(m.orders)
	v.Left, v.LeftKills, v.Past = slices.Clone(m.Left), slices.Clone(m.LeftKills), slices.Clone(m.Past)
	return v
}

// resume continues a match with its seated pilots. Players are away until they return.
func (m *liveMatch) resume(v Match) {
	m.Match = v
	m.room = v.Setup.Mode.Pilots()
	m.Left, m.LeftKills, m.Past = slices.Clone(v.Left), slices.Clone(v.LeftKills), slices.Clone(v.Past)
	m.Seats, m.Orders = nil, nil // held by the crew
	m.stale, m.recolour = true, true
	m.startProof()
	m.lastID, m.orders = v.LastID, slices.Clone(v.Orders)
	for _, s := range v.Seats {
		if p := (&pilot{Seat: s, lastPacket: v.World.Tick}); p.seated() {
			m.restore(p)
		}
	}
}

func (c *crew) restore(p *pilot) {
	if !p.is(proto.BotPilot) {
		p.set(proto.Away, true)
		p.Ping = 0
	}
	p.unique = c.names.add(p.Name)
	p.Name = p.unique.name
	if p.Choosing {
		c.choosing++
	}
	c.pilots = append(c.pilots, p)
	c.seats[p.Slot] = p
	c.stale = true
}

// liveMatch is a running Match: its World, pilots and rounds. It knows neither links nor time, and notifies others through its function
// fields.
type liveMatch struct {
	Match // Seats, LastID and Orders are the crew's while it runs
	crew
	events   game.Events    // of the last tick
	proof    *replay.Writer // of a whole match; nil: off
	recorder recorder

	lastMatch bool      // no further match follows
	startAt   game.Tick // when the lobby ends though not all are ready; 0: undecided

	flown  uint64 // ticks flown by players
	missed uint64 // of those, ticks with a late and different input

	// Static after construction.
	botNames    []string
	results     game.Tick // how long results are shown
	resultsWait bool      // for players
	setupOf     func(o *MatchOptions, round int) (*game.Setup, error)
	log         *slog.Logger
	announce    func(except *pilot, text string) // a pilot's coming or going
	notify      func(to *pilot, text string)
	onRound     func()       // a round has begun
	onEvent     func(Event)  // may be nil
	onResult    func(Result) // may be nil
	access      *Access      // owned by Run
	keysOf      func(identity string) []string
}

// step makes the next World, and returns its orders, valid until the next order is added.
func (m *liveMatch) step() (orders []game.Order) {
	m.events.List = m.events.List[:0]
	m.World.Step(m.Setup, m.orders, &m.events)
	m.Tally.Add(m.Setup, &m.World, m.events.List)
	orders, m.orders = m.orders, m.orders[:0]
	return orders
}

// decideInputs orders the pilots' inputs of the coming tick, where they change.
func (m *liveMatch) decideInputs() {
	coming := m.World.Tick + 1
	for slot, p := range m.seats {
		if p == nil || m.World.Ships[slot].State == game.Empty {
			continue
		}
		var in game.Input
		if p.is(proto.BotPilot) {
			in = p.flyBot(&m.World, m.Setup, slot, m.Peaceful)
		} else {
			in = p.Inputs.next(coming)
			p.note(in, coming)
			m.flown++
		}
		if ship := &m.World.Ships[slot]; in != ship.Input && ship.AcceptsInput() {
			m.orders = append(m.orders, game.Order{Kind: game.OrderInput, Slot: uint8(slot), Input: in})
		}
	}
}

// join adds a new player without a ship.
func (m *liveMatch) join(name, identity, from string) *pilot {
	p := m.enter(name, 0)
	p.newToken()
	p.Came, p.talk.last, p.watchesSince = m.World.Tick, m.World.Tick, m.World.Tick
	p.Identity = identity
	p.Address = from
	m.log.Info("pilot joined", "name", p.Name, "from", from, "identity", p.Identity)
	m.report("join", p, Event{})
	m.announce(p, p.Name+" has joined")
	return p
}

// returning returns the pilot that a hello belongs to, by token or else by key, or nil.
func (m *liveMatch) returning(hello *proto.Hello, keys []string, name string) *pilot {
	if p := m.withToken(hello.Token); p != nil || hello.Purpose != proto.Play {
		return p
	}
	return m.returningByKey(keys, name, m.World.Tick)
}

// reclaimSeat gives a returning pilot their seat. The token proves their identity; so does their key once they are absent.
func (m *liveMatch) reclaimSeat(p *pilot, token proto.Token, from string) {
	p.setToken(token)
	p.set(proto.Away|proto.BotPilot, false)
	p.Kept = false
	p.Inputs = inputQueue{ReceivedAt: m.World.Tick}
	p.Address = from
	m.log.Info("pilot is back", "name", p.Name, "from", from)
	m.report("back", p, Event{})
	m.announce(p, p.Name+" is back")
}

// loseLink notes that a pilot's link is down. A pilot without a ship is removed.
func (m *liveMatch) loseLink(p *pilot, why error) {
	if !p.seated() {
		m.remove(p, "link lost")
		return
	}
	p.set(proto.Away, true)
	m.stale = true
	m.log.Info("link lost", "name", p.Name, "err", why)
	m.announce(p, p.Name+" has lost the link")
}

// remove takes a pilot out of the match, with a notice to all.
func (m *liveMatch) remove(p *pilot, why string) {
	m.leave(p)
	m.log.Info("pilot left", "name", p.Name, "why", why)
	m.report("leave", p, Event{Text: why})
	m.announce(nil, p.Name+" has left")
}

// leave takes a pilot out of the match, and stores their flight.
func (m *liveMatch) leave(p *pilot) {
	m.unseat(p)
	m.crew.leave(p)
}

// spawn gives a pilot a ship or, if they have one, stores their choice for the next. crowded reports whether others from the pilot's
// address have too many ships.
func (m *liveMatch) spawn(p *pilot, want *proto.Spawn, crowded func(*pilot) bool) proto.SpawnStatus {
	switch {
	case !m.Setup.PilotWeapon(want.Weapon):
		return proto.SpawnBadWeapon
	case !m.Setup.PilotClass(want.Class):
		return proto.SpawnBadClass
	}
	if m.requestName(p, want.Name) != nil {
		return proto.SpawnBadName
	}
	p.Class, p.Weapon = want.Class, want.Weapon
	m.requestColour(p, want.Colour)
	if !m.Setup.HasTeam(p.Team) {
		p.Team = m.smallerTeam(m.Setup, &m.World)
	}
	m.requestTeam(p, want.Team)
	switch {
	case p.seated():
		m.requestChoice(p)
	case crowded(p):
		m.wait(p)
		return proto.SpawnCrowded
	case !m.seatNow(p):
		m.wait(p)
		return proto.SpawnFull
	}
	return proto.SpawnOK
}

// seatNow gives the pilot a ship, if there is one for them.
func (m *liveMatch) seatNow(p *pilot) bool {
	m.assign(p) // the choice may be for an earlier match
	if m.full(p) || !m.seat(p) && !(m.makeRoom() && m.seat(p)) {
		return false
	}
	p.Came, p.Inputs.ReceivedAt, p.waitsSince = m.World.Tick, m.World.Tick, 0
	p.noteActive(m.World.Tick)
	return true
}

// wait notes that a pilot waits for a ship.
func (m *liveMatch) wait(p *pilot) {
	if p.waitsSince == 0 {
		p.waitsSince = m.World.Tick
	}
}

// orderIn orders the match to start or end if it has the status.
func (m *liveMatch) orderIn(status game.Status, kind game.OrderKind, otherwise error) error {
	if m.World.Status != status {
		return otherwise
	}
	m.order(kind)
	return nil
}

func (m *liveMatch) info(title string) proto.Info {
	players, bots := m.count()
	return proto.Info{
		Version: proto.Version, Title: title,
		Arena: m.Setup.Arena.Name, Mode: m.Setup.Mode,
		Players: uint16(players), Bots: uint16(bots), Slots: uint16(m.Setup.Mode.Pilots()),
		TickRate: game.TickRate,
	}
}
