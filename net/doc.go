// Package net is the netcode: the Host that owns a match, and the Client that
// shows it to a player.
//
// Orders travel, not states. The host decides which orders hold in every tick
// and streams only those; each client takes the same steps with the same rules
// and so has the same World, some time later. On top of it the client predicts:
// it holds everybody's buttons as they are and steps on to the present, with its
// own inputs as they were pressed.
//
//	Frame(now, input) ─► stamp ─► predict ─► send ···► Host: hear ─► tick ─► send
//	        ▲                        ▲                                        ┊
//	       View ◄─ blend ◄─ roll back if predicted ≠ confirmed ◄─ step ◄······┘
//
// Everybody is a client, through one kind of Link or another: the player alone
// against bots, the host's own player, and players from the network.
//
// A Match is a value: what is played, at one tick. A Host is a Match, the clients in it
// and a clock, in one goroutine (Run) that alone touches them. Its parts are
//
//	liveMatch    the Match as it is played: rounds, bots, and the crew: seats, names, chat
//	peers        the clients, as their host sees them
//	admission    bans, linked keys, mutes, the password, seats of an address
//	tickClock    when ticks are due, and the pause
//	history      the orders of the last ticks, as they are sent
//	Operator     what the operator may do with all that
//
// None of them knows the Host. A Client has no goroutine; it belongs to the caller of
// Frame. Both ends poll their links,
// which queue what comes in and stamp it with its time of arrival, so that
// nothing is lost by looking only once a tick.
package net

import (
	"time"

	"dogfight/game"
)

// tickTime returns how long n ticks take. Sums of single ticks would drift,
// since a tick is no whole number of nanoseconds.
func tickTime(n int64) time.Duration {
	return time.Duration(n * int64(time.Second) / game.TickRate)
}

// Both ends.
const (
	// historyTicks is how far ahead of the confirmed World a client may predict,
	// and of the host's an input may be. It is enough for a round trip of 1.5 s.
	historyTicks = 96
)
