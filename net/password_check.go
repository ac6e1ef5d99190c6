package net

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"dogfight/net/link"
	"dogfight/proto"
)

// iterations of a proof that hosts ask for, and the fewest that clients do. Tests set fewer.
var iterations = passwordIterations

// passwordCheck has visitors prove that they know the match's password. What is exported, and
// guesses, is safe from any goroutine; the rest is Run's.
type passwordCheck struct {
	verifier atomic.Pointer[passwordVerifier] // nil: the match has none
	guesses  guesses
	counts   *hostCounts // Run's
	log      *slog.Logger
}

// newPasswordCheck takes a moment, unless the text is "": then there is no password.
func newPasswordCheck(text string, log *slog.Logger, counts *hostCounts) *passwordCheck {
	c := &passwordCheck{guesses: newGuesses(), log: log, counts: counts}
	c.demand(text)
	return c
}

// demand has visitors prove from now on that they know another password, or none if it is "". It takes a moment.
func (c *passwordCheck) demand(text string) {
	switch now := c.verifier.Load(); {
	case text == "":
		c.verifier.Store(nil)
	case now == nil || !now.Is(text):
		c.verifier.Store(newPasswordVerifier(text, iterations))
	}
}

// candidate is a peer that proves that it knows the password.
type candidate struct {
	exam   *passwordExam // nil before its ClientFirst
	asked  time.Time     // when it was challenged
	final  string        // its proof
	came   time.Time     // when that came; zero while none waits to be heard
	passed bool
}

// answering is how long a peer may take to answer a challenge. A small board needs some
// seconds for it.
const answering = 10 * time.Second

const (
	closedMatch   = "this match asks for a password"
	wrongPassword = "that is not the password of this match"
	relayed       = "your connection is relayed: a third party can listen and change what is sent"
)

// busy reports whether a peer is being examined, and may take its time.
func (c *candidate) busy(now time.Time) bool {
	return c.exam != nil && !c.passed && now.Sub(c.asked) <= answering+proofWait
}

// waits reports whether a peer's proof is to be heard before all that it sent after it.
func (c *candidate) waits() bool { return !c.came.IsZero() }

// passes reports whether a peer may come in. The player who hosts knows the password.
func (c *passwordCheck) passes(p *peer) bool {
	return !c.Closed() || p.passed || p.link.Remote() == link.Here
}

// errNoProof refuses what nobody asked for.
var errNoProof = errors.New("unexpected proof of a password")

// hearFirst challenges a peer to prove that it knows the password. After an error the
// peer must go.
func (c *passwordCheck) hearFirst(p *peer, text string, now time.Time) error {
	verifier := c.verifier.Load()
	if verifier == nil || p.exam != nil || p.pilot != nil {
		return errNoProof
	}
	p.exam, p.asked = verifier.Examine(link.Binding(p.link)), now
	challenge, err := p.exam.Challenge(text)
	if err != nil {
		c.log.Debug("malformed proof", "from", p.link.Remote(), "err", err)
		return errors.New("malformed proof of the password")
	}
	p.say(&proto.ServerFirst{Text: challenge})
	return nil
}

// hearFinal takes a peer's proof, which may have to wait. After an error the peer must go.
func (c *passwordCheck) hearFinal(p *peer, text string, now time.Time) error {
	if p.exam == nil || p.passed {
		return errNoProof
	}
	p.final, p.came = text, now
	c.judge(p, now)
	return nil
}

// judge hears a proof that has waited for long enough.
func (c *passwordCheck) judge(p *peer, now time.Time) {
	if !p.waits() || p.leaving || c.guesses.wait(p.link.Remote(), p.came, now) > 0 {
		return
	}
	p.came = time.Time{}
	answer, err := p.exam.Verdict(p.final)
	switch {
	case err == nil:
		p.passed, p.since = true, now
		p.say(&proto.ServerFinal{Text: answer})
		return
	case errors.Is(err, errRelayedPassword):
		c.counts.refuse(p, &proto.Reject{Code: proto.RejectRelayed, Reason: relayed})
	default:
		c.counts.refuse(p, &proto.Reject{Code: proto.RejectWrongPassword, Reason: wrongPassword})
	}
	c.noteWrong(p.link.Remote(), err, now)
}

func (c *passwordCheck) noteWrong(from string, why error, now time.Time) {
	if c.guesses.note(from, now) {
		c.log.Info("wrong password", "from", from, "why", why)
	}
}

// Closed reports whether the match has a password. Safe from any goroutine.
func (c *passwordCheck) Closed() bool { return c.verifier.Load() != nil }

// Likely reports whether a password that was typed into this process may be the
// right one: see password.Verifier. Safe from any goroutine.
func (c *passwordCheck) Likely(typed string) bool {
	verifier := c.verifier.Load()
	return verifier == nil || verifier.Likely(typed)
}

// Knows returns nil if the password that was typed into this process is right, or
// the match has none, and otherwise why the visitor may be told nothing. Where others were
// typed wrongly it waits first, as for a proof. Safe from any goroutine.
func (c *passwordCheck) Knows(ctx context.Context, from, typed string) error {
	verifier := c.verifier.Load()
	if verifier == nil {
		return nil
	}
	for came := time.Now(); ; {
		now := time.Now()
		wait := c.guesses.wait(from, came, now)
		if wait <= 0 {
			break
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	if !verifier.Is(typed) {
		c.noteWrong(from, errWrongPassword, time.Now())
		return errors.New(wrongPassword)
	}
	return nil
}
