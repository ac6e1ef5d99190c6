package game

// Racer is how far the ship in a slot has come in a race.
type Racer struct {
	Late  uint8 // 1: it entered after the start, so that it has laps and no place
	Lap   uint8 // laps done
	Gate  uint8 // the checkpoint that comes next, from 0
	Place uint8 // in which it finished, from 1; 0 before, and without one
	Began Tick  // when it began this lap, 0 before the first
	Best  Tick  // what its best lap took, 0 without one
	Done  Tick  // when it finished, 0 before
}

func (r *Racer) hash(h *hash) {
	h.add(quad(r.Late, r.Lap, r.Gate, r.Place))
	h.add(uint64(r.Began)<<32 | uint64(r.Best))
	h.add(uint64(r.Done))
}
