package dogfight

// Direction is where a ship or a bullet goes. The numbers are those of game.Course.
type Direction uint8

// The directions.
const (
	Idle  Direction = 0
	Up    Direction = 1
	Down  Direction = 2
	Left  Direction = 3
	Right Direction = 4
)

// directionOf returns the direction nearest to a vector; of a diagonal, Left or Right.
func directionOf(x, y int32) Direction {
	switch {
	case x == 0 && y == 0:
		return Idle
	case x < 0 && -x >= max(y, -y):
		return Left
	case x > 0 && x >= max(y, -y):
		return Right
	case y < 0:
		return Up
	}
	return Down
}
