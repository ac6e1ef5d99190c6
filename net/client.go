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

// Client is one player's (or spectator's) end of a match. It has no goroutine
// and belongs to the caller of Frame.
type Client struct {
	conf ClientConfig

	link      link.Link
	dialledAt time.Time
	linkedAt  time.Time // when it was first seen connected
	token     proto.Token
	epoch     uint32 // of the host's life
	entry     clientEntry
	follower  follower
	lostAt    time.Time // the link, when it was lost last
	nextRetry time.Time

	nextSetup *game.Setup // of the next keyframe; nil before the Welcome
	prediction
	synced      bool // prediction holds a World that is the host's
	unsafeBase  bool // what it holds may be what a host has lost, and is not to be gone on from
	clock       clock
	ping        pinger
	meter       meter
	metered     uint64 // roll-backs when it was last read
	arrivals    arrivals
	uplink      uplink
	talk        talk
	nextMatch   time.Time
	idle        bool      // the player cannot play now, as in a menu
	pausedAt    time.Time // since when the match stands still; zero while it runs
	inputs      proto.Inputs
	downOrders  proto.Orders
	buf, out    []byte
	notice      string       // for the player, in a notice
	chosen      *proto.Spawn // that was said last; nil for none yet
	keyframes   uint64
	desyncs     uint64
	effort      effort // of what is done for the host
	recorder    recorder
	restartFile atomic.Bool // the camera begins another file
	tally       game.Tally  // of the match that is filmed

	view View
}

// ClientConfig says which player joins what.
type ClientConfig struct {
	// Dial begins to connect and returns at once. It is called again after
	// the link was lost.
	Dial func() link.Link
	// Follow begins to connect to another host, to which the one at the address by has sent the client, and returns at once: see
	// link.DialSent. nil: the client goes nowhere else.
	Follow   func(to proto.Place, by netip.Addr) link.Link
	Name     string
	Password string // to be proven to a host that asks for one
	// Likely reports whether a password may be right. It is for clients that the host's own
	// process has of strangers: see Host.Likely. nil: it may.
	Likely   func(password string) bool
	Class    string // by name; "" takes the default
	Weapon   string // likewise
	Team     uint8  // 0 takes the smaller
	Colour   uint8  // of the ship, up to proto.Colours; 0 for any
	Spectate bool
	Wait     bool // as a spectator for a ship where there is none; otherwise the client is Refused
	Rate     int  // data packets a second from the host, 30 or 60; 0 takes 30
	Film     Film // how what the client sees is recorded
}

// NewClient returns a Client that joins at its first Frame.
func NewClient(conf ClientConfig) *Client {
	c := &Client{conf: conf, recorder: recorder{conf: conf.Film}}
	c.slot = -1
	c.view.Me = -1
	return c
}

// Frame takes what came in, lets the pilot hold the input until now, sends what
// is due, and returns what there is to see. Call it 30 times a second or more.
func (c *Client) Frame(now time.Time, in game.Input) *View {
	c.events.List, c.decided = c.events.List[:0], c.decided[:0]
	c.view.Chat = c.view.Chat[:0]
	c.talk.now = now
	c.effort.begin(now, c.idle && !c.pausedAt.IsZero())
	trouble := c.trouble(now)
	before := c.link
	c.receive(now)
	if c.link != before { // that is not the one that had trouble
		trouble = nil
	}
	if c.synced {
		c.reconcile() // once, however many packets came together
	}
	c.connect(now, trouble)
	c.enter(now)
	c.predict(now, in)
	c.sendInputs(now)
	return c.fillView(now)
}

// fadeTime is the time constant of how a wrong prediction fades from the screen:
// a tenth of it is left after 100 ms.
const fadeTime = 45 * time.Millisecond

// predict moves the clock, and the predicted World with it.
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

// look fills the View.
func (c *Client) fillView(now time.Time) *View {
	c.showNotice()
	v := &c.view
	v.Events, v.Decided = c.events.List, c.decided
	v.Setup = c.setup
	v.Offsets = c.offsets
	if c.synced { // otherwise it is the World before, with the slot in that
		v.World, v.Me = &c.predicted, c.slot
	}
	v.Paused = !c.pausedAt.IsZero()
	v.NextMatch = max(c.nextMatch.Sub(c.matchNow(now)), 0)
	c.measure(now)
	return v
}

// staleAfter is from what age of our news on the others' ships are guesses.
const staleAfter = 500 * time.Millisecond

// measure fills the View's net figures.
func (c *Client) measure(now time.Time) {
	lag := &c.view.Lag
	if c.link != nil {
		lag.Transport = c.link.Kind()
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

// effort bounds what a Client does for its host: in a Frame by counts, so that none holds up the screen, and over
// time where a host sends what no match needs so often. What a Frame leaves waits in the link, which bounds that and holds a
// fast host back. The zero value is a new link's, with nothing spent.
type effort struct {
	// Spent in this Frame.
	bytes  int // heard
	ticks  int // that were confirmed
	worlds int // Welcomes, MatchStarts and Keyframes

	// Kept from Frame to Frame.
	recentWorlds  drip
	recentDesyncs drip
	spawnsAsked   int           // ships that were asked for by the last Setup
	quietFor      time.Duration // since the match went on
	last          time.Time     // of the last Frame
}

const (
	// What is heard in a Frame beside maxHeard. It goes on until one is spent: the last packet may be beyond it.
	maxFrameBytes  = 32 << 10
	maxFrameTicks  = 64 // a second of the match, of which a packet has 63 at most
	maxFrameWorlds = 2  // a Setup and the Keyframe after it

	// worldsAtOnce and worldsRest bound Setups and Keyframes over time: a host in good order sends a Keyframe in 5 s, or
	// when it is asked for one, and a match lasts. But an operator may begin many anew while looking for the right options.
	worldsAtOnce = 256
	worldsRest   = time.Second / 2
	// desyncsAtOnce and desyncsRest bound how often the hash may differ. One is a bug; more, and the match is not played
	// but fetched.
	desyncsAtOnce = 8
	desyncsRest   = 5 * time.Second
	// maxAsked is how many ships are asked for by the tables of one Setup.
	maxSpawnsAsked = 4

	// quietTime is how long a match may stand still before the link is given up. It is longer than seatKept: a host that
	// comes back later has no seat for us any more.
	quietTime = 12 * time.Second
	// quietElsewhere is the same where another host may go on with the match, as in a fleet: one does 2.5 s after it has heard the last of
	// a host whose machine is gone, which closes no link.
	quietElsewhere = 3500 * time.Millisecond
	// quietStep is the most that counts of the time between two Frames: a client that was suspended hears the host out first.
	maxQuietStep = time.Second / 4
)

var (
	errWorlds  = errors.New("the host sends new matches faster than any can be played")
	errDesyncs = errors.New("the host's match never agrees with its own orders")
	errShips   = errors.New("the host refuses every ship that it offers")
	errQuiet   = errors.New("the host is there, but its match has stopped")
	errNoWorld = errors.New("the host let you in, but sent no match in time")
)

// begin lets a Frame begin. Paused says that the match stands still because our own player asked for it.
func (e *effort) begin(now time.Time, paused bool) {
	e.bytes, e.ticks, e.worlds = 0, 0, 0
	if !e.last.IsZero() && !paused {
		e.quietFor += min(max(now.Sub(e.last), 0), maxQuietStep)
	}
	e.last = now
}

// spent reports whether no more is to be heard in this Frame.
func (e *effort) spent() bool {
	return e.bytes >= maxFrameBytes || e.ticks >= maxFrameTicks || e.worlds >= maxFrameWorlds
}

// world takes note of a Setup or a Keyframe, and says why one more is too many.
func (e *effort) world(now time.Time) error {
	e.worlds++
	if !e.recentWorlds.take(now, worldsAtOnce, worldsRest) {
		return errWorlds
	}
	return nil
}

// desync takes note of a hash that differs, likewise.
func (e *effort) desync(now time.Time) error {
	if !e.recentDesyncs.take(now, desyncsAtOnce, desyncsRest) {
		return errDesyncs
	}
	return nil
}

// drip counts what came, and forgets one each rest. The zero value is ready.
type drip struct {
	n     int
	since time.Time // since when the rest of the first counts
}

// take takes note of one more, and reports whether there are at most so many.
func (d *drip) take(now time.Time, most int, rest time.Duration) bool {
	if d.n == 0 {
		d.since = now
	}
	gone := min(max(int(now.Sub(d.since)/rest), 0), d.n)
	d.n -= gone
	d.since = d.since.Add(time.Duration(gone) * rest)
	d.n++
	return d.n <= most
}
