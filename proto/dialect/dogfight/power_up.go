package dogfight

// PowerUp lies in space for the first ship to touch it.
type PowerUp struct {
	X, Y int32
	Kind Kind
}

// Kind says what a PowerUp gives.
type Kind uint8

// The kinds.
const (
	None        Kind = 0 // what the document knows no word for
	HPPlusOne   Kind = 1
	HPPlusThree Kind = 2
	AmmoPlusOne Kind = 3
)

const powerUpSize = 9

func (up *PowerUp) append(b []byte) []byte {
	return append(appendI32(appendI32(b, up.X), up.Y), byte(up.Kind))
}

func (c *cursor) powerUp() (up PowerUp) {
	up.X, up.Y = c.i32("power_up pos_x"), c.i32("power_up pos_y")
	up.Kind = Kind(c.UpTo("power_up kind", uint8(AmmoPlusOne)))
	return up
}
