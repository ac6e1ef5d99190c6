package assets

import "dogfight/game"

// speed turns units a second into 1/256 unit a tick.
func speed(units int64) int32 {
	return int32(nearest(units*game.One, game.TickRate))
}

// acceleration turns units a second, each second, into 1/256 unit a tick, each
// tick.
func acceleration(units int64) int32 {
	return int32(nearest(units*game.One, game.TickRate*game.TickRate))
}

// ticks turns milliseconds into ticks.
func ticks(ms int64) int64 {
	return nearest(ms*game.TickRate, 1000)
}

// nearest divides what is not negative and rounds to the nearest.
func nearest(n, by int64) int64 {
	return (n + by/2) / by
}
