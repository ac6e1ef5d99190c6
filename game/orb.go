package game

// Orb is the one that teams fight for. While a ship carries it, it is where the ship is.
type Orb struct {
	X, Y    int32
	Carrier uint8  // the slot that has it, and one; 0 for none
	Timer   uint16 // lying away from home: until it is back there; at home: until it can be taken
}

// Held returns the slot of the ship that carries the orb, and whether there is one.
func (o *Orb) Held() (slot int, ok bool) { return int(o.Carrier) - 1, o.Carrier > 0 }

// AtHome reports whether the orb lies where it begins.
func (o *Orb) AtHome(s *Setup) bool {
	return o.Carrier == 0 && o.X == s.Arena.Middle.X && o.Y == s.Arena.Middle.Y
}

// Free reports whether a ship that touches the orb now takes it.
func (o *Orb) Free(s *Setup) bool { return o.Carrier == 0 && (o.Timer == 0 || !o.AtHome(s)) }

// goHome puts the orb where it begins, to be taken after some ticks.
func (o *Orb) goHome(s *Setup, wait uint16) {
	*o = Orb{X: s.Arena.Middle.X, Y: s.Arena.Middle.Y, Timer: wait}
}

func (o *Orb) hash(h *hash) {
	h.pair(o.X, o.Y)
	h.add(uint64(o.Carrier)<<16 | uint64(o.Timer))
}
