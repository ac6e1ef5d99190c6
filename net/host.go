package net

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"time"

	"dogfight/game"
	"dogfight/net/bans"
	"dogfight/net/link"
	"dogfight/proto"
)

// Host owns a match and the clients in it.
type Host struct {
	// Static after construction.
	conf HostConfig
	log  *slog.Logger

	// Safe from any goroutine.
	newcomers chan link.Link
	asked     chan func()   // to be done by Run
	closed    chan struct{} // by Run, when it takes in nobody any more
	sign      sign
	gate      gate

	// Owned by Run.
	crew
	muted   map[string]bool // identities of those who stay mute
	setup   *game.Setup
	terms   Terms
	coming  *Terms // from the next match on; nil leaves them
	turn    int    // counts the matches that were not replaced in the lobby
	world   game.World
	events  game.Events
	history history
	deeds   deeds
	beat    metronome
	pause   standstill
	toll    toll
	flown   uint64 // ticks of pilots who are no bots
	missed  uint64 // among them with another input than was pressed, as it turned out later
	chance  *rand.Rand
	peers   []*peer
	round   uint16    // counts the matches
	overAt  game.Tick // when the World was closed; 0 before

	announced game.Tick // when the budget of announcements is full again

	told roster
	buf  []byte // what is being sent or was received, for a moment
}

// HostConfig says what a Host hosts.
type HostConfig struct {
	Title string
	ID    uint64 // by which who finds the match at several addresses knows that it is one
	Setup *game.Setup
	// Next returns the setup of a round, counted from 0, which is Setup's. Nil
	// plays Setup again.
	Next func(round int) *game.Setup
	Seed uint64

	Bots     int  // bots that stay, until SetBots says otherwise
	Fill     int  // ships to be kept in the match by further bots
	Skill    int  // of the bots, 1 to 5
	Peaceful bool // bots hold their fire, and are there to be shot at
	BotNames []string

	Password string // that all must know who come in; "" for none
	// Kin returns all identities of the player who has one. Nil: he has no other.
	Kin func(identity string) []string
	// Settled, if not nil, is called by Run when somebody who came over a link has a seat, or
	// watches. It must not wait for anything.
	Settled func(link.Link)

	Bans *bans.List // who may not come in; nil for nobody, until somebody is banned

	Log *slog.Logger // nil: silent
	// Observe, if not nil, is called by Run after every tick, before any client
	// hears of it. It must not keep or change the World.
	Observe func(*game.World)
	// Result, if not nil, is called by Run when a match is over, and for the one
	// that is under way when the Host closes. It must not wait for anything.
	Result func(Result)
	// Measure, if not nil, is called by Run after every tick.
	Measure func(Measured)
}

// Measured is what a Host tells of itself after a tick.
type Measured struct {
	Late, Work time.Duration // by how much the tick began late, and how long it took
	// Flown are the ticks that pilots have flown, one each, who are no bots; Missed
	// those among them with another input than they had pressed, because that
	// came too late. Both since the host was made.
	Flown, Missed uint64
}

const (
	// resultsTime is how long the results of a match stand.
	resultsTime = 10 * game.TickRate
	// goodbye is how long a closing host waits for its last words to get out.
	goodbye = time.Second
	// maxNewcomers may wait for the next turn of Run.
	maxNewcomers = 64
)

// NewHost returns a Host that waits to be Run. With a password it takes a moment.
func NewHost(conf HostConfig) *Host {
	h := &Host{
		conf:      conf,
		log:       conf.Log,
		newcomers: make(chan link.Link, maxNewcomers),
		asked:     make(chan func()),
		terms:     Terms{conf.setup, conf.Bots, conf.Fill, conf.Skill},
		closed:    make(chan struct{}),
		muted:     map[string]bool{},
		chance:    rand.New(rand.NewPCG(conf.Seed, 0x646f676669676874)),
	}
	if h.log == nil {
		h.log = slog.New(slog.DiscardHandler)
	}
	if h.conf.Bans == nil {
		h.conf.Bans = &bans.List{}
	}
	h.gate.close(conf.Password)
	h.conf.Password = "" // which is kept nowhere
	h.startRound(conf.Setup)
	h.putUpSign()
	return h
}

// setup returns what a round is played with.
func (c *HostConfig) setup(round int) *game.Setup {
	if round == 0 || c.Next == nil {
		return c.Setup
	}
	return c.Next(round)
}

// Add brings a new client's link to the host, and closes it if too many wait or
// the host has closed. Safe from any goroutine.
func (h *Host) Add(l link.Link) {
	select {
	case h.newcomers <- l:
	default:
		l.Close()
	}
	select {
	case <-h.closed: // so Run may not have seen it
		h.turnAway()
	default:
	}
}

// turnAway closes the links of all newcomers.
func (h *Host) turnAway() {
	for {
		select {
		case l := <-h.newcomers:
			l.Close()
		default:
			return
		}
	}
}

// Run hosts the match until ctx is done. Then it tells everybody, gives the
// links a second to carry that, and returns.
func (h *Host) Run(ctx context.Context) {
	h.beat.start = time.Now()
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			h.close()
			return
		case l := <-h.newcomers:
			h.admit(l)
		case do := <-h.asked:
			do()
		case <-timer.C:
			timer.Reset(h.goOn(time.Now()))
		}
	}
}

// beatTicks does the ticks that are due.
func (h *Host) beatTicks() {
	first := h.beat.next
	due := h.beat.due(time.Now())
	for n := range int64(due) {
		began := time.Now()
		h.tick(began)
		late, work := began.Sub(h.beat.deadline(first+n)), time.Since(began)
		h.toll.add(began, late, work)
		if h.conf.Measure != nil {
			h.conf.Measure(Measured{late, work, h.flown, h.missed})
		}
	}
}

// tick is one tick of the match.
func (h *Host) tick(now time.Time) {
	h.hear(now)
	h.changeNames(nil)
	h.orderChoices()
	h.passOn()
	h.manBots()
	h.changeTeams()
	h.decideInputs()
	h.events.List = h.events.List[:0]
	h.world.Step(h.setup, h.orders, &h.events)
	h.deeds.note(h.setup, &h.world, h.events.List)
	h.history.record(h.orders, &h.world)
	h.orders = h.orders[:0]
	h.turnRound()
	if h.conf.Observe != nil {
		h.conf.Observe(&h.world)
	}
	h.send(now)
	if h.world.Tick%signEvery == 0 {
		h.putUpSign()
	}
}

// decideInputs orders what every pilot holds in the coming tick, where it is
// something new.
func (h *Host) decideInputs() {
	coming := h.world.Tick + 1
	for slot, p := range h.seats {
		if p == nil || h.world.Ships[slot].State == game.Empty {
			continue
		}
		var in game.Input
		if p.is(proto.BotPilot) {
			in = h.flyBot(p, slot)
		} else {
			in = p.inputs.take(coming)
			h.flown++
		}
		if ship := &h.world.Ships[slot]; in != ship.Input && ship.Heeds() {
			h.orders = append(h.orders, game.Order{Kind: game.OrderInput, Slot: uint8(slot), Input: in})
		}
	}
}

// flyBot returns what the bot in a slot holds.
func (h *Host) flyBot(p *pilot, slot int) game.Input {
	in := p.bot.Fly(&h.world, h.setup, slot)
	if h.conf.Peaceful {
		in &^= game.Fire
	}
	return in
}

// close says goodbye to everybody.
func (h *Host) close() {
	close(h.closed)
	h.turnAway()
	if h.world.Status == game.InProgress {
		h.conclude(false)
	}
	for _, p := range h.peers {
		p.say(&proto.Bye{Reason: "the host closed the match"})
		p.link.Close()
	}
	deadline := time.After(goodbye)
	for _, p := range h.peers {
		select {
		case <-p.link.Done():
		case <-deadline:
			return
		}
	}
}
