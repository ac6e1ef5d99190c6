// Package rtype is the protocol of the page "Binary communication protocol between
// Client and Server" (Binary Communication Protocol), from the documentation of an
// R-Type by students of Epitech. It names no author. This text is what a host of ours
// and a program that joins it hold to. It is complete without that page.
//
// # Notation
//
// A packet is one UDP datagram. Whole numbers have no sign and their highest byte
// first. f4 is an IEEE 754 float of 4 bytes, lowest byte first; a listener can be
// told to have them highest byte first. None is NaN or infinite. A count of bytes
// stands before each field, and the size of a packet at the end of its line.
//
// Every packet begins with
//
//	header            1 type, 1 version = 1, 2 size of the datagram        4
//
// # Client to host
//
//	01 CONNECT        header, 4 clientId, 0 if new                         8
//	02 INPUT          header, 4 entity, f4 dx, f4 dy, 1 shooting 0-1      17
//	                  the same and a byte of padding                      18
//	                  header, 1 flags                                      5
//	03 PING           header                                               4
//	04 DISCONNECT     header                                               4
//
//	dx, dy            where to fly, each -1 to 1; x grows to the right, y downwards
//	flags             1 up, 2 down, 4 left, 8 right, 16 shoot; added up. Other bits
//	                  are not looked at
//
// # Host to client
//
//	10 ACCEPT         header, 4 assignedId                                 8
//	11 REJECT         header                                               4
//	12 SNAPSHOT       header, 4 tick, 2 entityCount, entities       10 + 22n
//	13 ENTITY_CREATE  header, 4 id, f4 x, f4 y, 2 sprite                  18
//	14 ENTITY_DESTROY header, 4 id                                         8
//	15 DAMAGE_EVENT   header, 4 id, 2 amount                              10
//	16 GAMEOVER       header                                               4
//	17 PONG           header                                               4
//
//	entity            4 id, f4 x, f4 y, f4 vx, f4 vy, 2 sprite            22
//	x, y              units of the arena; its upper left corner is 0, 0
//	vx, vy            units a second
//	tick              of the match, 60 a second
//	sprite            1 ship, 2 shot, 3 power-up, 4 barrel, 5 orb; and 16 times the
//	                  team, 0-2, of the ship or of the ship that fired
//
// # Who says what when
//
//	client                     host
//	CONNECT           ────►
//	                  ◄────    ACCEPT
//	INPUT             ────►              60 times a second
//	PING              ────►              once a second
//	                  ◄────    PONG, and REJECT if it is not let in
//	                  ◄────    ENTITY_DESTROY, ENTITY_CREATE
//	                  ◄────    SNAPSHOT, 20 times a second
//	                  ◄────    DAMAGE_EVENT
//	                  ◄────    GAMEOVER           the match is over
//	                  ◄────    SNAPSHOT           the next one has begun
//	DISCONNECT        ────►
//	                  ◄────    GAMEOVER
//
// The assignedId is the client's name and the entity that it flies. It is at least
// 2^31; all other entities are below that. The ship gets into space within a second
// or two. Its INPUT counts before.
//
// Anybody can write somebody else's address into a datagram. So nothing but an ACCEPT
// for each CONNECT, a PONG for a PING and a GAMEOVER for a DISCONNECT, each as long as
// what it answers, goes to an address that has not been proven; no last words either.
// What proves it is an INPUT with the entity that the ACCEPT told there. Before that an
// INPUT of 5 bytes, which has none, is dropped, unless it comes from loopback or, by a
// private or link-local address, from a network that the host is on itself: there it is
// proof enough. A PING never is, and
// until then no sign of life.
//
// CONNECT again gets the same ACCEPT again, and never a second ship. A client who
// speaks from another address says CONNECT from there with its assignedId. If the old
// address has been silent for 2 s, it is told another assignedId there, and has its ship
// back under that as soon as the new address is proven. A clientId that the host does
// not know is that of a new client.
//
// The ship flies along the nearest of eight courses to (dx, dy), or brakes if that
// is shorter than 0.2; a diagonal is no faster. Flags up and down together, or left
// and right, are neither. An INPUT holds until the next, and at most 500 ms. One that
// shoots does so for at least 50 ms, so that no shot is missed. Nothing lights the
// afterburner.
//
// A SNAPSHOT is whole: what is not in it is not there, or is too far away to be told.
// It has at most 63 entities: the own ship first if it is in space, then what is
// nearest to it, or to where it was lost. An id stays with a thing as long as that
// is there; only a ship that comes back has the one it had.
//
// ENTITY_DESTROY and ENTITY_CREATE are hints, which may be lost. They come before a
// SNAPSHOT, and tell which entities are in it that were not in the one before, and
// the other way round: at most 16 of each, nearest first for those created. There
// are none besides.
//
// DAMAGE_EVENT comes when a ship of the last SNAPSHOT loses hit points. The amount
// is what the weapon or a blast takes, though fewer may have been left. It is told
// of the own ship always, and of others at most 16 times between two SNAPSHOTs. What
// a shield keeps off is not told.
//
// A ship that was destroyed comes back by itself after 2 s. GAMEOVER comes at the end
// of a match. Then nothing comes until the next, in which the client plays without
// another CONNECT if it has not fallen silent. GAMEOVER comes too when the host
// closes or throws the client out; REJECT, if that is before it had a ship, as when it
// is banned or all ships are taken.
//
// Who sends neither INPUT nor PING for 5 s is gone, without a word. A packet that is
// malformed, of another version, of a type not listed for its sender or out of turn
// is dropped in silence, and so is an INPUT with an entity that is not one's own.
//
// Where rock is, hit points and scores are nowhere in this protocol.
//
// # What the page leaves open, and how it is settled
//
//	INPUT             17 bytes in one table, 18 in that table's heading, and flags in
//	                  the struct above it: all three are taken. We send 17
//	ENTITY_CREATE     16 bytes or 18: its fields are 18
//	floats "as-is"    as nearly every machine has them, lowest byte first
//	size              must be that of the datagram, since that is what the page says
//	                  is looked at first
//	normalised        each of dx and dy for itself, as a client means it who holds
//	                  two keys; a longer diagonal gains nothing
//	own entity        nowhere told: it is the assignedId
//	entity exists     of an INPUT: the own one does from the ACCEPT on
//	sprites, units    nowhere told: as above
//	REJECT or         the page has REJECT for a CONNECT alone: so it is said before
//	GAMEOVER          the client plays, and GAMEOVER afterwards. It comes after the
//	                  ACCEPT: who may play is asked only for an address that is proven
//	size of SNAPSHOT  the count allows 65,535; 63 entities are 1,396 bytes, which no
//	                  network has to cut up
//
// # The flavour of the code
//
// The program itself does not follow the page. A listener of the flavour rtype-code
// speaks as that does. All floats have their highest byte first.
//
//	01 CONNECT        header                                               4
//	02 DISCONNECT     header                                               4
//	03 INPUT          header, 1 flags                                      5
//	04 PING           header                                               4
//
//	10 ACCEPT         header                                               4
//	11 REJECT         header                                               4
//	12 SNAPSHOT       header, 2 entityCount, entities                6 + 17n
//	13 ENTITY_CREATE  header, 8 id, f4 x, f4 y, 2 sprite                  22
//	14 ENTITY_DESTROY header, 8 id                                        12
//	15 PONG           header                                               4
//	16 DAMAGE_EVENT   header, 4 id, 2 amount                              10
//	17 GAMEOVER       header                                               4
//
//	entity            8 id, f4 x, f4 y, 1 sprite                          17
//
// All else is as above, but that ACCEPT tells no id. So a client knows its ship by
// the id, which alone is 2^31 or more, and by its place: it is the first entity of
// a SNAPSHOT, if it is in space. A client cannot come back from another address: it
// is a new one there.
//
// And there is nothing that a client could say to prove its address. One on loopback, or
// with a private or link-local address on a network that the host is on itself, is
// believed with its first INPUT or PING. At most eight others play from then on as well,
// but none ever gets more than three bytes for each that it sent, in the payload of
// datagrams: a SNAPSHOT goes when at least 8 entities fit, or all
// there are, with as many as do, and there are no ENTITY_CREATE, ENTITY_DESTROY and
// DAMAGE_EVENT. Who sends an INPUT 60 times a second is told of 8 entities 6 times a
// second; who sends more often, or PINGs besides, of more. On a network of the host's, or
// in the flavour of the page, nobody has to.
package rtype
