// Package carnage speaks the "C4RN4G3 protocol" of CobaltXII, a gist of June 2021, over
// TCP and WebSockets. This text is its specification: the document with its gaps filled.
// Names are the document's.
//
// # Notation
//
// All numbers are little-endian. u8 and u32 have no sign, f32 is IEEE 754. Vec2 is f32 x,
// f32 y. Array<T> is a u32 count and as many T; a String is an Array<u8> of UTF-8. Lengths
// are in arena units, times in seconds, angles in radians, clockwise from the right, since
// y grows downwards: right 0, down pi/2, left pi, up -pi/2.
//
// # Framing
//
//	u32 length        of the message after it, from 1
//	message
//
// This is an Array<u8> of the document's. On a WebSocket there is no length: each message
// is one binary message there, of one frame from the host, and of any number from a client.
// From a client a message has at most 4092 bytes, from the host 128 KiB.
//
// A host that serves WebSockets does so on the same port, at every path, without
// subprotocols or compression: a connection that begins with "GET " is none of a stream, as
// that would be a length of 542393671. A page may play if the host allows its origin; a
// program that sends no Origin always may. The host ends with the code and reason of
// its closing frame: 1001 when the match or the host closes, 1003 for text, 1009 for a
// message too long, 1008 with the reason for all other errors. A client need not send
// pings; it gets at most 16 KiB a second through, and the rest waits.
//
// # Messages, client to host
//
//	0 MT_HELLO_REQUEST    u32 version = 1                                    5 bytes
//	2 MT_SPAWN_REQUEST    String name, u8 weaponIndex, u8 classIndex         7 + name
//	4 MT_INPUTS           f32 angle, inputs of 1, 4 or 8 bytes               6, 9 or 13 bytes
//
//	inputs                1 up, 2 left, 4 down, 8 right, 16 fire, 32 special; added up,
//	                      all other bits are 0
//
// # Messages, host to client
//
//	1 MT_HELLO_RESPONSE   u8 okay; if it is not 0: String serverGlobals,
//	                      String weapons, String classes, Array<u8> levelData
//	3 MT_SPAWN_RESPONSE   u8 status: 0 granted, 1 bad name, 2 bad weapon, 3 bad class
//	5 MT_RECORD           f32 time, Array<Entity> entities
//
// The number is a u8 before the fields. It is a u32 in both directions if the client's
// first message has 8 bytes instead of 5.
//
// # Entities
//
//	Entity                u8 code, u32 id, static data if code has 0x80, dynamic data if
//	                      it has 0x40
//	code & 0x3f           0 player, 1 barrel, 2 orb, 3 bullet
//
//	Player  static        u8 type, String name, f32 radius, u8 weaponIndex, u8 classIndex
//	        dynamic       Vec2 position, f32 angle, f32 iconAngle, f32 healthPercentage,
//	                      f32 score, f32 timeWhenLastBulletFired, f32 timeWhenLastDamaged,
//	                      f32 latestTimeWhenBelowMaxHealth,
//	                      f32 latestTimeWhenNotBelowMaxHealth
//	Barrel  static        f32 radius, f32 color, f32 vertices, f32 bolts
//	        dynamic       Vec2 position, f32 angle, f32 healthPercentage,
//	                      f32 timeWhenLastDamaged, f32 latestTimeWhenBelowMaxHealth,
//	                      f32 latestTimeWhenNotBelowMaxHealth
//	Orb     static        f32 radius, f32 color, f32 random
//	        dynamic       Vec2 position, f32 angle
//	Bullet  static        f32 ownerRadius, u8 weaponIndex, f32 random
//	        dynamic       Vec2 position, Vec2 direction
//
// An entity that the client does not know comes with both kinds of data, one that it knows
// with the dynamic data, and with the static data too when they changed. One with neither
// is gone; the lower bits of its code still are its type. The id of a ship is that of a
// seat: it comes back with the next ship, or with the next pilot in the seat. No other id
// is ever reused. Removals come first in a record.
//
//	type                  of a player: the team, 1 to 4; 0 without teams
//	angle, iconAngle      of a player: the direction of the shots, which is that of the
//	                      nose. 0 for all others
//	radius                a shot hits a thing at that distance; a ship picks up an orb when
//	                      the circles of both touch
//	name                  of a player: never empty. A player waits until the host knows it
//	healthPercentage      100 is the hp of the player's class, or more, which power-ups give
//	color                 of an orb: 1 power-up hp +1, 2 hp +3, 3 ammo +1, 4 shield,
//	                      5 overdrive, 6 orb (see Modes), 7 cloak, 8 seekers, 9 shockwave.
//	                      0 for barrels
//	vertices, bolts       8 and 4
//	random                0 to 1, the same as long as the entity is there
//	direction             of length 1, or (0,0) for a mine. A bullet flies by its weapon's
//	                      speed along it
//	time                  of a record: since the match began, 0 before it did
//	times of an entity    by the same clock, -3600 if it did not happen since the entity
//	                      came to space, or since the client did
//
// # Tables
//
// serverGlobals is a JSON object, weapons and classes are JSON arrays of objects, in the
// order of weaponIndex and classIndex; 0 is the default. Units and
// seconds are those of the messages, speeds are units a second, thrust and brake units a
// second, each second. Names, titles, arena and mode are texts, friendlyFire and drone are
// true or false, all else numbers.
//
//	serverGlobals         arena, width, height, tileSize, mode, teams, friendlyFire,
//	                      timeLimit and scoreLimit (0 for none), playerRadius,
//	                      barrelRadius, blastRadius, tickRate, recordRate; laps where there
//	                      are gates; pull of wells, units a second, each second, where
//	                      there are any
//	of a weapon           name, title, shots (in flight at once), fan (fired together),
//	                      speed, damage, cooldown, life, reach
//	of a class            name, title, hp, topSpeed, thrust, brake
//	of both               drone, true, if it is a drone's: asked for, it is refused as bad
//	levelData             the arena: rows of characters that end in \n, each a tile of
//	                      tileSize: . space, # rock, @ spawn, 1 to 4 team spawns, o barrel,
//	                      + power-up pad, ~ nebula, ^ v < > lanes that speed ships up that
//	                      way, * well, A to D bases of teams, other small letters
//	                      gates in their order
//
// # Sequence
//
//	client                            host
//	MT_HELLO_REQUEST        ────►     SS_WAITING_FOR_HELLO_REQUEST
//	                        ◄────     MT_HELLO_RESPONSE
//	                        ◄────     MT_RECORD, from now on 20 times a second
//	MT_SPAWN_REQUEST        ────►     SS_WAITING_FOR_SPAWN_REQUEST
//	                        ◄────     MT_SPAWN_RESPONSE, and again until status is 0
//	MT_INPUTS               ────►     SS_PLAYING; 20 to 60 times a second
//	                                  the ship explodes: SS_WAITING_FOR_SPAWN_REQUEST
//	MT_SPAWN_REQUEST        ────►
//
// A message that the state does not have, or that is not laid out as above, ends the
// connection. For another version the response has okay 0, and the next message ends it
// too. A host that is full or closes before its answer sends okay 0 as well; afterwards a
// stream has no words for that, and just ends.
//
// The client's own entity is the first player with static data after a status of 0. Until
// it comes, after the rest of the two seconds that a ship needs to come back, the host
// sends no new players. When the own entity is removed, the
// ship exploded, or another match began, and the client asks for the next one, with another
// weapon or class if it likes. Its ship comes back by the rules in any case, and idles,
// unseen by its client, until that asks for it; one that is back before takes the other
// weapon and class when it comes back again. MT_INPUTS are ignored for two seconds after
// the explosion.
//
// An Inputs holds until the next one. The direction bits steer, on eight courses; opposite
// ones cancel each other. Shots go along the course. With no course they go along the
// nearest of eight to angle: a ship that does not face there when fire is down turns, and
// for that flies there for a twentieth of a second. A fire or special that was released at
// once counts for as long.
//
// A client that sends nothing for 30 s loses its place; one that waits for a ship has
// 5 minutes.
//
// # Modes
//
// serverGlobals name the mode. The score of a player depends on it: points; rounds won, in
// last and trails; the progress, in race. There are no words for lives, rounds, zones,
// trails, the holder of the orb, the winner, and the level that orbs give to a ship in
// teams: they are left out.
//
// In modes with rounds, or in which pilots share lives, a ship may be out. A client that asks
// then gets its answer when its ship may come, in the next round, and sees the others
// meanwhile. Another request replaces the first; MT_INPUTS until then are ignored.
//
// Drones, which no player flies, are players of type 2, with the title of their class as the
// name. Their weapon and class are in the tables of a client that said hello in the match;
// for others, weaponIndex and classIndex are 0. healthPercentage goes by the hp of the class: a
// drone may come with more, or less. The id goes with a seat, as that of all ships does.
//
// An orb of color 6 is worth a point, and in teams a level. Where the mode is orb it is the one that
// teams carry to their bases: at home, where it lies, or on the ship that has it.
//
// A player that is removed may be one that a nebula or a cloak hides from the client's own, and come
// again under the same id.
//
// Some modes have room for fewer ships. A client without a ship, when such a match follows
// another, watches, and gets one when there is room; for one that asks for its first then,
// the connection ends, as when all ships are taken.
//
// # Gaps in the document
//
//	typedefs              are written the wrong way round: u8 is meant to be uint8_t
//	framing               none is given. A length as of an Array<u8> is closest to the
//	                      document
//	width of enum         MessageType is u8, as everywhere in the document where it says
//	                      how wide a code is. But a plain enum has four bytes in C++,
//	                      so the hello decides
//	VERSION               has no value. 1
//	id                    is u8 in struct Entity, 32 bits in the text and in the map.
//	                      32 bits: with 64 ships a byte is not enough
//	ENTITY_TYPE_MASK      0x3E drops the lowest bit, so that a barrel reads as a player.
//	                      0x3F, the six bits of the text. "Entity.type" there is code
//	Bitset<6>             a std::bitset has no layout of its own: compilers give it 8 bytes, or
//	                      4 on 32 bits. Those are taken, and one byte; the lowest bit
//	                      first. Which bit is which button is not said at all
//	Player::type          not explained. The team
//	color, vertices,      not explained. Numbers that a client can draw something by
//	bolts, random
//	the tables            have no layout. JSON, which every language can read
//	checks of a spawn     name, weapon, class: 1, 2, 3 in this order. A name has 1 to 24
//	                      printable characters; spaces around it are cut off. One like
//	                      a number, an address or a notice of the game is accepted,
//	                      and replaced by a name of the host's
//	SS_PLAYING            is "TODO". MT_INPUTS, until the ship explodes
//	which entity is mine  not said. See above
//	angle                 ships here fly by course and shoot where they face, so both an
//	                      angle and keys steer. Infinities and NaN end the connection
//	waiting for answers   not asked for. A client may say hello and ask to spawn in one
//	                      breath; the host keeps 4096 bytes until it has answered
//	events of a record    are "TODO". There are none: a player that is removed exploded,
//	                      left, or is hidden
//	another match         the level cannot be sent again. All entities are removed, those
//	                      of the new match come; for its level, connect again
package carnage
