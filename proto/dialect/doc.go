// Package dialect has the common parts of the foreign protocols below it. Each of
// them lets programs into a match that were written from that protocol's own
// document. Its package holds the messages, Append and Parse in both directions,
// and a session: the host's end of one player.
//
// A session is a pure machine from bytes and Scenes to bytes and an Intent:
//
//	bytes -> Receive -+-> Intent -> a client of the host, like every other
//	                  |
//	Scene -> Tick ----+-> bytes
//
// It has no clock: Tick is called sixty times a second, and times are counted in
// calls. The sockets are in net/gateway, which turns an Intent into a ship.
//
// A session never panics on any bytes, and never allocates the memory for a length
// before the bytes are there.
//
// Positions are in arena units on the wire of every dialect, and in 1/256 of that
// in a World. y grows downwards.
package dialect
