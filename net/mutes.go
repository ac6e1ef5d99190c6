package net

import (
	"maps"
	"net/netip"
	"slices"

	"dogfight/net/link"
)

// mutes are the players whom the host has muted, until it ends: by their keys, and by where they were, for
// those who come without a key. A player who makes another key is heard again, until
// that is muted too; a ban takes their address as well.
type mutes struct {
	keys   map[string]bool
	places map[netip.Prefix]bool
}

func newMutes() mutes { return mutes{map[string]bool{}, map[netip.Prefix]bool{}} }

// silence reports whether a player who comes from an address, with these keys, is muted.
func (m *mutes) silence(from string, keys []string) bool {
	if len(keys) == 0 {
		return m.places[link.SiteOf(from)]
	}
	return slices.ContainsFunc(keys, func(key string) bool { return m.keys[key] })
}

// save returns them all, in order.
func (m *mutes) save() (s savedMutes) {
	s.Keys = slices.Sorted(maps.Keys(m.keys))
	s.Places = slices.SortedFunc(maps.Keys(m.places), netip.Prefix.Compare)
	return s
}

// restore mutes those who were.
func (m *mutes) restore(s savedMutes) {
	for _, key := range s.Keys {
		m.keys[key] = true
	}
	for _, place := range s.Places {
		m.places[place] = true
	}
}

// set mutes a player, or no more. All their keys count as one.
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

// mutedText is what players are told whom the host has muted, or not any more.
func mutedText(on bool) string {
	if on {
		return "the host has muted you: no one sees your chat"
	}
	return "the host has unmuted you"
}
