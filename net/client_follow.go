package net

import (
	"errors"
	"fmt"
	"net/netip"
	"time"

	"dogfight/net/link"
	"dogfight/proto"
)

// follower is how a client goes where it is sent. See Elsewhere in package proto.
type follower struct {
	place  *proto.Place // where it is sent, and has not dialled yet
	last   *proto.Place // where it was sent last
	by     netip.Addr   // of the host that sent it there
	there  bool         // it dials, or has dialled, that host
	inside bool         // that host has let it in
	ticket []byte       // to be said before all else over the link that is used now
	dials  int          // since it was sent there, or welcomed
	hops   drip         // how often it was sent on
	why    error        // why a host did not let it in; nil if none said
}

const (
	// maxHops is how often a client is sent on before it has seen a match, and at once later; then once more each hopRest. So a host that
	// lets it in and sends it away in turn cannot make it besiege another.
	maxHops, hopRest = 2, 2 * time.Second
	// maxAsks is how often the door is dialled again that sent the client to a host which does not let it in.
	maxAsks = 3
	// askAgainIn is how long after the last try that is: a door believes for a second that a host is there which has answered.
	askAgainIn = 1100 * time.Millisecond
)

var (
	errSentAround = errors.New("you are sent from one host to the next, and none lets you in")
	errNoTicket   = errors.New("the host sends you elsewhere without a ticket and a fingerprint of the host there")
)

// dial dials the host that the client is sent to, once, or the one that it came for, and by turns with that the one that let it in.
func (c *Client) dial() link.Link {
	f := &c.follower
	place := f.place
	f.place, f.ticket, f.there = nil, nil, false
	f.dials++
	switch {
	case place != nil:
		f.ticket, f.there = place.Ticket, true
		return c.conf.Follow(*place, f.by)
	case f.inside && f.dials%2 == 0: // who sent it there may be gone, and the host not
		f.there = true
		return c.conf.Follow(proto.Place{Address: f.last.Address, Fingerprint: f.last.Fingerprint}, f.by)
	}
	return c.conf.Dial()
}

// patience is how long the match may stand still before the link is given up.
func (c *Client) patience() time.Duration {
	if c.follower.last != nil && c.view.Phase == Playing {
		return quietElsewhere
	}
	return quietTime
}

// follow goes where a host sends the client. What it sees stays until it is let in there.
func (c *Client) follow(place proto.Place, now time.Time) {
	f, rest := &c.follower, hopRest
	if c.view.World == nil {
		rest = retryFor
	}
	switch {
	case c.conf.Follow == nil:
		c.end(Refused, fmt.Errorf("the host sends you to %s, as only the door of a fleet may: if it is one, join fleet:// and its address", place.Address))
	case place.Fingerprint == "" || len(place.Ticket) == 0:
		c.end(Refused, errNoTicket)
	case f.hops.take(now, maxHops, rest):
		f.place, f.last, f.by, f.inside, f.dials = &place, &place, link.PeerOf(c.link), false, -1
		c.redial(now)
	case c.view.World == nil:
		c.end(Refused, errSentAround)
	default: // who has a seat tries again for as long as it is kept
		f.hops.n-- // this one was not taken
		c.hangUp()
	}
}

// mayAskAgain reports whether a client that has seen nothing of a match is to go back to whoever sent it to a host that is not
// there any more.
func (c *Client) mayAskAgain() bool {
	return c.follower.last != nil && c.follower.hops.n < maxHops && c.follower.dials < maxAsks
}

// showTicket shows the ticket, if there is one to be shown.
func (c *Client) showTicket() {
	if c.follower.ticket != nil {
		if len(c.follower.ticket) > 0 {
			c.say(&proto.Ticket{Bytes: c.follower.ticket})
		}
		c.follower.ticket = nil
	}
}

var errGoesOn = errors.New("your match goes on in a moment, here or at another host")

// whyLost says what there is to be known of a lost connection: in a fleet, that not all hangs on the host at which it was.
func (c *Client) whyLost(trouble error) error {
	if c.follower.last != nil {
		return errGoesOn
	}
	return trouble
}

// await waits on for a door that looks for a place: it says so again and again.
func (c *Client) await(now time.Time) {
	if c.view.Phase != Playing {
		c.dialledAt, c.effort.quiet = now, 0
	}
}
