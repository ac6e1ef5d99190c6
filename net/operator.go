package net

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"dogfight/game"
	"dogfight/net/admission"
	"dogfight/proto"
)

// Operator is what the operator of a match may do with it. All of it is safe from any
// goroutine while Host.Run runs or after it, but not for Run's own calls. After it what
// has to be done by Run fails.
type Operator struct {
	requests  *requests
	match     *liveMatch
	peers     *peers
	admission *gate
}

// Present is a pilot as the host knows them.
type Present struct {
	ID        uint16
	Name      string
	Identity  string // the fingerprint of their key; "" if they have shown none
	Address   string // where their client is, with a port, or how else it is joined; of a bot ""
	Ping      time.Duration
	Bot       bool // for good: no stand-in for a player
	Away      bool // the link is down
	Spectates bool
	Muted     bool
	Proof     TokenProof // that the token is theirs which takes the seat back; zero of a bot
}

// Pilots returns everybody in the match, in the order in which they came.
func (o *Operator) Pilots() (all []Present, err error) {
	err = o.requests.ask(func() error {
		o.peers.updatePings()
		for _, p := range o.match.pilots {
			all = append(all, p.present())
		}
		return nil
	})
	return all, err
}

func (p *pilot) present() Present {
	return Present{
		ID: p.ID, Name: p.Name, Identity: p.Identity, Address: p.Address,
		Ping: time.Duration(p.Ping) * time.Millisecond, Bot: p.is(proto.BotPilot) && !p.standIn(), Away: p.is(proto.Away),
		Spectates: !p.seated(), Muted: p.Muted, Proof: p.Proof,
	}
}

// Kick throws a player out, who may come in again.
func (o *Operator) Kick(id uint16, reason string) error {
	return o.requests.ask(func() error {
		p, err := o.player(id)
		if err != nil {
			return err
		}
		if reason == "" {
			reason = "no reason was given"
		} else if err := proto.ValidChat(reason); err != nil {
			return err
		}
		o.remove(p, reason)
		return nil
	})
}

// Mute mutes a player for everyone, or no more. They stay muted when they come
// again, by their key or, without one, from the same place.
func (o *Operator) Mute(id uint16, on bool) error {
	return o.requests.ask(func() error {
		p, err := o.player(id)
		if err == nil {
			o.mute(p, on)
		}
		return err
	})
}

// Bans returns all bans, the oldest first.
func (o *Operator) Bans() []admission.Ban { return o.admission.bans.All() }

// Say has the host say something to everybody.
func (o *Operator) Say(text string) error {
	return o.requests.ask(func() error {
		if err := proto.ValidChat(text); err != nil {
			return err
		}
		o.peers.noticeAll(text)
		return nil
	})
}

// KeysOf returns all keys of the player who has one: see HostConfig.LinkedKeys.
func (o *Operator) KeysOf(identity string) []string { return o.admission.linkedKeys(identity) }

// player finds a player.
func (o *Operator) player(id uint16) (*pilot, error) {
	i := slices.IndexFunc(o.match.pilots, func(p *pilot) bool { return p.ID == id })
	switch {
	case i < 0:
		return nil, fmt.Errorf("there is no pilot %d", id)
	case o.match.pilots[i].is(proto.BotPilot) && !o.match.pilots[i].standIn():
		return nil, fmt.Errorf("%s is a bot", o.match.pilots[i].Name)
	}
	return o.match.pilots[i], nil
}

// throwOut takes a pilot out of the match, whether or not their client is there.
func (o *Operator) remove(p *pilot, reason string) {
	if peer := o.peers.find(p); peer != nil {
		peer.dismiss(&proto.Kick{Reason: reason})
		peer.pilot = nil
	}
	o.match.log.Info("pilot thrown out", "name", p.Name, "from", p.Address, "identity", p.Identity, "why", reason)
	o.match.remove(p, reason)
}

func (o *Operator) mute(p *pilot, on bool) {
	if p.Muted == on {
		return
	}
	p.Muted = on
	o.match.chatQueue.forget(p)
	o.admission.muted.set(p.Address, p.Identity, o.admission.linkedKeys(p.Identity), on)
	o.peers.notify(p, mutedText(on))
}

// KnowsToken reports whether a token takes a seat back here.
func (o *Operator) KnowsToken(t proto.Token) (is bool) {
	o.requests.ask(func() error {
		is = t != proto.Token{} && o.match.withToken(t) != nil
		return nil
	})
	return is
}

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
	o.match.setOptions(to)
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
	options, round := m.nextOptions()
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
		if next, other = m.nextCandidate(); !other {
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
		o.peers.noticeAll(text)
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

// Attendance is who was in a match at one moment.
type Attendance struct {
	proto.Info
	Status game.Status
	Pilots []proto.Pilot // in the order they came
	Scores []int32       // of the Pilots; 0 for those without a ship
}

// Who tells who is in the match, as spectators see it. Safe from any goroutine while Run runs or after
// it, and then an error.
func (h *Host) Who() (a Attendance, err error) {
	err = h.ask(func() error {
		world, pilots := &h.match.World, h.listPilots()
		if h.late != nil {
			world, pilots = &h.late.world, h.late.pilots
		}
		a.Info, a.Status = h.describe(), world.Status
		a.Pilots = append(a.Pilots, pilots...)
		for i := range a.Pilots {
			a.Scores = append(a.Scores, scoreIn(world, a.Pilots[i].Slot))
		}
		return nil
	})
	return a, err
}

// scoreIn returns the score of the ship in a slot, or 0 for none.
func scoreIn(w *game.World, slot uint8) int32 {
	if int(slot) >= len(w.Ships) {
		return 0
	}
	return w.Ships[slot].Score
}
