// Package door lets players into a fleet. A door hosts no match: it places each player, and sends them to a host with a ticket.
//
//	native client ──► link.Listener ──┐
//	SSH, browser ──► a client in ─────┤ reception ──► settling ──► Redirect
//	                 this process     ┘    reads       finds the seat, or places
//	                                       Hello       the player; a claim; a ticket
//
// A player's own client connects to the host by itself. For players with SSH or a browser, a client in this process does, with
// the door's certificate as the bearer of the ticket: so there is one hop between their terminal and their match, and a lost
// host looks as it does to any client: the picture pauses for a moment.
//
// # One seat a player
//
// The directory has an entry for each player with a key, or with the token of a seat, with the match of that seat. Such a player goes
// there, also from another door, unless the match is gone. A player without an entry is placed, and the door claims a seat by a Swap; of two
// claims at once, one holds, and both go there. A claim expires after fleet.ClaimLife unless the host makes it a seat, as the player joins. If
// the player comes again before that, without a token, they go to the claimed seat only if the match has room and suits their wish.
//
// A player without a token can ask for another match by its name. They go there and give up their earlier seat: its host removes them, and takes
// no older ticket of theirs.
//
// # Hosts that do not answer
//
// The door asks a host for a sign of life before it sends a player there, once a second at most. A player with a seat at a silent
// host waits until another host resumes the match; new players are placed elsewhere, for the next two seconds too.
package door
