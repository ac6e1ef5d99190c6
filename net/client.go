package net

import (
	"time"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/proto"
)

// Client is one player's (or spectator's) end of a match. It has no goroutine
// and belongs to whoever calls Frame.
type Client struct {
	conf ClientConfig

	link      link.Link
	dialledAt time.Time
	linkedAt  time.Time // when it was first seen connected
	token     proto.Token
	retries   int
	nextRetry time.Time

	coming *game.Setup // of the next keyframe; nil before the Welcome
	prediction
	known      bool // prediction holds a World that is the host's
	clock      clock
	ping       pinger
	uplink     uplink
	nextMatch  time.Time
	inputs     proto.Inputs
	downOrders proto.Orders
	buf, out   []byte
	keyframes  uint64
	desyncs    uint64

	view View
}

// ClientConfig says who joins what.
type ClientConfig struct {
	// Dial begins to connect and returns at once. It is called again after
	// the link was lost.
	Dial     func() link.Link
	Name     string
	Class    string // by name; "" takes the default
	Weapon   string // likewise
	Team     uint8  // 0 takes the smaller
	Spectate bool
}

// NewClient returns a Client that joins at its first Frame.
func NewClient(conf ClientConfig) *Client {
	c := &Client{conf: conf}
	c.slot = -1
	c.view.Me = -1
	return c
}

// Frame takes what came in, lets the pilot hold the input until now, sends what
// is due, and returns what there is to see. Call it 30 times a second or more.
func (c *Client) Frame(now time.Time, in game.Input) *View {
	c.events.List = c.events.List[:0]
	c.view.Chat = c.view.Chat[:0]
	trouble := c.trouble(now)
	c.hear(now)
	c.connect(now, trouble)
	c.predict(now, in)
	c.send(now)
	return c.look(now)
}

// fadeTime is the time constant of how a wrong prediction fades from the screen:
// a tenth of it is left after 100 ms.
const fadeTime = 45 * time.Millisecond

// predict moves the clock, and the predicted World with it.
func (c *Client) predict(now time.Time, in game.Input) {
	if !c.known {
		return
	}
	passed := now.Sub(c.clock.last)
	c.clock.advance(now)
	c.fade(int64(fadeTime-min(max(passed, 0), fadeTime)), int64(fadeTime))
	for present := c.clock.tick(); c.predicted.Tick < present && c.room(); {
		c.clock.pressed(c.predicted.Tick + 1)
		c.press(in)
	}
	c.uplink.hold(in)
}

// look fills the View.
func (c *Client) look(now time.Time) *View {
	v := &c.view
	v.Events = c.events.List
	v.Setup = c.setup
	v.Offsets = c.offsets
	v.Me = c.slot
	if c.known {
		v.World = &c.predicted
	}
	v.NextMatch = max(c.nextMatch.Sub(now), 0)
	v.Lag.RTT = c.ping.RTT
	v.Lag.Ahead = int(c.predicted.Tick - c.confirmed.Tick)
	v.Lag.Rollbacks = c.Rollbacks
	v.Lag.Keyframes = c.keyframes
	v.Lag.Desyncs = c.desyncs
	if c.link != nil {
		v.Lag.Transport = c.link.Kind()
	}
	return v
}
