// Package sshd lets players in by SSH and knows nothing of what they do there.
//
//	accept ──► admission ─► handshake ──► connection ──► session ─┬─ shell ──────► Config.Play
//	 (TCP)     (limits)   (who is it?)  (2 channels)            ├─ exec NAME ──► Config.Commands
//	                                                            └─ subsystem ──► Config.Tunnel
//
// A client is a Visitor: a name, and the fingerprint of the key that it has proven to
// hold, if any. A key that was only offered counts for nothing.
//
// Everything that is not one of the three above is refused: forwards of ports,
// agents and displays, other types of channels and requests, a third channel.
// What a stranger can take is bounded by Limits and the constants beside them.
//
// A panic in a goroutine of a session ends that session alone.
package sshd
