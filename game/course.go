package game

import "cmp"

// Course is the direction a ship is steered in. Idle to Right are numbered as
// in the Dogfight protocol, so that its dialect needs no table.
type Course uint8

// The nine courses.
const (
	Idle      Course = 0
	Up        Course = 1
	Down      Course = 2
	Left      Course = 3
	Right     Course = 4
	UpLeft    Course = 5
	UpRight   Course = 6
	DownLeft  Course = 7
	DownRight Course = 8
)

// Courses is the number of courses, Idle among them.
const Courses = 9

// diagonal is 256/sqrt(2), so that a diagonal is flown no faster than a straight.
const diagonal = 181

var vectors = [Courses][2]int32{
	Idle:      {0, 0},
	Up:        {0, -One},
	Down:      {0, One},
	Left:      {-One, 0},
	Right:     {One, 0},
	UpLeft:    {-diagonal, -diagonal},
	UpRight:   {diagonal, -diagonal},
	DownLeft:  {-diagonal, diagonal},
	DownRight: {diagonal, diagonal},
}

// Vector returns the course as a vector of length One, or (0,0) for Idle.
func (c Course) Vector() (x, y int32) {
	v := &vectors[c%Courses]
	return v[0], v[1]
}

// CourseOf returns the course that points along the signs of (x, y).
func CourseOf(x, y int32) Course {
	return bySign[sign(y)+1][sign(x)+1]
}

var bySign = [3][3]Course{
	{UpLeft, Up, UpRight},
	{Left, Idle, Right},
	{DownLeft, Down, DownRight},
}

func sign(v int32) int32 { return int32(cmp.Compare(v, 0)) }
