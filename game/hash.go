package game

import "math/bits"

// Hash returns a hash of the whole World. Equal Worlds have equal hashes on every
// machine and in every build of one protocol version.
func (w *World) Hash() uint64 {
	h := hash(0x9e3779b97f4a7c15)
	h.add(uint64(w.Tick)<<32 | uint64(w.Started))
	h.add(uint64(uint32(w.TeamScores[4]))<<32 | uint64(w.Status))
	h.add(uint64(w.Rand))
	h.pair(w.TeamScores[0], w.TeamScores[1])
	h.pair(w.TeamScores[2], w.TeamScores[3])
	for i := range w.Ships {
		w.Ships[i].hash(&h)
	}
	for i := range w.Shots {
		for live := w.Ships[i].Live; live != 0; live &= live - 1 {
			w.Shots[i][bits.TrailingZeros8(live)].hash(&h)
		}
	}
	for i := range w.Barrels {
		w.Barrels[i].hash(&h)
	}
	for i := range w.Items {
		w.Items[i].hash(&h)
	}
	w.hashModes(&h)
	return h.sum()
}

// hashModes adds the state of the modes, without unused parts.
func (w *World) hashModes(h *hash) {
	w.Rounds.hash(h)
	w.Zone.hash(h)
	w.Orb.hash(h)
	w.Heat.hash(h)
	w.Assault.hash(h)
	for i := range w.Racers {
		if r := &w.Racers[i]; *r != (Racer{}) {
			h.add(uint64(i))
			r.hash(h)
		}
	}
	for i := range w.Trails {
		if t := &w.Trails[i]; t.Count|t.Jump != 0 {
			h.add(uint64(i))
			t.hash(h)
		}
	}
	for i := range w.Drones {
		if d := &w.Drones[i]; d.Wave != 0 {
			h.add(uint64(i))
			d.hash(h)
		}
	}
}

func (ship *Ship) hash(h *hash) {
	h.add(octets(uint8(ship.State), ship.Team, uint8(ship.Input), uint8(ship.Facing),
		ship.HP, ship.Live, ship.Extra, ship.Hits))
	if ship.State == Empty {
		return
	}
	h.pair(ship.X, ship.Y)
	h.pair(ship.VX, ship.VY)
	h.add(octets(ship.Class, ship.Weapon, ship.NextClass, ship.NextWeapon,
		ship.Cooldown, ship.Boost, ship.Respawn, ship.Protect))
	h.add(uint64(ship.Shield)<<16 | uint64(ship.Overdrive))
	for _, a := range ship.Attackers {
		h.add(uint64(a.Slot)<<16 | uint64(a.Left))
	}
	h.add(uint64(uint32(ship.Score))<<32 | uint64(ship.Kills)<<16 | uint64(ship.Deaths))
	h.add(quad(ship.Seekers, ship.Level, ship.Lives, ship.Wins))
	h.add(uint64(ship.Cloak)<<16 | uint64(ship.Assists))
}

func (shot *Shot) hash(h *hash) {
	h.pair(shot.X, shot.Y)
	h.pair(shot.VX, shot.VY)
	h.add(uint64(shot.Prey)<<32 | uint64(shot.Weapon)<<16 | uint64(shot.Left))
}

func (b *Barrel) hash(h *hash) {
	h.pair(b.X, b.Y)
	h.pair(b.VX, b.VY)
	h.add(uint64(b.HP)<<16 | uint64(b.Timer))
}

func (item *Item) hash(h *hash) {
	h.pair(item.X, item.Y)
	h.add(uint64(item.Kind)<<16 | uint64(item.Timer))
}

// hash mixes 64-bit words with the finaliser of MurmurHash3 (Appleby 2011), shortened
// to one round a word.
type hash uint64

func (h *hash) add(v uint64) {
	x := (uint64(*h) ^ v) * 0xff51afd7ed558ccd
	*h = hash(x ^ x>>32)
}

func (h *hash) pair(a, b int32) { h.add(uint64(uint32(a))<<32 | uint64(uint32(b))) }

func (h *hash) sum() uint64 {
	x := uint64(*h) * 0xc4ceb9fe1a85ec53
	return x ^ x>>33
}

// octets returns the number of eight bytes. A loop would not be inlined, which makes
// Hash a quarter slower.
func octets(a, b, c, d, e, f, g, h uint8) uint64 { return quad(a, b, c, d)<<32 | quad(e, f, g, h) }

func quad(a, b, c, d uint8) uint64 {
	return uint64(a)<<24 | uint64(b)<<16 | uint64(c)<<8 | uint64(d)
}
