// Package door lets players into a fleet. It hosts nothing: who comes is placed, and sent to a host with a ticket.
//
//	native client ──► link.Listener ──┐
//	SSH, browser ──► a client drawn ──┤ reception ──► settle ──► Redirect
//	                 in this process  ┘    hears       finds the seat, or has one
//	                                       Hello       placed; claims it; a ticket
//
// A player's own client goes to the host by itself. For who comes by SSH or with a browser, the client in this process goes there, with
// the door's certificate to show whose ticket it is; so there is one hop between their terminal and their match, and what becomes of a
// host they see as any client does: the picture stands still for a moment.
//
// # One seat a player
//
// Who is known by a key, or by the token of a seat, has an entry in the directory that says where that seat is. Who has one goes
// there, also from another door, unless the match is gone. Who has none is placed and claims one by a Swap; of two claims at once, one
// holds, and both go there. A claim is forgotten after fleet.ClaimLife unless the host has made it a seat, by letting the player in. Who comes
// again before that, without a token, goes where the claim says only if there is room and it is what they wish for.
//
// Who asks for another match by its name, without a token, goes there and gives up the seat that they had: its host lets them go, and takes
// no ticket of theirs that was made before.
//
// # Hosts that do not answer
//
// A host is asked for a sign of life before anybody is sent there, once a second at most. Who would take back a seat at a host that does not
// answer waits until another host goes on with the match; who is new is placed elsewhere, as are those who come in the two seconds after.
package door
