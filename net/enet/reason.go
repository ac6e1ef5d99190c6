package enet

import "fmt"

// Reason says why a connection ended.
type Reason uint8

const (
	Left     Reason = 1 // the peer wanted it
	Closed   Reason = 2 // we wanted it
	Silent   Reason = 3 // the peer acknowledged nothing for long
	Slow     Reason = 4 // more waits for the peer than may
	Broken   Reason = 5 // the peer sent what cannot be
	Replaced Reason = 6 // a peer connected anew from its address
	Unread   Reason = 7 // more came than was received; of a Conn alone
)

func (r Reason) String() string {
	switch r {
	case Left:
		return "left"
	case Closed:
		return "closed"
	case Silent:
		return "silent"
	case Slow:
		return "slow"
	case Broken:
		return "broken"
	case Replaced:
		return "replaced"
	case Unread:
		return "unread"
	}
	return fmt.Sprintf("reason %d", uint8(r))
}
