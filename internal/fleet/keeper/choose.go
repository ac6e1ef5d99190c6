package keeper

import (
	"encoding/binary"
	"hash/fnv"

	"dogfight/internal/fleet"
)

// chooseStandby returns which of the hosts is to stand by for a match at a host: none, 0, if there is nobody. A host of the same program is
// preferred, for it reads the log for sure; among those the match itself decides, so that the standbys of a host's matches are spread
// over all others.
func chooseStandby(match fleet.ID, self *fleet.Host, hosts []fleet.Host, but func(fleet.ID) bool) (best fleet.ID) {
	var highest uint64
	for i := range hosts {
		h := &hosts[i]
		if h.ID == self.ID || h.Draining || h.Room == 0 || h.Protocol != self.Protocol || h.Rules != self.Rules || but(h.ID) {
			continue
		}
		weight := rank(match, h.ID) >> 1
		if h.Version == self.Version {
			weight |= 1 << 63
		}
		if best == 0 || weight > highest {
			best, highest = h.ID, weight
		}
	}
	return best
}

func rank(match, host fleet.ID) uint64 {
	h := fnv.New64a()
	var b [16]byte
	binary.BigEndian.PutUint64(b[:], uint64(match))
	binary.BigEndian.PutUint64(b[8:], uint64(host))
	h.Write(b[:])
	x := h.Sum64() // whose high bits hardly depend on the last byte
	x ^= x >> 32
	x *= 0xd6e8feb86659fd93
	return x ^ x>>32
}
