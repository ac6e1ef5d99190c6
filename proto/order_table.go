package proto

import "dogfight/game"

// table is how likely things are in an orderRun.
type table struct {
	More    [2]probability                 // another order that is no input: a first; a further one
	Change  [kinds][oldAge + 1]probability // of what is held, by kind of slot and age
	Back    [oldAge + 1]probability        // to what was held before, by age
	Turn    [kinds]probability             // otherwise: to another course
	Fire    [kinds][2]probability          // otherwise: the button goes up or down; without and with a turn
	Special [kinds][2]probability          // likewise
	Course  [game.Courses][8]probability   // the courses that are not held: a tree of three decisions, its root at 1
}
