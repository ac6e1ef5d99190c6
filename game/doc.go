// Package game holds the rules: a World, and what one tick does to it.
//
// A World is a value. It has no pointer, slice, map, string or float, so that
// saving it is an assignment, rolling back is an assignment, and two hosts that
// gave it the same Orders can compare theirs with ==. What stays the same while
// a match lasts (arena, classes, weapons, limits) stands beside it in a Setup.
//
//	orders ──► World.Step(setup, orders, events) ──► the World one tick later
//
// World.Step is the only clock. Chance comes from World.Rand. Nothing here
// knows of time, input devices, names or networks, and the same Orders give the
// same World on every machine.
//
// # Units
//
// One unit of length is a quarter of a terminal column. Positions are int32 in
// 1/256 unit, x to the right, y downwards, (0,0) the arena's upper left corner.
// Speeds are 1/256 unit a tick. Durations are ticks, 60 to the second.
package game
