package net

import (
	"fmt"
	"slices"
	"time"

	"dogfight/net/bans"
	"dogfight/net/link"
	"dogfight/proto"
)

// What whoever hosts a match may do with those in it. All of it is safe from any
// goroutine while Run runs or after it.

// Present is a pilot as his host knows him.
type Present struct {
	ID        uint16
	Name      string
	Identity  string // the fingerprint of his key; "" for who has shown none
	Address   string // where his client is, with a port, or how else it is joined; of a bot ""
	Ping      time.Duration
	Bot       bool // and nobody's ship
	Away      bool // the link is down
	Spectates bool
	Muted     bool
}

// Pilots returns everybody in the match, in the order in which they came.
func (h *Host) Pilots() (all []Present, err error) {
	err = h.ask(func() error {
		h.listPilots() // brings their pings up to date
		for _, p := range h.pilots {
			all = append(all, p.present())
		}
		return nil
	})
	return all, err
}

func (p *pilot) present() Present {
	return Present{
		ID: p.ID, Name: p.Name, Identity: p.identity, Address: p.address,
		Ping: time.Duration(p.Ping) * time.Millisecond, Bot: p.is(proto.BotPilot) && !p.standIn(), Away: p.is(proto.Away),
		Spectates: !p.seated(), Muted: p.muted,
	}
}

// Kick throws a pilot out, who may come in again.
func (h *Host) Kick(id uint16, reason string) error {
	return h.ask(func() error {
		p, err := h.human(id)
		if err != nil {
			return err
		}
		if reason == "" {
			reason = "no reason was given"
		} else if err := proto.ValidChat(reason); err != nil {
			return err
		}
		h.throwOut(p, reason)
		return nil
	})
}

// Mute has nobody hear what a pilot says, or hear it again. Who has shown a key stays
// mute when he comes again.
func (h *Host) Mute(id uint16, on bool) error {
	return h.ask(func() error {
		p, err := h.human(id)
		if err == nil {
			h.mute(p, on)
		}
		return err
	})
}

// Bans returns all bans, the oldest first.
func (h *Host) Bans() []bans.Ban { return h.conf.Bans.All() }

// Say has the host say something to everybody.
func (h *Host) Say(text string) error {
	return h.ask(func() error {
		if err := proto.ValidChat(text); err != nil {
			return err
		}
		h.notice(nil, text)
		return nil
	})
}

// KeysOf returns all keys of the player who has one: see HostConfig.Kin.
func (h *Host) KeysOf(identity string) []string { return h.kin(identity) }

// human finds a pilot who is no bot.
func (h *Host) human(id uint16) (*pilot, error) {
	i := slices.IndexFunc(h.pilots, func(p *pilot) bool { return p.ID == id })
	switch {
	case i < 0:
		return nil, fmt.Errorf("there is no pilot %d", id)
	case h.pilots[i].is(proto.BotPilot) && !h.pilots[i].standIn():
		return nil, fmt.Errorf("%s is a bot", h.pilots[i].Name)
	}
	return h.pilots[i], nil
}

// peerOf returns the client of a pilot, or nil if he is away.
func (h *Host) peerOf(who *pilot) *peer {
	i := slices.IndexFunc(h.peers, func(p *peer) bool { return p.pilot == who })
	if i < 0 {
		return nil
	}
	return h.peers[i]
}

// throwOut takes a pilot out of the match, whether he is there or not.
func (h *Host) throwOut(p *pilot, reason string) {
	if peer := h.peerOf(p); peer != nil {
		h.kick(peer, reason)
	} else {
		h.part(p, reason)
	}
}

func (h *Host) mute(p *pilot, on bool) {
	if p.muted == on {
		return
	}
	p.muted = on
	h.forgetLines(p)
	if p.identity != "" {
		for _, identity := range h.kin(p.identity) {
			delete(h.muted, identity)
		}
		if on {
			h.muted[p.identity] = true
		}
	}
	if peer := h.peerOf(p); peer != nil {
		text := "the host lets you talk again"
		if on {
			text = "the host has muted you: nobody hears what you say"
		}
		peer.say(&proto.Chat{Pilot: proto.Notice, Text: text})
	}
}

// bars reports whether somebody is banned by his address or one of his identities. The
// player who hosts is not, whatever is.
func (h *Host) bars(address string, kin []string) bool {
	return address != link.Here && h.conf.Bans.Bars(address, kin...)
}

// banned is what somebody is told who is.
const banned = "you are banned from this host"
