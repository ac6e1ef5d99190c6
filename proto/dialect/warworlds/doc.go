// Package warworlds is the protocol of War Worlds, a game of real-time strategy, as its
// author described it in "War Worlds packet structure": typed packets, each the body
// of one reliable ENet packet on channel 0. ENet itself is in net/enet.
//
// All numbers are little-endian, as the author's program writes them.
//
//	packet  type 2 | fields
//	string  length 2 | bytes
//	vector  x 4 | y 4 | z 4              float32 each; z is 0
//	colour  4                            r<<24 | g<<16 | b<<8 | a
//
//	01  join_request   C->S  user_id 4 | colour
//	02  join_response  S->C  map string | n 8 | user 4 * n | my colour | your colour
//	03  chat           both  string
//	04  start_game     both  nothing
//	05  command        both  count 1 | { command 1 | player 1 | body } * count
//	64  state          S->C  tick 4 | n 2 | { id 4 | kind 1 | position vector | colour } * n
//
//	command  64 ask for state   no body
//	         65 input           body: input 1: bits 0-3 course, bit 4 fire, bit 5 special
//	course   0 idle 1 up 2 down 3 left 4 right 5 up left 6 up right 7 down left 8 down right
//	kind     1 ship 2 shot 3 power-up 4 barrel 5 orb
//
// Types and commands are in hexadecimal here: state is 100, ask for state 100, input 101.
//
// A packet that is too short, too long, unknown, or comes at the wrong time is dropped and
// counted; so are all before a join_request. No packet of a player ends the connection.
//
// # Sequence
//
//	client                          host
//	(ENet connects)
//	join_request            ────►
//	command: ask for state  ────►                      a program of ours
//	                        ◄────   join_response      once it has a ship
//	                        ◄────   start_game         with each match, or at once if one is under way
//	                        ◄────   command            5 times a second from the first start_game on
//	                        ◄────   state              10 times a second, if it has asked
//	command: input          ────►                      whenever it changes
//	chat                    ◄───►
//
// The original program knows types 01 to 05, and dies of any other: it calls the handler
// of the type, and finds none. So does it with a command that it does not know. Its own are 01,
// 02 and 05 (ConnectPlayer, CreateEntity and Order), and the numbers of ours begin at
// 64. Therefore:
//
//   - State, which is not in the document, goes to a player that has asked for it, and to no other.
//     To ask once is enough, for as long as the connection lasts; to ask again changes nothing, and
//     the number of the player beside it is ignored.
//   - So do the inputs in a command: each turn has those of all pilots that fly. A player that
//     has not asked gets turns with a count of 0, as from a peer that commands nothing.
//   - A join_response comes unasked, for another seat, to a player that has asked for state. An
//     original has one for each join_request.
//
// The pilot holds an input until the next one. A player commands its own ship alone, as player 0.
//
// # Commands of an original
//
// The bodies of its commands are not known, so a packet with one cannot be read to its end. One
// that begins with a command below 64, and is not a packet of ours from start to end, is taken for
// a turn of an original: it is ignored, and not counted. In programs for
// an earlier version of this text, input was command 01. That is still read, by these rules:
//
//   - From a player that has sent a command 64 or 65, 01 is input. A packet that cannot be read is dropped and
//     counted.
//   - From any other, 01 is input if all of the packet reads so: count times 01, player 0, a
//     valid input.
//   - Any other shows that the player is an original. From then on its 01 is no input.
//
// # Players
//
// The own ship is the one in the colour that the join_response granted. There, my colour is
// the host's and your colour the client's: the one that it asked for, or another
// if that is taken. No two ships have the same. When a player leaves, its colour is free.
//
// A user is a number that the host gives to a pilot. The user_id in a join_request proves
// nothing, and is ignored. A player is the id of
// a ship, which is the same as long as its pilot is in the match. Chat that comes from
// the host begins with the speaker's name and a colon, for the packet has no field for it ("?" for
// one that came just now); without, it is the host that speaks, such as of players that join
// or leave: no other packet reports them. A player's chat does not come back to it.
//
// A silent player stays for as long as its ENet answers. It has 10 s from connecting to its
// join_request. A player that must leave is disconnected.
//
// # Modes
//
// States show space in all modes of the game. There are no words for teams, hit points, scores,
// lives, rounds, zones, gates, trails and the end of a match, which are left out: a ship that is
// out of its round is not in a state until the next, and start_game comes with a match, not with a round.
//
// Drones, which no player flies, are ships, of kind 1. Each has the colour of its seat, which no other
// ship has. They are no users, and in no turn. A kind 5 is also the orb that teams carry to their
// bases, at home, where it lies, and on the ship that has it. Power-ups of all sorts have kind 3. A ship
// that a nebula or a cloak hides from the player's own is in no state and no turn.
//
// Some modes have room for fewer ships. A player without a ship, when such a match follows
// another, sees the match, and has another join_response when there is a seat; one that asks to join
// then is disconnected, as when all ships are taken. In another match the seat may be another:
// a player that has asked for state has another join_response then too, and its colour is in that.
//
// # Gaps in the document
//
//   - It gives one type number, 123, as an example. Ours are those of the program
//     that came of it; state, which it has not, is far from them.
//   - n is a size_t: 8 bytes in today's build, and 4 in that of 2010. Both are
//     read, distinguished by the rest of the packet; 8 are written. The number after one of
//     4 is never 0.
//   - The body of a command is not specified.
package warworlds
