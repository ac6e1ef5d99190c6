package game

// Shot is one shot in flight. Its slot in World.Shots says whose.
type Shot struct {
	X, Y   int32
	VX, VY int32
	Weapon uint8
	Left   uint16 // ticks it still flies
}
