package game

// pull draws a ship that flies near wells towards them: by Arena.Pull at the edge of a
// well's reach, and more the nearer it is, up to maxPull and to half of the ship's thrust:
// none is held fast.
func (ship *Ship) pull(a *Arena, thrust int32) {
	for _, well := range a.Wells {
		dx, dy := well.X-ship.X, well.Y-ship.Y
		if !within(dx, dy, WellRadius) {
			continue
		}
		d := max(distance(dx, dy), One)
		strength := min(a.Pull*(WellRadius/One)*One/d, maxPull) * One / (TickRate * TickRate)
		strength = min(strength, thrust/2)
		ship.VX = clampSpeed(ship.VX + dx/(d/One)*strength/One)
		ship.VY = clampSpeed(ship.VY + dy/(d/One)*strength/One)
	}
}

// distance returns the length of a way, a little less for what is rounded.
func distance(dx, dy int32) int32 {
	sum := uint64(int64(dx)*int64(dx) + int64(dy)*int64(dy))
	root := uint64(0)
	for bit := uint64(1) << 30; bit != 0; bit >>= 1 {
		if next := root | bit; next*next <= sum {
			root = next
		}
	}
	return int32(root)
}
