// Package proto codes the messages between hosts and clients; their timing is up
// to package net. This text is the specification of the protocol.
//
// # Notation
//
// Numbers have their highest byte first and no sign unless marked ±. "text n" is
// a byte with a length of at most n, and as many bytes of UTF-8. Text is legible:
// a terminal shows it as itself. It has no controls, line ends, spaces other than
// U+0020, marks of writing direction, invisible characters, nor more than two
// combining marks in a row.
//
// Every message has one form only. A receiver refuses a message as a whole if it
// is cut off, has bytes left over, or has a value that is not listed here.
//
// # Channels
//
// The control channel is reliable and in order. A message on the data channel is
// at most 1200 bytes long and may be lost, doubled or late.
//
//	client                     host
//	Hello             ────►
//	                  ◄────    Welcome or Reject
//	                  ◄────    Roster, and a RosterChange at every change
//	                  ◄────    Keyframe
//	Spawn             ────►
//	                  ◄────    SpawnResult
//	Inputs (data)     ────►              continuously
//	                  ◄────    Orders (data)
//	NeedKeyframe      ────►              when Orders alone do not lead to Hash
//	                  ◄────    Keyframe
//	                  ◄────    MatchOver, Ballot
//	Vote, SetReady    ────►
//	                  ◄────    MatchStart, Keyframe
//	Bye               ────►
//
// # Control, client to host
//
//	01 Hello          4 "DOGF", 2 version = 6, 4 order tables, 2 version of the
//	                  rules, 4 rules, 16 token, 1 purpose, 1 pace 1-2, text 96 name
//	02 Spawn          1 class, 1 weapon, 1 team 0-4, 1 colour 0-8, text 96 name
//	03 SetReady       1 on 0-1
//	04 NeedKeyframe   4 tick of the client's World, 0 without one
//	05 InfoQuery      4 "DOGF"
//	07 ClientFirst    text 255
//	08 ClientFinal    text 255
//	09 Vote           2 number of the ballot, 1 choice 1-3
//	0b CallVote       1 motion 1-4, 2 pilot, text 65 next
//	0c CastVote       2 number of the vote, 1 yes 0-1
//	0a Ticket         2 length 1-400, ticket: see Elsewhere
//	0d ListFleet      4 "DOGF"
//	0e Wish           8 match, 0 for any, 1 mode or 255 for any, 1 count 0-32, of each:
//	                  8 host, 2 round trip in ms; by rising hosts; 1 count 0-8, of each:
//	                  text 64 identity of a friend, not empty
//
// The order tables are named by their CRC-32: see Orders. The rules are named by
// game.RulesVersion and game.RulesFingerprint: the same orders lead to the same World
// only by the same rules. The token is that of an earlier Welcome, to take the seat
// back, or zero. The purpose is 0 to play, 1 to spectate. The pace is the number of
// ticks from one Orders to the next.
//
// A name is 1 to 24 characters, without spaces around it. Other names are not
// malformed here: the host answers them. It also reserves names that read as something
// else: a number, an address, a key, a notice of the game, a line of chat or
// punctuation. If a name can be mistaken for another in the match (by its skeleton,
// after Unicode's UTS 39, in any case), the host adds a number to it. A pilot may
// change its name once in 3 s; of its changes within that time, the last counts. See
// Password for 07 and 08.
//
// # Control, host to client
//
//	11 Welcome        2 version = 6, 16 token, 2 pilot, 1 slot, 1 ticks a second
//	                  1-255, 4 epoch, text 60 title, setup
//	12 Reject         1 code, text 200 reason
//	13 SpawnResult    1 status, 1 slot
//	14 Roster         2 count 0-320, of each: 2 pilot, 1 slot, 1 flags, 1 colour 0-8,
//	                  2 ping, text 96 name; by rising pilots
//	15 Keyframe       a World: see below
//	16 MatchStart     2 number, 1 slot, setup
//	17 MatchOver      2 time until the next match, 1/10 s
//	18 Kick           text 200 reason
//	19 Info           2 version, text 60 title, text 32 arena, 1 mode, 2 players,
//	                  2 bots, 2 slots, 1 ticks a second
//	1a RTTs           1 for each pilot in the roster, in its order: the round trip in
//	                  4 ms; at most 320
//	1b RosterChange   2 count 0-640, of each: 2 pilot, 1 change, and its fields; by
//	                  rising pilots
//	1c Ballot         2 number, 1 own choice, 1 count 1-3, of each: text 32 arena,
//	                  1 mode, 1 votes 0-64
//	1d Progress       2 number of the match, 4 s until it is over or ffffffff for no
//	                  limit, 1 resumed 0-1
//	1e ServerFirst    text 255
//	1f ServerFinal    text 255
//	20 Web            2 TCP port where browsers may play, 0 for none, 1 by HTTPS 0-1
//	26 VoteState      2 number of the vote, 1 motion 0-4, 1 seconds left, 1 yes, 1 no,
//	                  1 needed, 1 own vote 0-3, text 160 description
//	27 Redirect       text 255 address, not empty, text 64 fingerprint, text 200 reason,
//	                  2 length 0-400, ticket
//	28 Handover       text 255 address, not empty, text 64 fingerprint, 4 tick,
//	                  8 hash, 2 length 0-400, ticket
//	29 FleetList      1 count 0-32, of each: 8 host, text 255 address, not empty, text 32
//	                  region; 1 count 0-64, of each: 8 match, text 60 title, 1 mode,
//	                  text 32 arena, 2 players, 2 bots, 2 slots, 1 which of the hosts
//
//	slot              0-63, or 255 for none
//	code              1 version, 2 full, 3 name, 4 the host is closing, 5 banned,
//	                  6 a password is wanted, 7 it is wrong, 8 it was proven to
//	                  another connection, 9 the ticket is of no use
//	status            0 granted, 1 bad name, 2 no such weapon, 3 no such class,
//	                  4 no slot free, 5 no more for the client's address, 6 the slot
//	                  went to another client
//	flags             1 bot, 2 ready, 4 away; added up. 5 is a bot that replaces a
//	                  silent pilot, under that pilot's name
//	ping              round trip in ms, 0 for bots
//	colour            1-8, or 0 for none or, in a Spawn, for any
//	change            0 has left. 16 is new: 1 slot, 1 flags, 1 colour 0-8, 2 ping,
//	                  text 96 name. Otherwise, added up: 1 the slot is now 1 slot,
//	                  2 the flags are now 1 flags, 4 the name is now text 96 name,
//	                  8 the colour is now 1 colour 0-8
//	own choice        0 for none, or up to the count
//	motion            1 kick a pilot, 2 end the match and play another, 3 play it from
//	                  the beginning, 4 put players into teams by chance; 0 of a vote
//	                  that is over: the rest means nothing
//	own vote          0 none, 1 yes, 2 no, 3 the client may not vote
//
// The epoch is a random number of the host's life. A host that was killed may resume
// the match from up to a second earlier. Then it welcomes the clients that take their
// seats back with another epoch, and the client forgets the ticks after that of the
// Keyframe that follows.
//
// The roster is the last Roster with every RosterChange since applied, and stays by
// rising pilots. A new client's Roster may list its own pilot, before a RosterChange
// lists it as new. Round trips in the roster change by RTTs alone; a pilot that becomes
// a bot has none.
//
// A colour is that of a pilot's ship where there are no teams. Pilots have different
// ones as long as there are enough. A player gets the colour that it asked for, or one
// near to it if another player's ship has that one already; bots make room.
//
// SetReady means, in a match that waits, that it may start, and in one that is over,
// that the next may begin early. It does as soon as all players with a ship are ready,
// and then does not wait in a lobby. At first no player is ready.
//
// After a MatchOver a Ballot lists the matches that may be played next. It is sent again
// after changes, at most four times a second. There is none if the same match is played
// again. There is no vote on a single choice. Each ballot has another number. A Vote
// counts if it names the current ballot and its client has a ship: the last one of at
// most eight. The vote of a pilot that leaves is dropped. The next match is the choice
// with the most votes; of several, any one of them; without votes the first.
//
// A CallVote starts a vote on a motion, if the host allows it. Pilot is the one to be
// kicked, else 0. Next is the match to be played next, as MODE:ARENA, MODE or :ARENA, or
// empty for the next in turn and for other motions. There is one vote at a time. A
// client that may not call one gets a notice with the reason. VoteState reports the
// vote, again after changes but at most four times a second, and at last with motion 0.
// A CastVote counts if it names the current vote: the last one of a client. A motion
// passes as soon as it has the votes needed. A Chat of "/vote kick NAME", "/vote next
// [MODE:ARENA]", "/vote restart", "/vote teams", "/yes" or "/no" does the same and is
// not passed on.
//
// A client that got status 4 or 5 watches, and gets another SpawnResult, with status 0,
// as soon as there is a slot for it. Status 6 comes unasked: the client's inputs have
// not changed for long while another client waited. From then on it watches, until it
// asks again.
//
// A host may show clients without a slot the match as it was some time ago. Then all
// its messages about the match are of that time, and so are the ticks. Until the match
// is that old, they see the arena without pilots, in a match that waits. When a client
// gets a slot or loses it, MatchStart, Roster and Keyframe lead it into the other time:
// the ticks jump forward or back. A client that came to play may get its first Keyframe
// only after its Spawn.
//
// # Control, both ways
//
//	21 Chat           2 pilot (ffff: the host), text 200, not empty
//	24 Bye            text 200 reason
//	25 Pause          1 on 0-1
//
// A client sends Pause when its player enters or leaves a place without controls, such
// as a menu. If the last Pause of all clients in the match was on, the host may pause
// the World: no tick passes, and all later ones are due that much later. The host sends
// Pause when the World pauses and when it resumes. In between it sends Orders once a
// second, and more often until the clients have acknowledged the last tick; a client
// pauses its own clock, and sends Inputs once a second and in answer to Orders. After a
// Welcome neither end has paused.
//
// # Elsewhere
//
// A host, or a door that hosts nothing itself, may send a client to another host: by a
// Redirect in answer to its Hello or at any later time, or by a Handover when the match
// itself moves there. The client connects to the address, accepts only a certificate
// with the fingerprint, and sends the ticket in a Ticket first, then its usual messages,
// with its token. A ticket is good once and for ten seconds; its contents are a matter
// of its issuer and its receiver. The sender of a Redirect hangs up.
//
// After a Handover the World continues there from that tick, at which it has that hash.
// The Welcome there has the epoch that the client knows, so that its ticks continue too.
// Until then it shows the World that it has. When a client loses the link to a host that
// it was sent to, it asks the sender again, with its token. A client that has seen no
// match gives up when it is sent on a third time.
//
// A client follows only the door of a fleet that its player has named, or a host to
// which that door has sent it, and only with a fingerprint and a ticket. It dials the
// place once. A host with a public address cannot send it to the loopback, to link-local
// or to private addresses, nor one with a private address to the loopback or to
// link-local ones.
//
// A door answers a ListFleet with a FleetList: the matches of its fleet, as many as fit.
// A client may measure its round trips to those hosts by Queries, and send them in a
// Wish before its Hello, with the match or the mode that it would like and the
// identities of friends. A door may let a client wait for a place; then it sends a
// FleetList once in a few seconds, as a sign of life. A host that is no door refuses
// both.
//
// # Password
//
// A password is 1 to 128 bytes of text, in Unicode's form NFC. It is proven without
// being sent, by SCRAM-SHA-256-PLUS (RFC 5802, RFC 7677): the four messages above hold
// those of SCRAM, unchanged. A host that wants one answers a Hello with Reject, code 6.
// Then the client connects again, and sends first:
//
//	client                     host
//	ClientFirst       ────►              client-first-message: p=tls-exporter,,n=,r=nonce
//	                  ◄────    ServerFirst: r=nonce,s=salt,i=iterations
//	ClientFinal       ────►              client-final-message: c=binding,r=nonce,p=proof
//	Hello             ────►
//	                  ◄────    ServerFinal: v=signature; or Reject, code 7 or 8
//	                  ◄────    Welcome
//
// User names are empty, and ignored. Over TLS the proof is bound to the connection by
// tls-exporter (RFC 9266): both ends export 32 bytes with the label
// "EXPORTER-Channel-Binding" and no context, and a host there accepts only bound proofs.
// Over a channel of SSH, and in memory, there is nothing that both ends could export;
// the client-first-message begins with n,, and no other is accepted.
//
// The iterations are 600,000 to 2,400,000. A client does no fewer, so that a false host
// gets no cheaper guesses, and no more. A host may delay a proof from an address with
// wrong proofs for up to 5 seconds, but checks it then. A client that has asked a host
// to prove the password accepts only Reject, Kick and Bye before that proof: a host that
// sends Welcome without a right ServerFinal does not know the password.
//
// An impostor learns little:
//
//   - One that only listens to TLS or SSH learns nothing.
//   - One that the client takes for the host, on first use or by a stolen key, gets one
//     proof for each time that the player types a password, made with a salt of its
//     choice. Over TLS the proof is bound to that connection and useless elsewhere, but
//     passwords can be tried against it offline, each at the cost of those iterations: a
//     password of five random words or 11 random characters withstands that, one word
//     does not.
//   - One that relays the messages to the true host (code 8) learns no more than that,
//     and does not get in.
//   - Over SSH the proof is bound to nothing. One that the player's ssh takes for the
//     host can relay it and join the match in the player's place, though it learns the
//     password no sooner: all depends on the host key that ssh was shown. A player with
//     a bare ssh types the password into the host's own process: a false host has it
//     then.
//
// # Chat
//
// A host passes on a line of chat a second for each pilot, five at once after a pause,
// and twenty a second for all. Further lines wait, and are dropped when five of the
// pilot's wait.
//
// # Before a connection
//
// A host describes its match to any program that asks, on the UDP port of the same
// number. Its answer is never longer than the query; it does not answer other datagrams,
// and may ignore queries when there are many.
//
//	Query             4 "DOGF", 1: 05, 8 nonce, 115 zeros: 128 bytes
//	Answer            8 nonce of the Query, 8 number of the match, an Info
//
// The number of a match is random and constant as long as its host runs. So a program
// that finds a host at two addresses knows that it is one.
//
// # Other versions
//
// Hello up to its version, and Reject, InfoQuery, Info, Progress, Web, Query and Answer
// as a whole, are the same in every version, so that both ends can explain to their
// users that versions differ. After the Info that answers an InfoQuery, a host sends
// Progress and Web and closes. Earlier hosts close sooner, and earlier programs do not
// wait for more. A host that admits no more players sends Reject with code 4 before its
// Web, and answers no Query. Later versions may know more codes of a Reject and modes of
// an Info, so all are accepted there.
//
// # Setup
//
//	arena             text 32 name, 2 width 1-256, 2 height 1-256, 1 laps 0-20,
//	                  1 pull 0-100, tiles row by row
//	classes           1 count 1-16, of each: text 32 name, text 32 title, 1 hp 1-15 or,
//	                  of drones, 1-250, 2 top speed 1-853, 2 thrust 1-1536,
//	                  2 brake 0-1536, 1 of drones 0-1
//	weapons           1 count 1-16, of each: text 32 name, text 32 title, 1 shots 1-8,
//	                  1 fan (1 or 3), 1 damage 0-15, 1 cooldown, 2 life 1-,
//	                  2 speed 0-7680, 2 reach 0-4096, 1 of drones 0-1
//	mode              1: a game.Mode: 0 deathmatch, 1 teams, 2 last, 3 orb, 4 race,
//	                  5 waves, 6 trails
//	teams             1: 0 for as many as are usual in the mode (game.Mode.Sides), or
//	                  another number that it can be played with, from 2 on
//	flags             1: 1 friendly fire, 2 lobby, 4 with a campaign, which only waves
//	                  have; added up
//	limits            4 ticks, 4 points up to 2^31 - 1; 0 for none
//	campaign          if the flag says so: text 32 name, text 32 title, 1 endless 0-1; of
//	                  each class of drones a kind; 1 count 1-30, of each a wave
//	kind              1 role: 0 drone, 1 core of a boss, 2 weak spot, 3 plate; 1 armed
//	                  0-1, 1 weapon, 1 points, 1 count 0-20, of each part: 1 class of
//	                  drones, 1 x and 1 y in units from the core, as two's complements
//	wave              text 32 title, 1 count 1-12, of each group: 2 ticks after the wave
//	                  began, 1 class of drones, 1 count, 2 ticks between two, 1 end of
//	                  its path 0-2: leaves, loops, hunts; 1 drop: a game.ItemKind 0-9;
//	                  1 count 1-16, of each corner of its path: 2 x and 2 y 0-1000, in
//	                  thousandths of the arena
//
// A byte holds a run of space or rock: in its highest bit 0, in the next 0 or 1, and in the
// other 6 the number that follow. A run of another tile takes two: 80 added to its
// character in an arena's file, and the number that follow. A run has up to 64 tiles of
// space or rock, or 256 of others, also over the end of a row; only after a full run may
// another of its tile follow. Laps and pull are the settings above the rows of an
// arena's file, 0 for none. Units are those of package game. The arena is valid by
// game.ParseArena, which checks sizes, numbers and the room at spawns, and can be played
// in the mode by that many teams (game.Mode.Plays). Classes and weapons of drones, which
// pilots cannot choose, come after those of pilots, of which there are one to eight.
//
// # Data
//
// Messages on the data channel have no type: their first bit is 1 from hosts and 0 from
// clients. Of a tick they have the lowest 16 bits; it is the one nearest to the present
// with these bits. Spectators send Inputs too, idle ones: the host reports how early
// they came, and by that a client sets its clock.
//
//	Inputs            1 flags: 40 a Ping is in it; added to the count of inputs 1-32
//	                  2 ack: the newest tick that the client has the orders of
//	                  1 how many ticks after ack the newest input is for
//	                  a Ping, if there is one
//	                  runs of equal inputs, the last for the newest tick: 1 input,
//	                  added to 80 in the last run and otherwise, if the run is
//	                  longer than one, to 40; then 1 how long it is, 2-32
//	Ping              1 nonce, 2 round trip in ms, 1 the most ticks that recently
//	                  passed from one received Orders to the next
//
//	Orders            1 flags: 80 always, 40 a Pong is in it; added to the count of
//	                  ticks 0-63
//	                  1 ± how early the newest input came, in 4 ms
//	                  1 ± tick of the newest input received, after now, and after
//	                  tick 0; 80: none near
//	                  a Pong, if there is one
//	                  2 base, a tick that the client has the orders of; now is base
//	                  and the count of ticks
//	                  2 the lowest bits of World.Hash at now
//	                  the orders of the ticks after base up to now, coded
//	Pong              1 the Ping's nonce, 2 delay of the answer in 1/10 ms, 1 share
//	                  of the client's packets that are missing in 1/255, 2 cost of a
//	                  tick for the host in us, 1 longest delay of a tick since the
//	                  last Pong in ms
//
// # Orders, coded
//
// The orders of a tick are a sequence of decisions, yes or no, each with a
// probability of yes in 1/65536. It comes from a table that both ends have, or is
// even, 32768. Both ends also know the World at base. All bytes together are a binary
// fraction, and the decisions give the interval in which it lies.
//
//	low = 0, high = 2^32 - 1; and for each decision with probability p
//	middle = low + (high - low) * p / 2^16, rounded down
//	yes: high = middle; no: low = middle + 1
//	while the highest bytes of low and high are equal: that byte is the next one,
//	low = low * 2^8, high = high * 2^8 + 255, both without that byte
//
// After the last decision follow as few bytes as put the fraction, with zeros
// after them, between low and high; of several, those of the lowest fraction. Then
// zeros at the end of all bytes are left out. A reader has the 32 bits of the
// fraction at the place of low and high, with zeros after the last byte: a decision
// is yes where they are at most middle. A receiver refuses bytes that its orders would
// not be coded as.
//
// n even bits are n even decisions, the highest bit first, 1 for yes. The context of
// a slot is the input that it holds and, after a change of that within the message, the
// input held before and its age: 1 in the tick after the change, 2 in the next, up to 7;
// till then the age is 0. A context is empty where there is no ship, and dead from where
// the ship is dead at base, or joins, to its first change. A dead one holds the input of
// its ship, at a join 0.
//
//	a tick            More[0]: yes, and an order that is no input, and then More[1]:
//	                  yes, and another, until no; at most 192
//	                  for each slot whose context is not empty, from 0 on: an input
//	order             kind less 1, 3 even bits; 1 join, 2 leave, 3 choose, 4 start,
//	                  5 close. Of 1 to 3 the slot, 6; of 1 and 3 class 3, weapon 3,
//	                  team 2: 0-2, or 3 and then 1 more: 0 for team 3, 1 for 4. A
//	                  leave makes a context empty, a join an empty one dead
//	input             Change[kind][age]: it holds another input from now on. Then
//	                  if the age is not 0, Back[age]: the one held before; if no
//	                  Turn[kind]: another course
//	                  Fire[kind][0, or 1 after a yes of Turn]: fire changes
//	                  unless Turn and Fire were no, so that it must,
//	                  Special[kind][likewise]: special changes
//	                  after a yes of Turn a course
//	kind              8 if dead, else the sum of 1 course 0 held, 2 fire, 4 special
//	course            its number, less 1 if above the course held: 3 bits, the highest
//	                  first, by Course[course held][the bits before, after a 1]
//
// The tables are in order_table_numbers.go. The CRC-32 (IEEE) that names them in a Hello
// is over their numbers, as 2 bytes each, in the order of that file.
//
// # Bits
//
// The first bit of a byte is its highest; the last byte is filled up with 0.
//
//	u n               n bits
//	s n               n bits, two's complement
//	flag              1 bit
//	g k               exponential Golomb code of order k: v + 2^k in binary, after
//	                  one 0 for each of its bits beyond k + 1
//	± k               g k of 2v, or of -2v - 1 for v < 0
//	rare k            flag: not 0; then g k
//	like n            flag: as given; if not, u n
//
// # World
//
// Bits, for the Setup that came last. An x is u n, where n bits hold every x of
// the arena in 1/256 unit; likewise y, class and weapon, and a team, which has
// none where there are no teams. Of several forms the first that fits is used.
//
//	tick u 32, status u 2, started u 32, rand u 64
//	scores of teams 1 and 2, and of further ones that the mode has: each ± 6
//	64 slots: a ship and its shots
//	a barrel for each of the arena's, by rows
//	an item for each of the arena's pads, by rows; drops up to 64 items
//	the state of the mode
//
//	ship              state u 2; for 0, empty, that is all
//	                  team, class, weapon, x, y, input u 6
//	                  facing: like 4 the course of the input
//	                  vx, vy: each flag: as when it flew its input's course for
//	                  long or, out of space, 0; if not, s 12
//	                  hp g 2, cooldown rare 3, boost rare 7
//	                  flag: one of these is not as usual. Then respawn rare 6,
//	                  protect rare 6, shield rare 9, hits rare 1, overdrive rare 9,
//	                  extra rare 1, cloak rare 8, seekers rare 0, level rare 0,
//	                  next class and next weapon like class and weapon
//	                  4 attackers: time left rare 8, and if not 0 slot u 6
//	                  shots that are live, the first in the lowest bit: g 3
//	                  kills g 3, deaths g 3, assists g 2
//	                  score, less 10 a kill and 3 an assist: ± 3
//	                  in last and trails: lives g 1, wins g 0
//	shot              weapon like the ship's
//	                  time left, in bits that hold the weapon's life
//	                  flag: turns after a ship; then its slot + 1: u 7
//	                  flag: has a velocity that the rules give; then the course like
//	                  4 the ship's facing, and in a fan its number u 2; if not,
//	                  vx s 14, vy s 14
//	                  flag: began at a whole unit of the arena; if not, x, y
//	                  where it began, from where it is guessed: size u 3. 0: there;
//	                  1-6: x and y s size+2 whole units off; 7: x and y, without
//	                  their lowest 8 bits
//	barrel            hp g 2, timer rare 10
//	                  flag: the rest is 0; if not, of x and then y: velocity ± 5,
//	                  at most 1023 either way; flag: it is whole steps of that
//	                  velocity from its tile's middle. Then place / velocity, in
//	                  bits that hold the most there can be, none without
//	                  velocity; if not, x or y
//	pad's item        kind u 4, timer rare 9
//	                  flag: at the middle of the pad's tile; if not, x, y
//	drop              kind rare 2; if not 0, x, y, timer g 10
//
// The state of each mode:
//
//	last              rounds; flag: there is a zone; then x, y, radius u 20; x, y and radius
//	                  u 20 of its goal, at most as large; step g 1, below
//	                  game.ZoneSteps; ticks until it begins to close rare 8, and until it
//	                  has rare 8
//	orb               x, y, carrier's slot + 1 or 0: u 7, timer rare 9
//	race              flag: a ship has taken its place; then called u 32, go u 32, won
//	                  rare 31, placed g 1
//	                  16 racers: flag: not all 0; then late rare 0 (1 or not), laps g
//	                  1, checkpoint g 2 (of those of the arena), place rare 2, began
//	                  rare 31, best rare 11, done rare 31
//	trails            rounds; 16 trails: corners g 1, jump rare 5, of each corner x and y
//	                  in whole units
//	waves             wave g 3, lives g 2, pilots g 2, timer rare 8, began u 32, of 12
//	                  groups sent rare 2; 40 drones: wave rare 3; if not 0, group g 2,
//	                  step g 2, timer rare 6, veer rare 4 and if not 0 its course u 4,
//	                  link rare 4; if not 0, x and y of its place there: s 8
//	rounds            number g 2, begin of the one in play rare 31, at most the tick of the
//	                  World; pause rare 7
//
// The velocities that the rules give are those of game.ShotVelocity; courses are
// tried from the ship's facing on. A shot is guessed to have begun with the ship's
// last shot before it that began at one, if as much is left of that, or else where
// the ship was had it always had its velocity, in whole units cut towards 0.
//
// A World is one that can be played on. Its tick is below ff000000, three days before
// there are no more; it started at that or before, and rand is not 0. A ship faces a course but idle, has at most 8 extra shots and, if it
// flies, touches neither rock nor the edge (game.Arena.HullFits). A shot has 1 to
// its weapon's life left and flies at most 7680 along an axis. Everything is inside
// the arena.
package proto
