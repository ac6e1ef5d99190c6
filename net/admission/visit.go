package admission

import (
	"errors"
	"log/slog"
	"net"
	"net/netip"
	"time"

	"golang.org/x/time/rate"
)

// Visit is an admitted connection. Its methods are safe for concurrent use, may be called more than once, and do
// nothing on nil.
type Visit struct {
	// Static after Enter.
	control  *Control
	prefixes [levels]netip.Prefix
	groups   [levels]*group
	local    bool
	cut      func()

	// Guarded by the Control's mutex.
	state state
}

type state uint8

const (
	halfOpen state = iota
	settled
	resting
	left
)

// locked calls a function with the Control locked.
func (v *Visit) locked(do func(c *Control)) {
	if v == nil {
		return
	}
	v.control.mu.Lock()
	defer v.control.mu.Unlock()
	do(v.control)
}

// Settle marks the visitor as accepted: the connection is not cut off any more.
func (v *Visit) Settle() {
	v.locked(func(c *Control) {
		if v.state != left {
			c.close(v)
			v.state = settled
		}
	})
}

// Rest marks the visitor as served and idle: leaving is no failure, but the connection may be cut off for another. Settle
// ends it.
func (v *Visit) Rest() {
	v.locked(func(c *Control) {
		if v.state != left {
			c.close(v)
			v.state = resting
			c.resting = append(c.resting, v)
		}
	})
}

// Fail gives the visitor's address a penalty, besides that of Leave.
func (v *Visit) Fail() {
	v.locked(func(c *Control) { c.punish(v, failurePenalty) })
}

// Leave removes the visit. It must be called for each.
func (v *Visit) Leave() {
	v.locked(func(c *Control) {
		penalty := visitPenalty
		if v.state == halfOpen {
			penalty = failurePenalty
		}
		c.punish(v, penalty)
		c.forget(v)
	})
}

const (
	// retry is the pause after a failed Accept.
	retry = 100 * time.Millisecond
	// warnEvery is the shortest time between two logs of that.
	warnEvery = time.Minute
)

// listener retries failed Accepts.
type listener struct {
	net.Listener
	log    *slog.Logger
	warn   rate.Sometimes
	failed func()
}

// Patient returns a listener that logs errors of Accept, such as a lack of file descriptors, and retries until l is
// closed. log may be nil.
func Patient(l net.Listener, log *slog.Logger) net.Listener { return patient(l, log, func() {}) }

// Patient is the function Patient for the listener of c: Refused counts the errors.
func (c *Control) Patient(l net.Listener, log *slog.Logger) net.Listener {
	return patient(l, log, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.refused.Failed++
	})
}

func patient(l net.Listener, log *slog.Logger, failed func()) *listener {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	return &listener{l, log, rate.Sometimes{Interval: warnEvery}, failed}
}

// Accept returns the next connection, or net.ErrClosed.
func (l *listener) Accept() (net.Conn, error) {
	for {
		conn, err := l.Listener.Accept()
		if err == nil || errors.Is(err, net.ErrClosed) {
			return conn, err
		}
		l.failed()
		l.warn.Do(func() {
			l.log.Error("cannot accept connections, trying again; if too many files are open, raise the limit (ulimit -n, LimitNOFILE)",
				"addr", l.Addr().String(), "err", err)
		})
		time.Sleep(retry)
	}
}
