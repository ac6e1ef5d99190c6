package net

import (
	"errors"
	"net/netip"
	"sync/atomic"
	"time"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/proto"
)

// Client is the end of a match for one player or spectator. It has no goroutine and belongs to the caller of Frame.
type Client struct {
	conf ClientConfig

	link      link.Link
	dialledAt time.Time
	linkedAt  time.Time // when it was first seen connected
	token     proto.Token
	epoch     uint32 // of the match at its host
	entry     clientEntry
	follower  follower
	lostAt    time.Time // when the link was last lost
	nextRetry time.Time

	nextSetup *game.Setup // of the next keyframe; nil before the Welcome
	prediction
	synced      bool // prediction has a World of the host
	unsafeBase  bool // its World may be one that the host has lost, and must not be continued
	clock       clock
	ping        pinger
	meter       meter
	metered     uint64 // Rollbacks at the last reading
	arrivals    arrivals
	uplink      uplink
	talk        talk
	nextMatch   time.Time
	idle        bool      // the player is in a menu
	pausedAt    time.Time // since when the match is paused; zero while it runs
	inputs      proto.Inputs
	downOrders  proto.Orders
	buf, out    []byte
	notice      string       // to be shown to the player
	chosen      *proto.Spawn // last sent; nil for none
	keyframes   uint64
	desyncs     uint64
	effort      effort
	recorder    recorder
	restartFile atomic.Bool // the recorder begins another file
	tally       game.Tally  // of the recorded match

	view View
}

// ClientConfig configures a Client.
type ClientConfig struct {
	// Dial begins to connect and returns at once. It is called again after the link was lost.
	Dial func() link.Link
	// Follow begins to connect to another host, to which the host at address by has sent the client, and returns at once: see
	// link.DialSent. Nil: the client does not follow.
	Follow   func(to proto.Place, by netip.Addr) link.Link
	Name     string
	Password string // for a host that asks for one
	// Likely reports whether a password may be right. It is for clients that the host's own process runs for strangers: see Host.Likely.
	// Nil: any may be.
	Likely    func(password string) bool
	Class     string // by name; "" for the default
	Weapon    string // likewise
	Team      uint8  // 0 for the smallest
	Colour    uint8  // of the ship, up to proto.Colours; 0 for any
	Spectate  bool
	Wait      bool      // spectate until a ship is free; otherwise the client is Refused
	Rate      int       // data packets a second from the host, 30 or 60; 0 for 30
	Recording Recording // how the client's view is recorded
	Steps     *Steps    // shared with other clients of the process; nil: none
}

// NewClient returns a Client that joins at its first Frame.
func NewClient(conf ClientConfig) *Client {
	c := &Client{conf: conf, recorder: recorder{conf: conf.Recording}}
	c.steps, c.slot = conf.Steps, -1
	c.hold(&step{})
	c.view.Me = -1
	return c
}

// Frame handles received packets, applies the input until now, sends the packets that are due, and returns the view. Call it at least 30
// times a second.
func (c *Client) Frame(now time.Time, in game.Input) *View {
	c.events.List, c.decided = c.events.List[:0], c.decided[:0]
	c.view.Chat = c.view.Chat[:0]
	c.talk.now = now
	c.effort.begin(now, c.idle && !c.pausedAt.IsZero())
	trouble := c.trouble(now)
	before := c.link
	c.receive(now)
	if c.link != before { // the trouble was with the former link
		trouble = nil
	}
	if c.synced {
		c.reconcile() // once for all packets
	}
	c.connect(now, trouble)
	c.enter(now)
	c.predict(now, in)
	c.sendInputs(now)
	return c.fillView(now)
}

// fadeTime is the time constant with which prediction errors fade from the screen: 10 % are left after 100 ms.
const fadeTime = 45 * time.Millisecond

// predict advances the clock and the predicted World.
func (c *Client) predict(now time.Time, in game.Input) {
	if !c.synced {
		return
	}
	passed := now.Sub(c.clock.last)
	c.clock.advance(now)
	c.clock.catchUp(c.confirmed.Tick)
	c.fade(int64(fadeTime-min(max(passed, 0), fadeTime)), int64(fadeTime))
	for present := c.clock.tick(); c.predicted.Tick < present && c.room(); {
		c.clock.notePress(c.predicted.Tick + 1)
		c.press(in)
	}
	c.uplink.setInput(in)
}

// fillView fills the View.
func (c *Client) fillView(now time.Time) *View {
	v := &c.view
	if c.notice != "" && v.Phase == Playing {
		v.Chat = append(v.Chat, ChatLine{Pilot: proto.Notice, Slot: proto.NoSlot, Text: c.notice})
		c.notice = ""
	}
	v.Events, v.Decided = c.events.List, c.decided
	v.Setup = c.setup
	v.Offsets = c.offsets
	if c.synced { // else it stays the last World, with its slot
		v.World, v.Me = &c.predicted, c.slot
	}
	v.Paused = !c.pausedAt.IsZero()
	v.NextMatch = max(c.nextMatch.Sub(c.matchNow(now)), 0)
	c.measure(now)
	return v
}

// staleAfter is the age from which on other ships' positions are guesses.
const staleAfter = 500 * time.Millisecond

// measure fills the View's network figures.
func (c *Client) measure(now time.Time) {
	lag := &c.view.Lag
	if c.link != nil {
		if lag.Transport = c.link.Kind(); link.PathOf(c.link) == link.PathRelayed {
			lag.Transport = link.PathRelayed.String()
		}
		if c.meter.read(now, c.link) {
			lag.Down, lag.Up, lag.LostDown = c.meter.Down, c.meter.Up, c.meter.Lost
			lag.RollbackRate = float64(c.Rollbacks-c.metered) / c.meter.Took.Seconds()
			c.metered = c.Rollbacks
		}
	}
	lag.RTT = c.ping.RTT
	lag.Jitter = c.arrivals.jitter
	lag.Ahead = int(c.predicted.Tick - c.confirmed.Tick)
	lag.Error = c.prediction.err.mean
	lag.Rollbacks = c.Rollbacks
	lag.Keyframes = c.keyframes
	lag.Desyncs = c.desyncs
	lag.Age = 0
	if c.synced {
		lag.Age = max(c.clock.hostTime(c.ping.RTT)-tickTime(int64(c.confirmed.Tick)), 0)
	}
	c.view.Stale = lag.Age > staleAfter
}

// effort limits the work that a host can cause: in a Frame by counts, so that the screen does not stall, and over time for messages that
// are rare in any real match. Packets beyond a Frame's limit wait in the link, which is bounded. The zero value is for a new link.
type effort struct {
	// In this Frame.
	bytes  int // received
	ticks  int // confirmed
	worlds int // Welcomes, MatchStarts and Keyframes

	// From Frame to Frame.
	recentWorlds  drip
	recentDesyncs drip
	spawnsAsked   int           // with the last Setup
	quietFor      time.Duration // since the last tick of the match
	last          time.Time     // Frame
}

const (
	// Limits of a Frame beside maxReceived. The last packet may exceed one.
	maxFrameBytes  = 32 << 10
	maxFrameTicks  = 64 // a second of the match; a packet has at most 63
	maxFrameWorlds = 2  // a Setup and its Keyframe

	// worldsAtOnce and worldsRest limit Setups and Keyframes: a host sends a Keyframe in 5 s, or when asked for one, and a match lasts. But
	// an operator may start many matches in a row while choosing options.
	worldsAtOnce = 256
	worldsRest   = time.Second / 2
	// desyncsAtOnce and desyncsRest limit how often the hash may differ. One is a bug; with more, the match is downloaded rather than
	// played.
	desyncsAtOnce = 8
	desyncsRest   = 5 * time.Second
	// maxSpawnsAsked limits the requests for a ship with one Setup.
	maxSpawnsAsked = 4

	// quietTime is how long a match may be silent before the link is given up. It is longer than seatTimeout: after that a host has no seat
	// for us anyway.
	quietTime = 12 * time.Second
	// quietElsewhere is the same where another host may continue the match, as in a fleet: it does so 2.5 s after the last sign of a host
	// on a dead machine, which closes no link.
	quietElsewhere = 3500 * time.Millisecond
	// maxQuietStep limits how much the time between two Frames counts: a client that was suspended first reads the waiting packets.
	maxQuietStep = time.Second / 4
)

var (
	errWorlds  = errors.New("the host sends new matches faster than any can be played")
	errDesyncs = errors.New("the host's match never agrees with its own orders")
	errShips   = errors.New("the host refuses every ship that it offers")
	errQuiet   = errors.New("the host is there, but its match has stopped")
	errNoWorld = errors.New("the host let you in, but sent no match in time")
)

// begin begins a Frame. paused says that the match is paused for our own player.
func (e *effort) begin(now time.Time, paused bool) {
	e.bytes, e.ticks, e.worlds = 0, 0, 0
	if !e.last.IsZero() && !paused {
		e.quietFor += min(max(now.Sub(e.last), 0), maxQuietStep)
	}
	e.last = now
}

// spent reports whether this Frame's limits are reached.
func (e *effort) spent() bool {
	return e.bytes >= maxFrameBytes || e.ticks >= maxFrameTicks || e.worlds >= maxFrameWorlds
}

// drip counts events, and forgets one each rest. The zero value is ready.
type drip struct {
	n     int
	since time.Time // start of the first one's rest
}

// add counts one more, and reports whether there are at most so many.
func (d *drip) add(now time.Time, most int, rest time.Duration) bool {
	if d.n == 0 {
		d.since = now
	}
	gone := min(max(int(now.Sub(d.since)/rest), 0), d.n)
	d.n -= gone
	d.since = d.since.Add(time.Duration(gone) * rest)
	d.n++
	return d.n <= most
}
