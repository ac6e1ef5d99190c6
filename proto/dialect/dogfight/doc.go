// Package dogfight speaks the protocol of "Dogfight! - Binary protocol", posted on
// 2025 Jan 10 as the part "Init 1": a TCP server written in Elixir sends the places of
// ships, bullets and power-ups, and gets moves and shots. This text is the whole
// specification.
//
// # Bytes
//
// It is one TCP stream, usually on port 6699. Numbers have their highest byte first;
// i32 has a sign, the others have none. Positions are in units of the arena: x grows
// to the right, y downwards, the middle of a ship is where it is.
//
//	host to client, once
//	  player_id       36 text
//
//	host to client, repeatedly: a state
//	  total_length     4 u32, the size of the state in bytes and 49
//	  status           1 0 none, 1 in progress, 2 closed
//	  power_ups_size   2 u16, in bytes: 9 for each power-up
//	  power_ups        9 of each, at most 64
//	  ships           97 of each, at most 64, as many as total_length has room for
//
//	power-up
//	  x                4 i32
//	  y                4 i32
//	  kind             1 0 none, 1 hp plus one, 2 hp plus three, 3 ammo plus one
//
//	ship
//	  x                4 i32
//	  y                4 i32
//	  hp               1
//	  alive            1 0 or 1
//	  direction        1
//	  player_id       36 text
//	  bullets         50 five of 10
//
//	bullet
//	  x                4 i32
//	  y                4 i32
//	  active           1 0 or 1; of one that is not, all is zero
//	  direction        1
//
//	client to host: an event
//	  action           1 0 player_connection, 1 player_disconnection, 2 move, 3 shoot
//	  direction        1 only if the action is 2
//	  player_id       36 text
//
//	direction            0 idle, 1 up, 2 down, 3 left, 4 right
//	player_id            a UUID of version 4: 8-4-4-4-12 digits, lower case from us
//
// Some examples, ID being such a text:
//
//	00000038 02 0000                                    a state of nothing, closed
//	00000099 01 0000 000002c1 0000003d 05 01 00 ID 0*50 one ship at (705, 61)
//	02 04 ID                                            move right
//	03 ID                                               shoot
//
// # Sequence
//
// To connect is to join, a tenth of a second later. As soon as the player is in the match
// the host sends the id, and that is the whole handshake; the first state comes at once,
// and then one every 50 ms. After a move or a shoot a state comes already in the next tick,
// 1/60 s. Each state is one write.
//
// Ships are sorted by id. One that was shot down stays in the states with alive 0, hp 0 and
// its last place, and comes back after 2 s by itself (but see Modes); one without a place
// yet is at (0, 0) until then. When a match is over, states with status 2 come for some
// seconds, and then the next one begins, with the same ids. Before the host closes, or
// kicks a player, it sends an empty state with status 2.
//
// A connection ends at an unknown action or direction, and at an id that is not the
// player's own. Silence does not end it, for clients send nothing until a key is pressed:
// read the states, and watch for as long as you like. A client that does not read them is
// disconnected, and one that presses nothing for five minutes gives way to a player that
// waits for a ship. If very many connect, those that have sent nothing give way first; to
// avoid that, send action 0, with any id.
//
// # Gaps in the document, and how they are filled
//
// total_length. The document adds sizes in bits (56) to others in bytes: it sends 49 more
// than the size. Its client relies on that, so it is sent.
//
// A reader accepts the true size too, in any state, and never waits for 49 bytes that do
// not come: without head and power-ups, and with 49 taken off or not, the length
// must be a multiple of 97, or of 107 (see Bullets). Up to 64 ships only one of the
// four can be true, but for 37 ships of 97 bytes and 49, which are as long as 34 of
// 107. Then those ships are meant in which the second one's id is a UUID, hyphens
// and all; the reader waits only for bytes that there are either way.
//
// power_ups_count. So it is called, and is the size in bytes in the document's code.
//
// Bullets. A later version of the original sends six, in ships of 107 bytes, and a
// reader takes them as well. Five are sent. They come oldest first, and if there are
// more then those are left out that were fired last. A mine is a bullet that is idle.
//
// Status. The original always sends 2, so it is no reason to leave. Here it
// is 0 while the match waits to be started, 1 while it is played and 2 when it is
// over; a reader takes all.
//
// Signs. The document's table has a signed hp, its code an unsigned one. Positions
// are signed in its table; its decoder forgets that. Its decoder of states could
// read none at all, for it cuts them up by sizes in bits.
//
// Events have no length. A reader goes by the action: 38 bytes for a move, 37 for all
// others, however they are cut into segments. The original dies when one read yields
// two events, and no gap between them rules that out, for segments get lost. A client for
// it too should send the next event when a state shows the effect of the last one: the
// ship moved or turned, or a bullet is there. One without effect may be lost for seconds.
//
// A shoot before the first move. The original then fires an idle bullet, a mine that never
// ends, and the ship has one bullet fewer for good: move first.
//
// player_connection from a client does nothing, for to connect has said it, and its
// id may be any. player_disconnection leaves. The original trusts every id; here an
// event has the player's own, as it was sent, and none comes before that.
//
// A move. In the original it moves the ship by 3 units at once. Here it sets the
// course, for as long as the ship needs for 3 units at its top speed, but at least
// 50 ms: a client that sends a move for each state flies without a break. Moves in the same
// direction add up to at most 250 ms, another direction takes the place of the one
// before it at once. A ship brakes when no move holds it, and at once on idle.
//
// A shoot. The trigger is held until the gun was ready once, for 50 to 250 ms. Another
// shoot in the meantime is the same one.
//
// Directions are four, and ours eight: the nearest is sent, of a diagonal left or
// right. That of a ship is where its bullets would go.
//
// Kinds are three, and ours nine: a shield, an overdrive, an orb, a cloak, seekers and a
// shockwave are sent as kind 0, for they are worth a way. Barrels have no place in a state.
//
// # Modes
//
// States are alike in all modes of the game. The document has no words for teams, scores,
// lives, rounds, zones, gates and trails: they are left out.
//
// In rounds, a ship that is out has alive 0 until the next one begins, and the status is 1 in
// the pauses too. Where pilots share lives, it has alive 0 until there is one again. A ship that a
// nebula or a cloak hides from the player's own is not sent, and neither are its bullets.
//
// Drones, which no player flies, are ships with ids that are no player's. The id goes with
// a seat: when one drone is gone the next may have it. One that was destroyed stays, with alive 0,
// as long as its bullets fly.
//
// The orb that teams carry to their bases is a power-up of kind 0 where it lies, and not sent
// while a ship has it. In trails a ship flies on by itself, and a move turns it; in a race
// none moves before the start.
//
// Some modes have room for fewer ships. A player without a ship, when such a match follows
// another, gets states without the own ship until one is free; one that connects then is
// sent away as when all ships are taken.
//
// # The original client
//
// Once a frame it reads up to 1,024 bytes, takes them for a state from the first one on, and
// dies if they are none. It counts ships by a length of its own. A classic session is one for
// it, and differs in this.
//
//	host to client, repeatedly: a state
//	  total_length     4 u32, 7, and 12 for each power-up, and 112 for each ship
//	  status           1 0
//	  power_ups_size   2 as above
//	  power_ups        9 of each, the nearest, as many as there is room for
//	  ships           97 of each, at most 10: the player's own, then the nearest
//	  zeros              up to 1,024 bytes in all
//
//	00000007 00 0000 0*1017                          a state of nothing
//	00000077 00 0000 000002c1 0000003d 05 01 00 ID 0*970
//
// Length. All states are of 1,024 bytes, so that a read begins one however many wait. Five
// ships have room in 512 bytes, but a longer state must not follow a shorter one: if both
// wait, a read ends within the second, and the host does not know how much was read. The
// other way round is safe. So where the segments of TCP are shorter than 1,024 bytes, the states
// are of 512 from then on, with up to five ships, and stay so.
//
// Segments. A read must not find a part of a state either. One is sent only if it leaves at once
// as a single segment: nothing waits before it, and the client's window has room for all of it.
// Otherwise it is left out, and the next one is newer. A client that is slow sees fewer states,
// late by the buffer of its system, and is disconnected only after five minutes in which there was
// room for none and it sent nothing. Where the system does not report the room (all but Linux), each
// state is written, and the host waits 2 s for it. Lines that cut segments, and segments under 512
// bytes, are beyond help.
//
// Pace. A state comes every 50 ms, and after a move or a shoot, but at most 30 a second: a client of
// 60 frames makes up for those it has missed.
//
// Handshake. Whether it reads 36 bytes for the id, or up to 1,024, is not known. So the id
// is alone for a second, or until a move or a shoot shows that it was read; then the first
// state comes.
//
// Status. Its enum begins with the match in progress and has closed as 1, so it is always 0. The last
// state before the host closes, of nothing, is sent if there is room.
package dogfight
