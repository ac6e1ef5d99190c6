package swarm

import (
	"context"

	"dogfight/net/link"
)

// connection leads a pilot to its host: over one link after another, should one break. It
// belongs to the pilot's scheduler.
type connection struct {
	conf *Config
	addr string
	n    int // the pilot's number

	tap     *tap      // of the present link; nil before the first
	link    link.Link // it, worsened
	earlier traffic   // over the links before
}

// dial begins a new link.
func (l *connection) dial() link.Link {
	if l.tap != nil {
		l.earlier.add(l.tap.take())
	}
	l.tap = &tap{Link: l.conf.Dial(l.addr)}
	l.link = worsen(l.tap, l.conf.conditions(), -l.n) // no seed that the host's end has
	return l.link
}

// take returns the traffic so far, and begins anew to look for the largest packet.
func (l *connection) take() traffic {
	sum := l.earlier
	l.earlier.largest = 0
	if l.tap != nil {
		sum.add(l.tap.take())
	}
	return sum
}

// awaitEnd waits until the link is down, or ctx is done.
func (l *connection) awaitEnd(ctx context.Context) {
	if l.link == nil {
		return
	}
	select {
	case <-l.link.Done():
	case <-ctx.Done():
	}
}

// kind names how packets travel now.
func (l *connection) kind() string {
	if l.tap == nil {
		return ""
	}
	return l.tap.Kind()
}
