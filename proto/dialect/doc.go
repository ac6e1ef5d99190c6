// Package dialect is what the foreign protocols below it have in common. Each of
// them lets programs into a match that were written from that protocol's own
// document. Its package holds the messages, Append and Parse in both directions,
// and a session: the host's end of what one player says and is told.
//
// A session is a pure machine. It is fed with bytes and Scenes, and gives bytes
// and an Intent:
//
//	bytes -> Receive -+-> Intent -> a client of the host, like every other
//	                  |
//	Scene -> Tick ----+-> bytes
//
// It has no clock: Tick is called sixty times a second, whatever happens, and times
// are counted in calls. The sockets are in net/gateway, which turns an Intent into a ship.
//
// Whatever bytes come, a session never panics, and never allocates what a length
// asks for before the bytes are there.
//
// Positions are in arena units on the wire of every dialect, and in 1/256 of that
// in a World. y grows downwards.
package dialect
