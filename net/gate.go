package net

import (
	"context"
	"errors"
	"time"

	"dogfight/net/link"
	"dogfight/net/password"
	"dogfight/proto"
)

// gate has those who come in prove that they know the match's password. Safe from any
// goroutine.
type gate struct {
	verifier *password.Verifier // nil: the match has none
	guesses  guesses
}

func (g *gate) close(text string) {
	g.guesses = newGuesses()
	if text != "" {
		g.verifier = password.NewVerifier(text)
	}
}

// candidate is a peer at the gate.
type candidate struct {
	exam   *password.Exam // nil before its ClientFirst
	asked  time.Time      // when it was challenged
	final  string         // its proof
	came   time.Time      // when that came; zero while none waits to be heard
	passed bool
}

// answering is how long a peer may take to answer a challenge. A small board needs some
// seconds for it.
const answering = 10 * time.Second

const (
	closedMatch   = "this match asks for a password"
	wrongPassword = "that is not the password of this match"
	relayed       = "your connection does not end at this host: somebody passes it on, and may listen and change what is said"
)

// busy reports whether a peer is being examined, and may take its time.
func (c *candidate) busy(now time.Time) bool {
	return c.exam != nil && !c.passed && now.Sub(c.asked) <= answering+proofWait
}

// waits reports whether a peer's proof is to be heard before all that it sent after it.
func (c *candidate) waits() bool { return !c.came.IsZero() }

// passes reports whether a peer may come in, or else asks it for the password. The
// player who hosts knows it.
func (h *Host) passes(p *peer) bool {
	if h.gate.verifier == nil || p.passed || p.link.Remote() == link.Here {
		return true
	}
	p.dismiss(&proto.Reject{Code: proto.RejectPassword, Reason: closedMatch})
	return false
}

// hearFirst challenges a peer to prove that it knows the password.
func (h *Host) hearFirst(p *peer, m *proto.ClientFirst, now time.Time) {
	if h.gate.verifier == nil || p.exam != nil || p.pilot != nil {
		h.kick(p, "expected no proof of a password")
		return
	}
	p.exam, p.asked = h.gate.verifier.Examine(link.Binding(p.link)), now
	challenge, err := p.exam.Challenge(m.Text)
	if err != nil {
		h.log.Debug("malformed proof", "from", p.link.Remote(), "err", err)
		h.kick(p, "malformed proof of the password")
		return
	}
	p.say(&proto.ServerFirst{Text: challenge})
}

// hearFinal takes a peer's proof, which may have to wait.
func (h *Host) hearFinal(p *peer, m *proto.ClientFinal, now time.Time) {
	if p.exam == nil || p.passed {
		h.kick(p, "expected no proof of a password")
		return
	}
	p.final, p.came = m.Text, now
	h.judge(p, now)
}

// judge hears a proof that has waited for long enough.
func (h *Host) judge(p *peer, now time.Time) {
	if !p.waits() || p.leaving || h.gate.guesses.wait(p.link.Remote(), p.came, now) > 0 {
		return
	}
	p.came = time.Time{}
	answer, err := p.exam.Verdict(p.final)
	switch {
	case err == nil:
		p.passed, p.since = true, now
		p.say(&proto.ServerFinal{Text: answer})
		return
	case errors.Is(err, password.ErrRelayed):
		p.dismiss(&proto.Reject{Code: proto.RejectRelayed, Reason: relayed})
	default:
		p.dismiss(&proto.Reject{Code: proto.RejectWrongPassword, Reason: wrongPassword})
	}
	h.noteWrong(p.link.Remote(), err, now)
}

func (h *Host) noteWrong(from string, why error, now time.Time) {
	if h.gate.guesses.note(from, now) {
		h.log.Info("wrong password", "from", from, "why", why)
	}
}

// Closed reports whether the match has a password. Safe from any goroutine.
func (h *Host) Closed() bool { return h.gate.verifier != nil }

// Likely reports whether a password that somebody has typed into this process may be the
// right one: see password.Verifier. Safe from any goroutine.
func (h *Host) Likely(typed string) bool {
	return h.gate.verifier == nil || h.gate.verifier.Likely(typed)
}

// Knows returns nil if the password is right that somebody has typed into this process, or
// the match has none, and otherwise why he may be told nothing. Where others were
// typed wrongly it waits first, as for a proof. Safe from any goroutine.
func (h *Host) Knows(ctx context.Context, from, typed string) error {
	if h.gate.verifier == nil {
		return nil
	}
	for came := time.Now(); ; {
		now := time.Now()
		wait := h.gate.guesses.wait(from, came, now)
		if wait <= 0 {
			break
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	if !h.gate.verifier.Is(typed) {
		h.noteWrong(from, password.ErrWrong, time.Now())
		return errors.New(wrongPassword)
	}
	return nil
}
