// Package foreign is our end of a match on somebody else's server, in the protocol
// of that server: dogfight, rtype or rtype-code. The screens see a Match as they see
// a *net.Client.
//
// Such a server tells where things are, and nothing of rules, rock or scores. From
// that a game.World is made which is like what it tells; nobody steps it.
//
//	socket -> talk.hear -> news -> Frame -> mirror -> View
//	socket <- line.send <- talk.speak <- Frame
//
// A line has a goroutine that reads and hands on what it understood, and one that
// writes. All else belongs to whoever calls Frame, which never waits.
package foreign
