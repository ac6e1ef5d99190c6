package net

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"dogfight/game"
)

var (
	errUnderWay = errors.New("the match has already started")
	errIdle     = errors.New("no match is in progress")
)

// Change has other options hold. A match that waits in the lobby takes them at once:
// everybody stays, is ready no more, and sees what is to be played now. Any other
// is played to its end as it began, and the next takes them. It reports whether
// they were taken at once. Options whose arena cannot be read change nothing. Safe
// from any goroutine while Run runs or after it.
func (o *Operator) Change(to MatchOptions) (atOnce bool, err error) {
	if err := to.Check(); err != nil {
		return false, fmt.Errorf("rotation: %w", err)
	}
	if _, err := o.match.setupOf(&to, 0); err != nil {
		return false, err
	}
	err = o.requests.ask(func() error {
		atOnce = o.change(to)
		return nil
	})
	return atOnce, err
}

func (o *Operator) change(to MatchOptions) (atOnce bool) {
	o.match.Picked = Candidate{}
	if o.match.World.Status != game.Waiting {
		o.match.Next = &to
		if o.match.OverAt != 0 {
			o.match.openBallot()
		}
		o.peers.broadcast(notice("the match settings change with the next match"))
		return false
	}
	o.match.take(to)
	o.match.startRound(o.match.roundSetup())
	o.peers.broadcast(notice("the match settings have changed: who is ready?"))
	return true
}

// Pick has a turn be played next, once, without a vote; after it the options go on as they would have. A match that waits in the lobby
// becomes that one at once. It returns what was picked. An arena that cannot be read or played changes nothing. Safe from any goroutine
// while Run runs or after it.
func (o *Operator) Pick(t Turn) (c Candidate, atOnce bool, err error) {
	err = o.requests.ask(func() error {
		c, atOnce, err = o.pick(t)
		return err
	})
	return c, atOnce, err
}

func (o *Operator) pick(t Turn) (c Candidate, atOnce bool, err error) {
	m := o.match
	options, round := m.coming()
	arena, err := options.arenaOf(t, round)
	if err != nil {
		return c, false, err
	}
	c = Candidate{Title: arena.Name, Arena: cmp.Or(t.Arena, arena.Name), Mode: t.Mode}
	if m.World.Status != game.Waiting {
		m.Picked = c
		if m.OverAt != 0 {
			m.openBallot()
		}
		o.peers.broadcast(notice("next: " + c.String()))
		return c, false, nil
	}
	setup, err := m.setupFor(c)
	if err != nil {
		return c, false, err
	}
	m.startRound(setup)
	o.peers.broadcast(notice("the match is " + c.String() + " now: who is ready?"))
	return c, true, nil
}

// Coming returns what is played now and what comes next, unless players vote for something else.
func (o *Operator) Coming() (now, next Candidate, err error) {
	err = o.requests.ask(func() error {
		m := o.match
		now = Candidate{Title: m.Setup.Arena.Name, Mode: m.Setup.Mode}
		var other bool
		if next, other = m.first(); !other {
			next = now
		}
		return nil
	})
	return now, next, err
}

// SetBots says how many bots stay. They come and go at once, in a match under way
// too. Safe from any goroutine while Run runs or after it.
func (o *Operator) SetBots(n int) {
	o.requests.ask(func() error { // which a closed host need not
		o.match.Options.Bots = n
		return nil
	})
}

// Tell tells everybody in the match something in a line, as a notice of the host's.
// Safe from any goroutine while Run runs or after it, but not for Run's own calls.
func (o *Operator) Tell(text string) {
	o.requests.ask(func() error { // which a closed host need not
		o.peers.proclaim(text)
		return nil
	})
}

// Start starts the match that waits, ready or not. Safe from any goroutine
// while Run runs or after it.
func (o *Operator) Start() error {
	return o.requests.ask(func() error { return o.match.orderIn(game.Waiting, game.OrderStart, errUnderWay) })
}

// Finish ends the match under way, as its time limit would. Safe from any
// goroutine while Run runs or after it.
func (o *Operator) Finish() error {
	return o.requests.ask(func() error { return o.match.orderIn(game.InProgress, game.OrderClose, errIdle) })
}

// order gives the coming tick an order to the whole match, unless it has it.
func (m *liveMatch) order(kind game.OrderKind) {
	if o := (game.Order{Kind: kind}); !slices.Contains(m.orders, o) {
		m.orders = append(m.orders, o)
	}
}
