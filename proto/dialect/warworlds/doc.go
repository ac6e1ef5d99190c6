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
//	command  1 input   body: input 1: bits 0-3 course, bit 4 fire, bit 5 special
//	course   0 idle 1 up 2 down 3 left 4 right 5 up left 6 up right 7 down left 8 down right
//	kind     1 ship 2 shot 3 power-up 4 barrel 5 orb
//
// What is too short, too long, unknown, or said at the wrong time is dropped and
// counted; so is all before a join_request.
//
// # Who says what when
//
// The client connects, with ENet, and sends a join_request. Once it has a ship, the
// host sends a join_response and, when the match is under way, start_game; that comes
// again with each match, and a join_response with another seat. Ten times a second the host sends the state of all that is
// in space, and five times a second, a turn of the game, the input of every pilot
// who flies. The client sends its own input whenever that changes, as a command of
// player 0. The pilot holds it until the next.
//
// The own ship is the one in the colour that the join_response granted. There, my colour is
// the host's and your colour the client's: the one that it asked for, or another
// if somebody has that. No two ships have the same.
//
// A user is a number that the host gives to a pilot. What a user_id says in a
// join_request is nobody's proof of anything, and not looked at. A player is the id of
// a ship, which is the same as long as somebody is in the match. Chat that comes from
// the host begins with the speaker's name and a colon, for the packet has no field for it.
//
// # What the document leaves open
//
//   - It gives one type number, 123, as an example. Ours are those of the program
//     that came of it; state, which it has not, is far from them.
//   - n is a size_t: 8 bytes in today's build, and 4 in that of 2010. Both are
//     read, told apart by what is left of the packet; 8 are written. What follows one of
//     4 is never 0.
//   - What a command holds is not told. One has none but input here.
package warworlds
