package admission

import "net/netip"

// Visit is a connection that was let in. Its methods may be called from any goroutine, and more
// than once; nil has them too, and does nothing.
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
	gone
)

// Settle notes that the visitor has come in: they are not cut off any more.
func (v *Visit) Settle() {
	if v == nil {
		return
	}
	v.control.mu.Lock()
	defer v.control.mu.Unlock()
	if v.state != gone {
		v.control.close(v)
		v.state = settled
	}
}

// Rest notes that the visitor has got what they asked for, and may ask for more: leaving is no failure, but while they do
// not ask they are cut off where there is no room else. Settle ends it.
func (v *Visit) Rest() {
	if v == nil {
		return
	}
	v.control.mu.Lock()
	defer v.control.mu.Unlock()
	if v.state != gone {
		v.control.close(v)
		v.state = resting
		v.control.resting = append(v.control.resting, v)
	}
}

// Fail gives the visitor's address a penalty for what they did, besides what Leave does.
func (v *Visit) Fail() {
	if v == nil {
		return
	}
	v.control.mu.Lock()
	defer v.control.mu.Unlock()
	v.control.punish(v, failurePenalty)
}

// Leave forgets the visit. It must be called for each.
func (v *Visit) Leave() {
	if v == nil {
		return
	}
	v.control.mu.Lock()
	defer v.control.mu.Unlock()
	penalty := visitPenalty
	if v.state == halfOpen {
		penalty = failurePenalty
	}
	v.control.punish(v, penalty)
	v.control.forget(v)
}
