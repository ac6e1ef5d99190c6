package net

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"dogfight/game"
	"dogfight/net/admission"
	"dogfight/net/link"
	"dogfight/proto"
)

// Operator has the commands of a match's operator. They are safe for concurrent use while Host.Run runs, but not from Run itself. After Run
// commands that need it fail.
type Operator struct {
	requests  *requests
	match     *liveMatch
	peers     *peers
	admission *gate
}

// PilotInfo describes a pilot to the operator.
type PilotInfo struct {
	ID        uint16
	Name      string
	Identity  string // the fingerprint of their key; "" for none
	Address   string // of their client, with a port, or the kind of its link; "" for a bot
	Ping      time.Duration
	Path      link.Path // of their client's data
	Bot       bool      // not a substitute
	Away      bool      // the link is down
	Spectates bool
	Muted     bool
	Proof     TokenProof // of the token that reclaims the seat; zero for a bot
}

// Pilots returns all pilots of the match, in the order in which they joined.
func (o *Operator) Pilots() ([]PilotInfo, error) {
	return get(o.requests, func() ([]PilotInfo, error) {
		o.peers.updatePings()
		return listPresent(o.match.pilots), nil
	})
}

func (p *pilot) present() PilotInfo {
	return PilotInfo{
		ID: p.ID, Name: p.Name, Identity: p.Identity, Address: p.Address,
		Ping: time.Duration(p.Ping) * time.Millisecond, Path: p.path, Bot: p.is(proto.BotPilot) && !p.isSubstitute(), Away: p.is(proto.Away),
		Spectates: !p.seated(), Muted: p.Muted, Proof: p.Proof,
	}
}

// Kick removes a player. They may join again.
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

// Warn sends a player a warning that no other player sees.
func (o *Operator) Warn(id uint16, text string) error {
	return o.requests.ask(func() error {
		p, err := o.player(id)
		if err == nil {
			err = proto.ValidChat(text)
		}
		if err == nil {
			o.peers.notify(p, "the host warns you: "+text)
		}
		return err
	})
}

// Mute mutes or unmutes a player for all. Players stay muted when they join again, by key or, without one, by address.
func (o *Operator) Mute(id uint16, on bool) error {
	return o.requests.ask(func() error {
		p, err := o.player(id)
		if err == nil {
			o.mute(p, on)
		}
		return err
	})
}

// Bans returns all bans, oldest first.
func (o *Operator) Bans() []admission.Ban { return o.admission.bans.All() }

// SendNotice sends a notice to all.
func (o *Operator) SendNotice(text string) error {
	return o.requests.ask(func() error {
		if err := proto.ValidChat(text); err != nil {
			return err
		}
		o.peers.noticeAll(text)
		return nil
	})
}

// KeysOf returns all keys of a player, given one: see HostConfig.LinkedKeys.
func (o *Operator) KeysOf(identity string) []string { return o.admission.linkedKeys(identity) }

// player returns the player with an id.
func (o *Operator) player(id uint16) (*pilot, error) {
	i := slices.IndexFunc(o.match.pilots, func(p *pilot) bool { return p.ID == id })
	switch {
	case i < 0:
		return nil, fmt.Errorf("there is no pilot %d", id)
	case o.match.pilots[i].is(proto.BotPilot) && !o.match.pilots[i].isSubstitute():
		return nil, fmt.Errorf("%s is a bot", o.match.pilots[i].Name)
	}
	return o.match.pilots[i], nil
}

// remove takes a pilot out of the match, whether or not their client is connected.
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

// KnowsToken reports whether a token reclaims a seat here.
func (o *Operator) KnowsToken(t proto.Token) bool {
	known, _ := get(o.requests, func() (bool, error) { return t != proto.Token{} && o.match.withToken(t) != nil, nil })
	return known
}

var (
	errUnderWay = errors.New("the match has already started")
	errIdle     = errors.New("no match is in progress")
)

// Change sets the options. In the lobby they apply at once: all stay, are no longer ready, and see the new match. Otherwise they apply from
// the next match on. atOnce reports which. Options with an unreadable arena change nothing.
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

// Pick sets the next match, once and without a vote; after it the options apply again. In the lobby it applies at once. It returns the
// match that was picked. An arena that cannot be read or played changes nothing.
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

// CurrentAndNext returns the current match, and the next unless players vote for another.
func (o *Operator) CurrentAndNext() (now, next Candidate, err error) {
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

// SetBots sets the number of permanent bots, at once.
func (o *Operator) SetBots(n int) {
	o.requests.ask(func() error { // an error does not matter: the host has closed
		o.match.Options.Bots = n
		return nil
	})
}

// Notify sends a notice to all.
func (o *Operator) Notify(text string) {
	o.requests.ask(func() error { // an error does not matter: the host has closed
		o.peers.noticeAll(text)
		return nil
	})
}

// Start starts the match that waits in the lobby, ready or not.
func (o *Operator) Start() error {
	return o.requests.ask(func() error { return o.match.orderIn(game.Waiting, game.OrderStart, errUnderWay) })
}

// Finish ends the match in progress as its time limit would.
func (o *Operator) Finish() error {
	return o.requests.ask(func() error { return o.match.orderIn(game.InProgress, game.OrderClose, errIdle) })
}

// order adds an order to the coming tick, once.
func (m *liveMatch) order(kind game.OrderKind) {
	if o := (game.Order{Kind: kind}); !slices.Contains(m.orders, o) {
		m.orders = append(m.orders, o)
	}
}

// Attendance is the list of pilots of a match at one moment.
type Attendance struct {
	proto.Info
	Status game.Status
	Pilots []proto.Pilot // in the order in which they joined
	Scores []int32       // of Pilots; 0 without a ship
}

// Attendance returns the pilots of the match, as spectators see it. Safe for concurrent use while Run runs; after it an error.
func (h *Host) Attendance() (a Attendance, err error) {
	err = h.ask(func() error {
		world, pilots := &h.match.World, h.listPilots()
		if h.late != nil {
			world, pilots = &h.late.world, h.late.pilots
		}
		a.Info, a.Status = h.describe(), world.Status
		a.Pilots = append(a.Pilots, pilots...)
		for i := range a.Pilots {
			score := int32(0)
			if slot := int(a.Pilots[i].Slot); slot < len(world.Ships) {
				score = world.Ships[slot].Score
			}
			a.Scores = append(a.Scores, score)
		}
		return nil
	})
	return a, err
}
