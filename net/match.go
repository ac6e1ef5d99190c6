// Package net is the netcode: the Host that owns a match, and the Client that
// shows it to a player.
//
// Orders travel, not states. The host decides which orders hold in every tick
// and streams only those; each client takes the same steps with the same rules
// and so has the same World, some time later. On top of it the client predicts:
// it holds everybody's buttons as they are and steps on to the present, with its
// own inputs as they were pressed.
//
//	Frame(now, input) ─► stamp ─► predict ─► send ···► Host: hear ─► tick ─► send
//	        ▲                        ▲                                        ┊
//	       View ◄─ blend ◄─ roll back if predicted ≠ confirmed ◄─ step ◄······┘
//
// Everybody is a client, through one kind of Link or another: the player alone
// against bots, the host's own player, and players from the network.
//
// A Match is a value: what is played, at one tick. A Host is a Match, the clients in it
// and a clock, in one goroutine (Run) that alone touches them. Its parts are
//
//	liveMatch    the Match as it is played: rounds, bots, and the crew: seats, names, chat
//	peers        the clients, as their host sees them
//	admission    bans, linked keys, mutes, the password, seats of an address
//	tickClock    when ticks are due, and the pause
//	history      the orders of the last ticks, as they are sent
//	Operator     what the operator may do with all that
//
// None of them knows the Host. A Client has no goroutine; it belongs to the caller of
// Frame. Both ends poll their links,
// which queue what comes in and stamp it with its time of arrival, so that
// nothing is lost by looking only once a tick.
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
)

// tickTime returns how long n ticks take. Sums of single ticks would drift,
// since a tick is no whole number of nanoseconds.
func tickTime(n int64) time.Duration {
	return time.Duration(n * int64(time.Second) / game.TickRate)
}

// Both ends.
const (
	// historyTicks is how far ahead of the confirmed World a client may predict,
	// and of the host's an input may be. It is enough for a round trip of 1.5 s.
	historyTicks = 96
)

// Match is a match between two ticks, as a value: from one, a Host goes on exactly as
// another would have, given the same inputs. It holds plain data alone, so it can be
// copied, kept and sent. A Setup is read-only.
type Match struct {
	Asked   MatchOptions // by who began it, before anybody changed them
	Options MatchOptions
	Next    *MatchOptions // from the next round on; nil: Options again
	// Fixed has every round played with Setup, whatever Options.Setup would return. It
	// ends when the operator changes the Options.
	Fixed bool

	Scenario *Scenario // nil: chance decides what is not chosen
	Cued     bool      // it has begun

	Setup  *game.Setup // that World is played with
	World  game.World
	Seed   uint64    // of World,
	Began  game.Tick // and when it was new
	Round  int       // the argument of Options.Setup; a match that was replaced in the lobby has no number of its own
	Number uint16    // of the match, from 1: all are counted
	OverAt game.Tick // when the World was closed; 0 before
	Ballot Ballot    // on the next match, from then on
	Picked Candidate // the operator's, to be played next and once, if it has a Title

	Seats  []Seat       // of all pilots, in the order in which they came
	LastID uint16       // that a pilot was given
	Orders []game.Order // for the coming tick

	Past  []bot.PastMatch // how players did against bots in the last matches, the newest last; perhaps some of before this Match
	Tally game.Tally
	Left  []Flight // what pilots did in this match who are in it no more
	// LeftKills are how often they destroyed others, and others them.
	LeftKills []Kills

	Random   rand.PCG // for bots and new Worlds
	Peaceful bool     // bots hold their fire, and are there to be shot at
}

// NewMatch returns a match that begins, and is played by the options. They fail if their
// arena cannot be read.
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

// FixedMatch returns a match that begins, of which each round is played with the setup. Of
// the options only those of bots count, until they are changed.
func FixedMatch(s *game.Setup, o MatchOptions, seed uint64) Match {
	m := Match{Asked: o, Options: o, Fixed: true, Random: worldRandom(seed)}
	m.begin(s)
	return m
}

// begin begins a round in a new World, without any pilot in it. Ticks go on counting, so
// that no packet of the last round can be taken for one of this.
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

// value returns the match as it is between two ticks. It shares nothing that changes.
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

// resume takes the pilots of a match. Players are away until they come back; those without
// a ship have nothing to come back to.
func (m *liveMatch) resume(v Match) {
	m.Match = v
	m.room = v.Setup.Mode.Pilots()
	m.Left, m.LeftKills, m.Past = slices.Clone(v.Left), slices.Clone(v.LeftKills), slices.Clone(v.Past)
	m.Seats, m.Orders = nil, nil // which are the crew's
	m.stale, m.recolour = true, true
	m.proof.start(m)
	m.lastID, m.orders = v.LastID, slices.Clone(v.Orders)
	for _, s := range v.Seats {
		if p := (&pilot{Seat: s, heardAt: v.World.Tick}); p.seated() {
			m.restore(p)
		}
	}
}

// restore adds a pilot who has a seat.
func (c *crew) restore(p *pilot) {
	if !p.is(proto.BotPilot) {
		p.set(proto.Away, true)
		p.Ping = 0
	}
	p.taken = c.names.take(p.Name)
	p.Name = p.taken.name
	if p.Choosing {
		c.choosing++
	}
	c.pilots = append(c.pilots, p)
	c.seats[p.Slot] = p
	c.stale = true
}

// liveMatch is a Match that is played: its World, its pilots and its rounds. It knows
// neither links nor time. What others are to be told it hands to the functions that its
// owner has set.
type liveMatch struct {
	Match // but for Seats, LastID and Orders, which are the crew's while it is played
	crew
	events   game.Events // of the last tick
	proof    proof
	recorder recorder

	lastMatch bool      // no other match is to follow
	startAt   game.Tick // when the lobby is over without those who are not ready; 0: not yet decided

	flown  uint64 // ticks of players
	missed uint64 // among them with another input than was pressed, as it turned out later

	// Static after construction.
	botNames []string
	results  game.Tick // how long they are shown
	setupOf  func(o *MatchOptions, round int) (*game.Setup, error)
	log      *slog.Logger
	announce func(but *pilot, text string) // that a pilot came or went
	notify   func(to *pilot, text string)
	onRound  func()       // a round has begun
	onResult func(Result) // nil: nobody wants to know
}

// step makes the next World, and returns the orders that led to it. They are good until
// the next order is given.
func (m *liveMatch) step() (orders []game.Order) {
	m.events.List = m.events.List[:0]
	m.World.Step(m.Setup, m.orders, &m.events)
	m.Tally.Add(m.Setup, &m.World, m.events.List)
	orders, m.orders = m.orders, m.orders[:0]
	return orders
}

// decideInputs orders what every pilot holds in the coming tick, where it is
// something new.
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
			in = p.Inputs.take(coming)
			p.note(in, coming)
			m.flown++
		}
		if ship := &m.World.Ships[slot]; in != ship.Input && ship.AcceptsInput() {
			m.orders = append(m.orders, game.Order{Kind: game.OrderInput, Slot: uint8(slot), Input: in})
		}
	}
}

// join adds a player without a ship, who comes from an address.
func (m *liveMatch) join(name, identity, from string) *pilot {
	p := m.enter(name, 0)
	p.giveToken()
	p.Came, p.talk.last, p.watchesSince = m.World.Tick, m.World.Tick, m.World.Tick
	p.Identity = identity
	m.log.Info("pilot joined", "name", p.Name, "from", from, "identity", p.Identity)
	m.announce(p, p.Name+" has joined")
	return p
}

// returning returns the pilot who comes back with a hello, by token or else by one of
// these keys, or nil.
func (m *liveMatch) returning(hello *proto.Hello, keys []string, name string) *pilot {
	if p := m.withToken(hello.Token); p != nil || hello.Purpose != proto.Play {
		return p
	}
	return m.returningByKey(keys, name, m.World.Tick)
}

// reclaimSeat gives a pilot who comes back their seat again. The token proves who they
// are, and so does their key once nothing is heard of them.
func (m *liveMatch) reclaimSeat(p *pilot, token proto.Token, from string) {
	p.setToken(token)
	p.set(proto.Away|proto.BotPilot, false)
	p.Kept = false
	p.Inputs = inputQueue{CameAt: m.World.Tick}
	m.log.Info("pilot is back", "name", p.Name, "from", from)
	m.announce(p, p.Name+" is back")
}

// lose notes that a pilot's link is down. A pilot without a ship leaves by that.
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

// part takes leave of a pilot.
func (m *liveMatch) remove(p *pilot, why string) {
	m.leave(p)
	m.log.Info("pilot left", "name", p.Name, "why", why)
	m.announce(nil, p.Name+" has left")
}

// leave lets a pilot go, and remembers what they have done.
func (m *liveMatch) leave(p *pilot) {
	m.unseat(p)
	m.crew.leave(p)
}

// spawn gives a pilot a ship, or notes what they want to fly next. Crowded is asked
// whether others from their address have too many.
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

// seatNow gives the pilot a ship if there is one for them.
func (m *liveMatch) seatNow(p *pilot) bool {
	m.assign(p) // they may have chosen for an earlier match
	if !m.seat(p) && !(m.makeRoom() && m.seat(p)) {
		return false
	}
	p.Came, p.Inputs.CameAt, p.waitsSince = m.World.Tick, m.World.Tick, 0
	p.noteActive(m.World.Tick)
	return true
}

// wait has a pilot wait for a ship.
func (m *liveMatch) wait(p *pilot) {
	if p.waitsSince == 0 {
		p.waitsSince = m.World.Tick
	}
}

// orderIn gives the coming tick an order to the whole match if it is in the status.
func (m *liveMatch) orderIn(status game.Status, kind game.OrderKind, otherwise error) error {
	if m.World.Status != status {
		return otherwise
	}
	m.order(kind)
	return nil
}

// info describes the match to strangers.
func (m *liveMatch) info(title string) proto.Info {
	players, bots := m.count()
	return proto.Info{
		Version: proto.Version, Title: title,
		Arena: m.Setup.Arena.Name, Mode: m.Setup.Mode,
		Players: uint16(players), Bots: uint16(bots), Slots: uint16(m.Setup.Mode.Pilots()),
		TickRate: game.TickRate,
	}
}
