package net

import (
	"cmp"
	"errors"
	"fmt"
	"time"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/proto"
)

const (
	// answerTime is how long a host may take to let us in.
	answerTime = 8 * time.Second
	// retryFor is for how long a lost link is dialled again: as long as a host keeps the seat.
	retryFor = 2 * time.Minute
)

// retryIn is how long after the last try a lost link is dialled again: at first so soon that who plays on a host which was killed, and
// comes back, is back with it.
func retryIn(since time.Duration) time.Duration {
	switch {
	case since < 100*time.Millisecond:
		return 100 * time.Millisecond
	case since < 250*time.Millisecond:
		return 150 * time.Millisecond
	case since < 500*time.Millisecond:
		return 250 * time.Millisecond
	case since < 10*time.Second: // for as long as a host takes to come up that is started again at once, on a machine with much to do
		return 500 * time.Millisecond
	}
	return 2 * time.Second
}

var errNoAnswer = errors.New("the host did not answer in time")

// trouble returns why the link must be given up, or nil. What came over it
// before that is still to be heard: it may tell more.
func (c *Client) trouble(now time.Time) error {
	switch {
	case c.link == nil:
		return nil
	case c.link.Err() != nil:
		return c.link.Err()
	case c.view.Phase != Playing && now.Sub(c.dialledAt) >= answerTime && !c.proving():
		return c.noAnswer()
	case c.effort.quiet >= c.patience() && !c.sharesProcess():
		return errQuiet
	}
	return nil
}

// sharesProcess reports whether the host runs in this process. Such a host is never given up for
// standing still, though it tells of a pause like any other: one that is held up for long, as in
// a debugger or on a machine that swaps, goes on with the links that it has, and a new link would
// lead to the same host.
func (c *Client) sharesProcess() bool { return c.link.Kind() == "memory" }

// noAnswer tells what the host has not said.
func (c *Client) noAnswer() error {
	if c.coming != nil && c.view.World == nil {
		return errNoWorld
	}
	return errNoAnswer
}

// connect dials, at first and whenever there was trouble with the link.
func (c *Client) connect(now time.Time, trouble error) {
	switch {
	case c.final() || c.link != nil && trouble == nil:
		return
	case c.link == nil:
	case c.view.World == nil && c.follower.last != nil && now.Before(c.nextRetry):
		return
	case c.view.World == nil && !c.mayAskAgain(): // it was none that could be played
		c.end(Refused, cmp.Or(c.follower.why, trouble))
		return
	case c.view.World == nil:
	case c.view.Phase != Lost:
		c.view.Phase, c.view.Err = Lost, c.whyLost(trouble)
		c.lostAt, c.nextRetry = now, now
		return
	case now.Before(c.nextRetry):
		return
	case c.view.Phase == Lost && now.Sub(c.lostAt) >= retryFor:
		c.end(Ended, fmt.Errorf("the connection was lost and could not be restored: %w", trouble))
		return
	}
	c.redial(now)
}

// redial dials anew.
func (c *Client) redial(now time.Time) {
	c.hangUp()
	if c.nextRetry = now.Add(retryIn(now.Sub(c.lostAt))); c.view.World == nil {
		c.nextRetry = now.Add(askAgainIn)
	}
	c.link, c.dialledAt, c.linkedAt = c.dial(), now, time.Time{}
	c.ping, c.meter, c.arrivals = pinger{}, meter{}, arrivals{}
	c.uplink, c.effort.quiet = uplink{}, 0
	c.entry.proof, c.entry.said = nil, false
}

func (c *Client) purpose() proto.Purpose {
	if c.conf.Spectate {
		return proto.Spectate
	}
	return proto.Play
}

// pace returns how many ticks should pass between two packets of the host.
func (c *Client) pace() uint8 {
	if c.conf.Rate >= game.TickRate {
		return 1
	}
	return 2
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

// Link returns the link that is used now, or nil before the first Frame.
func (c *Client) Link() link.Link { return c.link }

func (c *Client) say(m proto.Message) {
	if c.link != nil {
		c.out = m.Append(c.out[:0])
		c.link.Send(link.Control, c.out)
	}
}
