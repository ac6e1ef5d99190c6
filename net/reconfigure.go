package net

import "cmp"

// Reconfiguration is what of a HostConfig may become another while the Host runs.
type Reconfiguration struct {
	Title   string // "": as it is
	Welcome []string
}

// Reconfigure has another configuration hold for those who come from now on. Safe from any goroutine while Run runs or after it.
func (h *Host) Reconfigure(to Reconfiguration) error {
	return h.ask(func() error {
		h.conf.Title, h.conf.Welcome = cmp.Or(to.Title, h.conf.Title), to.Welcome
		return nil
	})
}

// Demand has those who come from now on know another password, or none if it is "". It takes a moment. Safe from any goroutine.
func (h *Host) Demand(password string) { h.passwordCheck.demand(password) }

// RenewBans reads the file of bans again, and throws out whom it bans. Safe from any goroutine while Run runs or after it.
func (o *Operator) RenewBans() error {
	return o.requests.ask(func() error {
		if err := o.admission.bans.Renew(); err != nil {
			return err
		}
		o.enforceBans()
		return nil
	})
}
