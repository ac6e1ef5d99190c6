package net

import (
	"net/netip"
	"slices"

	"dogfight/net/link"
	"dogfight/proto"
)

// mutes are whom the host has muted, until it ends: by their keys, and by where they were, for
// those who come without a key. Who makes himself another key is heard again, until he
// is muted by that; a ban takes his address too.
type mutes struct {
	keys   map[string]bool
	places map[netip.Prefix]bool
}

func newMutes() mutes { return mutes{map[string]bool{}, map[netip.Prefix]bool{}} }

// silence reports whether somebody who comes from an address, with these keys, is muted.
func (m *mutes) silence(from string, keys []string) bool {
	if len(keys) == 0 {
		return m.places[link.SiteOf(from)]
	}
	return slices.ContainsFunc(keys, func(key string) bool { return m.keys[key] })
}

// set mutes somebody, or no more. All his keys are one's.
func (m *mutes) set(from, key string, keys []string, on bool) {
	for _, other := range keys {
		delete(m.keys, other)
	}
	place := link.SiteOf(from)
	delete(m.places, place)
	if on && key != "" {
		m.keys[key] = true
	}
	if on && place.IsValid() {
		m.places[place] = true
	}
}

func (h *Host) mute(p *pilot, on bool) {
	if p.muted == on {
		return
	}
	p.muted = on
	h.forgetLines(p)
	h.muted.set(p.address, p.identity, h.kin(p.identity), on)
	if peer := h.peerOf(p); peer != nil {
		peer.tellMuted(on)
	}
}

// tellMuted tells somebody whether he is heard.
func (p *peer) tellMuted(on bool) {
	text := "the host lets you talk again"
	if on {
		text = "the host has muted you: nobody hears what you say"
	}
	p.say(&proto.Chat{Pilot: proto.Notice, Text: text})
}
