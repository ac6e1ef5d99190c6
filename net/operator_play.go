package net

import (
	"errors"
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
		o.peers.broadcast(notice(text))
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
