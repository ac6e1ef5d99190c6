package net

import (
	"cmp"
	"net/netip"
	"slices"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/proto"
)

const (
	// seatsPerAddress is how many ships the players of an address have at most: as many
	// as a household or a club may bring, and few enough that one does not take the match.
	seatsPerAddress = 8
	// wideBits is what a provider gives who asks for more than one IPv6 /64, and
	// wideShare how many times as many ships as one of those it may have.
	wideBits, wideShare = 48, 2
)

// crowded reports whether as many others from the pilot's address have ships as may
// have. Seats that wait for their players count as well.
func (h *Host) crowded(p *pilot) bool {
	at := link.SiteOf(p.address)
	if !at.IsValid() { // in this program, or over something without addresses
		return false
	}
	most := h.seatsFor(p.address)
	wide := netip.PrefixFrom(at.Addr(), min(wideBits, at.Bits())).Masked()
	near, around := 0, 0
	for _, other := range h.seats {
		if other == nil || other == p || other.address == "" {
			continue
		}
		if from := link.SiteOf(other.address); from == at {
			near++
		} else if !at.Addr().Is6() || !wide.Contains(from.Addr()) {
			continue
		}
		around++
	}
	return near >= most || around >= most*wideShare
}

// seatsFor returns how many ships the players may have who come from where somebody is.
func (h *Host) seatsFor(address string) int {
	from, _ := netip.ParseAddrPort(address)
	switch at := from.Addr().Unmap(); {
	case at.IsLoopback(), h.conf.Local != nil && h.conf.Local(at):
		return game.MaxShips
	case h.conf.PerAddress > 0:
		return h.conf.PerAddress
	}
	return seatsPerAddress
}

// seatNow gives the pilot a ship if there is one for him.
func (h *Host) seatNow(p *pilot) bool {
	h.assign(p) // he may have chosen for an earlier match
	if !h.seat(p) && !(h.makeRoom() && h.seat(p)) {
		return false
	}
	p.inputs.cameAt, p.waitsSince = h.world.Tick, 0
	p.stir(h.world.Tick)
	return true
}

// wait has a pilot wait for a ship.
func (h *Host) wait(p *pilot) {
	if p.waitsSince == 0 {
		p.waitsSince = h.world.Tick
	}
}

// seatWaiting gives ships to those who wait, the one who waits longest first: those
// that are free, and those of players who have let theirs lie for long.
func (h *Host) seatWaiting() {
	if h.world.Tick%game.TickRate != 0 {
		return
	}
	wanted := map[*pilot]bool{} // who is to give way
	for _, p := range h.waiting() {
		crowded := h.crowded(p)
		if !crowded && h.seatNow(p) || h.succeed(p, crowded, wanted) {
			h.tellSeat(p, proto.SpawnOK)
		}
	}
	for _, p := range h.pilots {
		if !wanted[p] {
			p.warnedAt = 0
		}
	}
}

// waiting returns those who wait for a ship, in the order in which they began to.
func (h *Host) waiting() (some []*pilot) {
	for _, peer := range h.peers {
		if p := peer.pilot; p != nil && p.waitsSince != 0 && !p.seated() && !peer.leaving {
			some = append(some, p)
		}
	}
	slices.SortStableFunc(some, func(a, b *pilot) int { return cmp.Compare(a.waitsSince, b.waitsSince) })
	return some
}

// tellSeat tells a pilot's client which ship he has now.
func (h *Host) tellSeat(p *pilot, status proto.SpawnStatus) {
	if peer := h.peerOf(p); peer != nil {
		peer.say(&proto.SpawnResult{Status: status, Slot: p.Slot})
	}
}
