package game

// Hidden reports whether the ship in a slot cannot be seen by the one in the slot by: in
// a nebula, or with a cloak unless its gun has just fired, from farther than
// HiddenRange. Its own team always sees it, and everybody sees who carries the orb.
func (w *World) Hidden(s *Setup, slot, by int) bool {
	ship, from := &w.Ships[slot], &w.Ships[by]
	if !ship.hides(s.Arena) || slot == by || within(ship.X-from.X, ship.Y-from.Y, HiddenRange) {
		return false
	}
	return int(w.Orb.Carrier) != slot+1 && s.Foes(ship, from)
}

// hides reports whether the ship cannot be seen from afar.
func (ship *Ship) hides(a *Arena) bool {
	return ship.Cloak > 0 && ship.Cooldown == 0 || a.At(ship.X, ship.Y) == Nebula
}
