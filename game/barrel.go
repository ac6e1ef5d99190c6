package game

// Barrel drifts about and explodes when shot.
type Barrel struct {
	X, Y   int32
	VX, VY int32
	HP     uint8  // 0: gone
	Timer  uint16 // while gone: until a new one stands at its tile
}
