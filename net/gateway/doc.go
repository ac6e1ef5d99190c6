// Package gateway has the listeners that let players of the five dialects into a
// match.
//
// However a player comes, he is a client of the host as everybody is, over a link in
// memory, and a session of his dialect speaks for him: it turns the bytes that he
// sends into an input, and what the client sees into the bytes that he is sent.
//
//	socket -> Session.Hear -> Wish -> net.Client -> host
//	socket <- Session.Tick <- Scene <- net.Client <-
//
// So he sits in the same slots, under the same rules, and is kicked, muted and
// banned (by address: dialects prove nobody's identity) like the others.
//
// Each player on a stream has a goroutine that reads, and one that does all else.
// The players on one datagram socket share these two. A session that panics ends its
// player, and nobody else.
//
// What a player says beyond what a tick has room for waits in his socket, or is lost if
// it came as a datagram; who does not read what he is told has to go. The last words to
// everybody are the host's, if it has any.
package gateway
