package game

// Heat is how far a race is, as a whole.
type Heat struct {
	Called Tick  // when the first ship took its place behind the line, 0 before
	Go     Tick  // when the ships are let go, 0 before one is there
	Won    Tick  // when the first finished, 0 before
	Placed uint8 // how many finished and have a place
}

func (h *Heat) hash(to *hash) {
	to.add(uint64(h.Called)<<32 | uint64(h.Go))
	to.add(uint64(h.Won)<<32 | uint64(h.Placed))
}
