package link

import "net/netip"

// Census counts connections against Limits for a listener of another protocol.
// Its methods may be called from any goroutine.
type Census struct{ census census }

// NewCensus returns an empty one.
func NewCensus(l Limits) *Census {
	return &Census{census{limits: l.orDefaults(), at: map[netip.Prefix]int{}}}
}

// Enter counts a new, half-open connection, or reports that there is no room for it.
func (c *Census) Enter(from netip.Addr) bool { return c.census.enter(from) }

// Settle counts a connection as half-open no more. It is to be called once for
// each that entered, whatever became of it.
func (c *Census) Settle() { c.census.settle() }

// Leave forgets a connection that entered.
func (c *Census) Leave(from netip.Addr) { c.census.leave(from) }

// Crowded reports whether there are as many half-open connections as there may be.
func (c *Census) Crowded() bool { return c.census.crowded() }
