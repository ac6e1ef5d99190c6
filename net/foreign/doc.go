// Package foreign is our end of a match on another program's server, in the protocol
// of that server: dogfight, rtype or rtype-code. The screens see a Match as they see
// a *net.Client.
//
// Such a server sends where things are, and nothing of rules, rock or scores. From
// that a game.World is made which resembles what it sends; no rules step it.
//
//	socket -> protocol.receive -> update -> Frame -> mirror -> View
//	socket <- conn.send <- protocol.speak <- Frame
//
// A conn has a goroutine that reads and hands on what it understood, and one that
// writes. All else belongs to the caller of Frame, which never waits.
package foreign
