package net

import (
	"fmt"
	"time"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/proto"
)

// clientEntry is how a client comes in: by a hello alone or, once a host has asked for the
// password, by a proof that it knows it before.
type clientEntry struct {
	asked  bool // for the password, by the host; it must show from then on that it knows it
	prover *passwordProver
	proof  *passwordProof // over the link that is used now; nil before that is connected
	said   bool           // all that is said to come in
}

// enter says as much of that as can be said now.
func (c *Client) enter(now time.Time) {
	if !c.final() && c.link != nil {
		c.showTicket()
	}
	switch e := &c.entry; {
	case e.said || c.final() || c.link == nil:
	case !e.asked:
		c.sayHello()
	case e.proof == nil && c.link.Ready():
		e.proof = c.prover().Begin(link.Binding(c.link))
		c.say(&proto.ClientFirst{Text: e.proof.First()})
	case e.proof != nil:
		switch text, ok, err := e.proof.Final(); {
		case err != nil:
			c.end(Refused, hostError(err))
		case ok:
			c.dialledAt = now // the host may let it wait
			c.say(&proto.ClientFinal{Text: text})
			c.sayHello()
		}
	}
}

func (c *Client) sayHello() {
	c.entry.said = true
	c.say(&proto.Hello{
		Version: proto.Version, Tables: proto.TableVersion,
		RulesVersion: game.RulesVersion, Rules: game.RulesFingerprint,
		Token: c.token, Purpose: c.purpose(), Pace: c.pace(), Name: c.conf.Name,
	})
}

// prover returns what proves the password, the same each time: it remembers what
// was costly.
func (c *Client) prover() *passwordProver {
	e := &c.entry
	if e.prover == nil {
		e.prover = newPasswordProver(c.conf.Password, iterations)
		if c.conf.Likely != nil && !c.conf.Likely(c.conf.Password) {
			e.prover = unlikelyPassword(iterations)
		}
	}
	return e.prover
}

// proving reports whether the host waits for the client, which is busy with a proof.
func (c *Client) proving() bool { return c.entry.proof != nil && c.entry.proof.Busy() }

// unproven reports whether the host has still to show that it knows the password.
func (e *clientEntry) unproven() bool {
	return e.asked && (e.proof == nil || !e.proof.Confirmed())
}

// trusts reports whether a message may come from a host that is unproven: what leads to
// its proof, or ends it all.
func (e *clientEntry) trusts(m proto.Message) bool {
	switch m.(type) {
	case *proto.ServerFirst, *proto.ServerFinal, *proto.Reject, *proto.Kick, *proto.Bye:
		return true
	}
	return !e.unproven()
}

// hearProof takes the host's part of the proof.
func (c *Client) hearProof(m proto.Message) {
	err := error(errImpostorHost)
	if c.entry.proof != nil {
		switch m := m.(type) {
		case *proto.ServerFirst:
			err = c.entry.proof.Answer(m.Text)
		case *proto.ServerFinal:
			err = c.entry.proof.Confirm(m.Text)
		}
	}
	if err != nil {
		c.unmask(err)
	}
}

// unmask leaves a host that does not know the password.
func (c *Client) unmask(err error) {
	c.end(Refused, fmt.Errorf("%w: it is not the host you expect, or your connection is intercepted", err))
}
