package net

import (
	"fmt"
	"slices"
	"time"

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
		o.peers.notePings()
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
		o.throwOut(p, reason)
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
		o.peers.proclaim(text)
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
func (o *Operator) throwOut(p *pilot, reason string) {
	if peer := o.peers.of(p); peer != nil {
		peer.dismiss(&proto.Kick{Reason: reason})
		peer.pilot = nil
	}
	o.match.log.Info("pilot thrown out", "name", p.Name, "from", p.Address, "identity", p.Identity, "why", reason)
	o.match.part(p, reason)
}

func (o *Operator) mute(p *pilot, on bool) {
	if p.Muted == on {
		return
	}
	p.Muted = on
	o.match.chatQueue.forget(p)
	o.admission.muted.set(p.Address, p.Identity, o.admission.linkedKeys(p.Identity), on)
	o.peers.tell(p, mutedText(on))
}

// KnowsToken reports whether a token takes a seat back here.
func (o *Operator) KnowsToken(t proto.Token) (is bool) {
	o.requests.ask(func() error {
		is = t != proto.Token{} && o.match.byToken(t) != nil
		return nil
	})
	return is
}
