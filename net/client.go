package net

import (
	"errors"
	"fmt"
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
	linkAt    time.Time // when it was dialled
	token     proto.Token
	retries   int
	nextRetry time.Time

	prediction
	known      bool // prediction holds a World of this Setup
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

const (
	// answerTime is how long a host may take to let us in.
	answerTime = 8 * time.Second
	// retryTimes is how often a lost link is dialled again, retryEvery how
	// long after the last try.
	retryTimes = 15
	retryEvery = 2 * time.Second
	// blendTime is how long a wrong prediction takes to fade from the screen.
	blendTime = 100 * time.Millisecond
)

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
	c.connect(now)
	c.hear(now)
	c.predict(now, in)
	c.send(now)
	return c.look(now)
}

// connect dials, at first and whenever the link was lost.
func (c *Client) connect(now time.Time) {
	switch {
	case c.final() || c.link != nil && c.link.Err() == nil && c.answered(now):
		return
	case c.link == nil:
	case c.token == (proto.Token{}):
		c.end(Refused, c.linkErr())
		return
	case c.view.Phase != Lost:
		c.view.Phase, c.view.Err = Lost, c.linkErr()
		c.retries, c.nextRetry = 0, now
		return
	case now.Before(c.nextRetry):
		return
	case c.retries == retryTimes:
		c.end(Ended, fmt.Errorf("the link was lost and could not be made again: %w", c.linkErr()))
		return
	}
	c.hangUp()
	c.retries++
	c.nextRetry = now.Add(retryEvery)
	c.link, c.linkAt = c.conf.Dial(), now
	c.ping = pinger{}
	c.uplink = uplink{}
	c.say(&proto.Hello{Version: proto.Version, Token: c.token, Purpose: c.purpose(), Name: c.conf.Name})
}

// answered reports whether the host has let us in or still may.
func (c *Client) answered(now time.Time) bool {
	return c.view.Phase == Playing || now.Sub(c.linkAt) < answerTime
}

var errNoAnswer = errors.New("the host did not answer in time")

func (c *Client) linkErr() error {
	if err := c.link.Err(); err != nil {
		return err
	}
	return errNoAnswer
}

func (c *Client) purpose() proto.Purpose {
	if c.conf.Spectate {
		return proto.Spectate
	}
	return proto.Play
}

// final reports whether nothing more will come of this client.
func (c *Client) final() bool { return c.view.Phase == Refused || c.view.Phase == Ended }

// end is the end.
func (c *Client) end(phase Phase, err error) {
	c.view.Phase, c.view.Err = phase, err
	c.hangUp()
}

func (c *Client) hangUp() {
	if c.link != nil {
		c.link.Close()
	}
}

// predict moves the clock, and the predicted World with it.
func (c *Client) predict(now time.Time, in game.Input) {
	if !c.known {
		return
	}
	passed := now.Sub(c.clock.last)
	c.clock.advance(now)
	c.fade(int64(min(max(passed, 0), blendTime)), int64(blendTime))
	for present := c.clock.tick(); c.predicted.Tick < present && c.room(); {
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

// Say sends a line of chat. The error says why it cannot be sent.
func (c *Client) Say(text string) error {
	if err := proto.ValidChat(text); err != nil {
		return err
	}
	c.say(&proto.Chat{Text: text})
	return nil
}

// Choose asks for a class, weapon and team from the next spawn on.
func (c *Client) Choose(class, weapon, team uint8) {
	c.say(&proto.Spawn{Class: class, Weapon: weapon, Team: team, Name: c.conf.Name})
}

// Ready tells whether the pilot wants the waiting match to start.
func (c *Client) Ready(on bool) { c.say(&proto.SetReady{On: on}) }

// Leave gives up the seat and ends the client. The link's Done tells when the
// host could know.
func (c *Client) Leave() {
	if !c.final() {
		c.say(&proto.Bye{Reason: "left"})
		c.end(Ended, nil)
	}
}

// Link returns the link that is used now, or nil before the first Frame.
func (c *Client) Link() link.Link { return c.link }

func (c *Client) say(m proto.Message) {
	if c.link != nil {
		c.out = m.Append(c.out[:0])
		c.link.Send(link.Control, c.out)
	}
}
