package net

import (
	"errors"
	"slices"

	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/proto"
)

// Terms are what of a match can be changed by whoever hosts it.
type Terms struct {
	// Setup returns what a round is played with; they count from 0, the host's
	// first. Run calls it. Not nil.
	Setup func(round int) *game.Setup

	Bots  int // that stay
	Fill  int // ships to be kept in the match by further bots
	Skill int // of the bots, 1 to 5
}

var (
	errClosed   = errors.New("the host has closed the match")
	errUnderWay = errors.New("the match is under way already")
	errIdle     = errors.New("no match is under way")
)

// ask has Run do something, and returns when it is done. It must not be called
// before Run is, nor by it.
func (h *Host) ask(do func() error) error {
	answer := make(chan error, 1)
	select {
	case h.asked <- func() { answer <- do() }:
		return <-answer
	case <-h.closed:
		return errClosed
	}
}

// Change puts other terms. A match that waits in the lobby takes them at once:
// everybody stays, is ready no more, and sees what is to be played now. Any other
// is played to its end as it began, and the next takes them. It reports whether
// they were taken at once. Safe from any goroutine while Run runs or after it.
func (h *Host) Change(t Terms) (atOnce bool, err error) {
	err = h.ask(func() error {
		atOnce = h.change(t)
		return nil
	})
	return atOnce, err
}

func (h *Host) change(t Terms) (atOnce bool) {
	if h.world.Status != game.Waiting {
		h.coming = &t
		h.notice(nil, "the next match will be another")
		return false
	}
	h.take(t)
	h.startRound(t.Setup(h.turn))
	h.notice(nil, "the match has been changed: who is ready?")
	return true
}

// take has the terms hold from now on.
func (h *Host) take(t Terms) {
	retrain := t.Skill != h.terms.Skill
	h.terms, h.coming = t, nil
	for _, p := range h.pilots {
		if retrain && p.is(proto.BotPilot) {
			p.bot = bot.New(t.Skill, h.chance.Uint64())
		}
	}
}

// SetBots says how many bots stay. They come and go at once, in a match under way
// too. Safe from any goroutine while Run runs or after it.
func (h *Host) SetBots(n int) {
	h.ask(func() error { // which a closed host need not
		h.terms.Bots = n
		return nil
	})
}

// Tell tells everybody in the match something in a line, as a notice of the host's.
// Safe from any goroutine while Run runs or after it, but not for Run's own calls.
func (h *Host) Tell(text string) {
	h.ask(func() error { // which a closed host need not
		h.notice(nil, text)
		return nil
	})
}

// Start starts the match that waits, whoever is ready. Safe from any goroutine
// while Run runs or after it.
func (h *Host) Start() error {
	return h.ask(func() error { return h.orderIn(game.Waiting, game.OrderStart, errUnderWay) })
}

// Finish ends the match under way, as its time limit would. Safe from any
// goroutine while Run runs or after it.
func (h *Host) Finish() error {
	return h.ask(func() error { return h.orderIn(game.InProgress, game.OrderClose, errIdle) })
}

// orderIn gives the coming tick an order to the whole match if it is in the status.
func (h *Host) orderIn(status game.Status, kind game.OrderKind, otherwise error) error {
	if h.world.Status != status {
		return otherwise
	}
	h.order(kind)
	return nil
}

// order gives the coming tick an order to the whole match, unless it has it.
func (h *Host) order(kind game.OrderKind) {
	if o := (game.Order{Kind: kind}); !slices.Contains(h.orders, o) {
		h.orders = append(h.orders, o)
	}
}
