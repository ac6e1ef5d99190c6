// Package gateway has the listeners that let players of the five dialects into a
// match.
//
// Each such player is a client of the host like any other, over a link in memory, and a
// session of the dialect speaks for them: it turns the bytes that they send into an input,
// and what the client sees into the bytes that they are sent.
//
//	socket -> Session.Receive -> Intent -> net.Client -> host
//	socket <- Session.Tick    <- Scene  <- net.Client <-
//
// So they sit in the same slots, under the same rules, and are kicked, muted and banned (by
// address: the dialects prove no identity) like all players.
//
// Each player on a stream has a goroutine that reads, and one that does all else. The players
// on one datagram socket share these two. A session that panics ends its player, and no other.
//
// A port of the carnage dialect may serve WebSockets too (opening.go, upgrade.go, websocket.go): what a connection
// begins with tells which. Handshakes and frames are coder/websocket's, without any http.Server: the connection has been
// admitted, is half-open until its player has joined, and is read by one goroutine, like all others here.
//
// What a player sends beyond what a tick has room for waits in the socket, or is lost if it
// came as a datagram. A player who does not read is disconnected, but for the original client of
// Dogfight, which is sent less. The last words to all are the host's, if it has any.
package gateway
