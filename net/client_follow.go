package net

import (
	"errors"
	"fmt"
	"time"

	"dogfight/net/link"
	"dogfight/proto"
)

// follower is how a client goes where it is sent. See Elsewhere in package proto.
type follower struct {
	place  *proto.Place // where it is sent, and has not dialled yet
	last   *proto.Place // where it was sent last
	ticket []byte       // to be said before all else over the link that is used now
	dials  int          // since it was sent there, or welcomed
	hops   int          // likewise how often it was sent on
	why    error        // why a host did not let it in; nil if none said
}

// maxHops is how often a client is sent on without being let in anywhere.
const maxHops = 8

// askAgainIn is how long a client takes to go back to whoever sent it to a host that does not let it in.
const askAgainIn = 250 * time.Millisecond

var errSentAround = errors.New("you are sent from one host to the next, and none lets you in")

// dial dials the host that the client is sent to, or the one that it came for, and by turns with that the one where it was sent last.
func (c *Client) dial() link.Link {
	f := &c.follower
	place := f.place
	f.place, f.ticket = nil, nil
	f.dials++
	switch {
	case place != nil:
		f.ticket = place.Ticket
		return c.conf.Follow(*place)
	case f.last != nil && f.dials%2 == 0: // who sent it there may be gone, and the host not
		return c.conf.Follow(proto.Place{Address: f.last.Address, Fingerprint: f.last.Fingerprint})
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
	c.follower.hops++
	switch {
	case c.conf.Follow == nil:
		c.end(Refused, fmt.Errorf("the match is played at %s, and this program cannot follow there", place.Address))
	case c.follower.hops > maxHops && c.view.World == nil:
		c.end(Refused, errSentAround)
	case c.follower.hops > maxHops: // who has a seat tries again for as long as it is kept
		c.follower.hops = 0
		c.hangUp()
	default:
		c.follower.place, c.follower.last, c.follower.dials = &place, &place, -1
		c.redial(now)
	}
}

// mayAskAgain reports whether a client that has seen nothing of a match is to go back to whoever sent it to a host that is not
// there any more.
func (c *Client) mayAskAgain() bool {
	c.follower.hops++
	return c.follower.last != nil && c.follower.hops <= maxHops
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
