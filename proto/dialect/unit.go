package dialect

import "dogfight/game"

// Unit turns a position or velocity of a World into arena units.
func Unit(v int32) float32 { return float32(v) / game.One }

// Whole turns a position of a World into whole arena units.
func Whole(v int32) int32 { return v >> 8 } // by game.One, downwards where a division goes to 0
