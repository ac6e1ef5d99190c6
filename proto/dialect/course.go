package dialect

import "dogfight/game"

// tan is of 22.5 degrees: what is steeper than that against an axis is a diagonal.
const tan = 0.41421356

// CourseOf returns the course nearest to a direction, or Idle for (0,0). It is
// Idle too if either number is NaN.
func CourseOf(x, y float32) game.Course {
	if x != x || y != y {
		return game.Idle
	}
	ax, ay := max(x, -x), max(y, -y)
	if ax < ay*tan {
		x = 0
	}
	if ay < ax*tan {
		y = 0
	}
	return game.CourseOf(sign(x), sign(y))
}

func sign(v float32) int32 {
	switch {
	case v < 0:
		return -1
	case v > 0:
		return 1
	}
	return 0
}
