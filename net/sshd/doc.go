// Package sshd lets players in by SSH. It does not know the game.
//
//	accept ──► admission ─► handshake ──► connection ──► session ─┬─ shell ──────► Config.Play
//	 (TCP)     (limits)    (identity)    (2 channels)            ├─ exec sound ─► Config.Play, with a Sound
//	                                                            ├─ exec NAME ──► Config.Commands
//	                                                            └─ subsystem ──► Config.Tunnel
//
// A client is a Visitor: a name, and the fingerprint of the key that it has proven to
// hold, if any. A key that was only offered counts for nothing.
//
// All other requests are refused: forwards of ports,
// agents and displays, other types of channels and requests, a third channel.
// Limits and the constants beside them bound the resources of strangers.
//
// A panic in a goroutine of a session ends that session alone.
package sshd
