package link

import "dogfight/net/admission"

// Until whoever is at the other end of a Listener's link has come in, it is half-open: it is cut
// off when others want to come, and costs its address a bad name when it ends. The owner of the
// Listener says what became of it. Of other links nobody counts anything.

// Settle tells the Listener that somebody has come in, or got an answer to what he came for and
// is being closed.
func Settle(l Link) { visitOf(l).Settle() }

func visitOf(l Link) *admission.Visit {
	if s, ok := l.(*stream); ok {
		return s.visit
	}
	return nil
}
