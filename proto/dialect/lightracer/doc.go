// Package lightracer speaks the protocol of "Light Racer 2.0 - Days 41-44 - Real-time
// Multiplayer Protocol Implementation", a page of that game's development diary: a port
// for control, on which players gather and talk, and one for data, on which the host
// sends the whole world repeatedly. This text is the specification. The gaps in the page
// are listed at the end.
//
// # Two connections
//
//	client                          host
//	connects to the control port
//	JOIN Zoë                 ────►
//	                         ◄────  WELCOME 3 7001 -1234567
//	                         ◄────  PLAYERS 1 Ann;3 Zoë
//	                         ◄────  SETTINGS bots=4 time=300 arena=field
//	                         ◄────  START                        once the match runs
//	connects to port 7001
//	token                    ────►
//	                         ◄────  update                       30 times a second
//	update with an Input     ────►                               when it changes, and now and then
//	                         ◄────  OVER 3 40;1 25               and START again, later
//	LEAVE                    ────►
//
// Both are TCP. The data port is the one after the control port if that is free, and
// otherwise any other: WELCOME has it. The player is in the match as long as the control
// connection lasts; if that of the data breaks, another may be opened with the same token.
//
// # Data
//
// Numbers have their highest byte first. int is 4 bytes, short 2, with a sign; byte is
// 1, without. An update is
//
//	bytes 0-3       int       number of objects, 1 to 4096
//	then of each    int       type
//	                int       id
//	                int       length of the data, 0 to 65536
//	                byte[]    data
//
//	type                      data, and its bytes
//	0  World          50      0-3    int    tick, 60 a second
//	                          4-7    int    status: 0 waiting, 1 in progress, 2 closed
//	                          8-11   int    width of the arena
//	                          12-15  int    its height
//	                          16-19  int    ticks that are left; 0: none, or no limit
//	                          20-23  int    score limit; 0: none
//	                          24-27  int    id of your own Player; 0: there is none now
//	                          28-49         zeros
//	1  Player         22      0-3    int    x
//	                          4-7    int    y
//	                          8      byte   hp
//	                          9      byte   alive: 1; 0: exploded, out, or not yet in space
//	                          10     byte   course that it faces and fires along
//	                          11     byte   team; 0: none
//	                          12-15  int    score
//	                          16-19  int    shots in flight
//	                          20-21  short  zero
//	2  TrailSegment   12, 20  0-3    int    x of a shot or, in the mode trails, of the end of
//	                                        a straight wall at the tail of its trail
//	                          4-7    int    y
//	                          8-11   int    id of the Player that fired or left it
//	                          12-15  int    x of the wall's other end; a shot has none
//	                          16-19  int    y
//	3  Coordinate     12      0-3    int    x
//	                          4-7    int    y
//	                          8-11   int    kind: 1 hp+1, 2 hp+3, 3 ammo+1, 4 shield,
//	                                        5 overdrive, 6 orb, 7 barrel, 8 cloak, 9 seeker,
//	                                        10 shockwave
//	4  Input          4       0-3    int    course, + 16 to fire, + 32 for the special
//
//	course            0 idle, 1 up, 2 down, 3 left, 4 right, 5 up left, 6 up right,
//	                  7 down left, 8 down right
//
// x grows to the right and y downwards, in units of the arena. A ship's radius is 6.
//
// The host sends updates of types 0 to 3. The World comes first, and has id 0; the ids
// of Players are 1 to 64, all others are higher and never reused. An update replaces the one
// before: other objects are gone. A reader takes it as a whole or not at all. It skips
// objects of unknown types, and further bytes in an object's data.
//
// The client sends updates of one Input, with the id of its own Player. It holds until the
// next. A button that is down in one and up in the next is held for 3 ticks
// at least, so no shot is missed. Inputs for another Player are skipped.
//
// A number of objects or a length outside of its limits, data that is too short, and an
// Input that is none end the connections.
//
// # Datagrams
//
// A client may have the updates as UDP datagrams, from the UDP port that has the number
// of the data port. It sends
//
//	bytes 0-3       int       token
//	then            byte[]    nothing, or an update with an Input
//
// from the address that its control connection comes from, and again until updates
// come. It should send its Input some times a second, for datagrams get lost, and
// take no update with a lower tick than the last. When none came for 5 s, updates stop
// until the next does. Nothing goes to any other address, even if the token comes from there:
// it went to that address alone, though the ports of clients that share it cannot be
// distinguished. One that would be longer than 1400
// bytes is cut down to the World, the own Player, and the objects nearest to it (to its last
// place, while it is not alive). Malformed datagrams are dropped. A client that has
// asked for datagrams keeps to them.
//
// # Control
//
// Lines of UTF-8 without controls; each ends in \n, or \r\n. A client's are at most 512
// bytes long with that, the host's 8192. Words are cut by one space. An empty line says
// only that the client is still there.
//
//	JOIN name               wants a ship. The host thinks of another name for one that
//	                        reads as a number, an address or a notice
//	CHAT text               is said to all
//	READY                   a match that waits may begin. Holds for one match
//	SET key value           changes a setting: bots, so many fly along, 0-63; time,
//	                        seconds, 0-86400, 0 for no end; mode, a name, from
//	                        then on in any of its arenas; arena, a name
//	LEAVE                   ends it
//
//	WELCOME id port token   you have a ship: the id of your Player, the data port, and
//	                        the token, an int that the data connection opens with
//	PLAYERS id name;...     all with a ship. Replaces the list before
//	SETTINGS key=value ...  bots, time, mode and arena, as above; the arena is the last, and
//	                        its name may have spaces
//	START                   the match begins, or is under way when you join
//	OVER id score;...       it is decided; the best comes first
//	CHAT id text            from a pilot. 0: the host, or a pilot without a ship; then
//	                        the name and a colon come before the text
//	ERROR reason            a line was refused, or, if the host hangs up then, why
//
// JOIN comes before CHAT and READY, and once; its name is 1 to 24 characters. WELCOME,
// PLAYERS and SETTINGS come when there is a ship, and again when something in them changes.
// SET is for the first to have joined of those present, and on a host that lets players
// change settings at all, which few do; one that comes before the WELCOME waits for it, of
// six at most. All other lines get an ERROR, and the session continues. A line that is too long, or no such text, ends it; so do more than 120 lines at once,
// or 60 a second. An unknown request before the WELCOME ends it too: web pages can make a browser send
// HTTP to any port, with such lines in it. Of SET the host takes six at once, or one a second. Silence ends it too:
// 10 s without a JOIN at first, and then 30 s without a line and without an Input.
//
// In lists a semicolon in a name is sent as a comma. Everywhere a control or the end of
// a line in a text is sent as a space.
//
// # Modes
//
// SETTINGS name the mode. Players have a team, from 1 to 4, in all that are played in teams. The score of a
// Player depends on the mode: points; rounds won, in last and trails; the progress, in race. The score limit is that of a team where there are teams. In OVER, of two with the
// same score the one that has won comes first; that teams win, and that all lose against
// drones, has no word. There are none for lives, rounds, zones, gates and bases either.
//
// A Player that is out has alive 0 until the next round or, where pilots share lives, until there is
// one again. The status is 1 in the pauses between rounds. One that a nebula or a cloak hides from your
// own is not in the update.
//
// Drones, which no player flies, are Players too: of team 2, and in neither PLAYERS nor OVER. One
// that was destroyed is not there any more, though its shots may be; another may have its id then. A Coordinate of
// kind 6 is also the orb that teams carry to their bases: at home, where it lies, and on the ship
// that has it.
//
// Some modes have room for fewer ships. If there is none for you when such a match follows another,
// the id in the World is 0, and your Input counts for nothing, until there is: with a WELCOME,
// unless the id is the one that you had. A new client gets an ERROR then, as when all ships are
// taken. In another match your id may be another, and a WELCOME has it.
//
// # Gaps in the page
//
//   - Of the control port it has only the purpose. The lines are ours.
//   - "Bytes 78-97" of its 22 bytes of Player data are 78-99.
//   - It does not specify the data of a World or a Player. Their lengths, 50 and 22, are its
//     examples'; the fields are ours.
//   - Its Players leave trails; ours do so in the mode trails, and otherwise leave shots. The author had not found out how to send trails. Each straight wall is a
//     TrailSegment: the last of a Player's grows with its ship, the first fades away at the
//     tail, and each keeps its id. Where a ship jumped there is a gap. To fly into one is the
//     end of a round for its ship, which is not alive then until the next begins. A
//     coordinate is named, and no more said of it.
//   - How a client's input is sent it does not say. An object of a fifth type does.
//   - That an update without objects means nothing. It is refused: there is always a World.
//   - The length is an int with a sign, and so is the number of objects. Neither is
//     trusted before it was checked; the limits are ours.
//   - Nothing ties a data connection to a client that has joined. The token does. It is not
//     secret to readers of the traffic: nothing here is.
//   - "You really shouldn't be allocating any new memory during the game loop": the way
//     from a World to the bytes of an update allocates nothing, nor does that of an Input.
package lightracer
