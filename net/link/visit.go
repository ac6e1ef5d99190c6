package link

import "dogfight/net/admission"

// A Listener's link is half-open until its owner has let the peer in. Until then it is cut off
// when others want to connect, and costs its address reputation when it ends. Other links
// are not counted.

// Settle tells the Listener that the peer of a link was let in, or got the answer that it came
// for and is being closed.
func Settle(l Link) { visitOf(l).Settle() }

func visitOf(l Link) *admission.Visit {
	if s := streamOf(l); s != nil {
		return s.visit
	}
	return nil
}
