// Package rtype is the protocol of the page "Binary communication protocol between
// Client and Server" (Binary Communication Protocol), from the documentation of an
// R-Type by students of Epitech. It names no author. This text is the specification for a
// host of ours and the programs that join it. It is complete without that page.
//
// # Notation
//
// A packet is one UDP datagram. Whole numbers have no sign and their highest byte
// first. f4 is an IEEE 754 float of 4 bytes, lowest byte first; a listener can be
// configured to have them highest byte first. None is NaN or infinite. A number of bytes
// comes before each field, and the size of a packet at the end of its line.
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
//	                  the same without it, size 18                        17
//	                  header, 1 flags                                      5
//	03 PING           header                                               4
//	04 DISCONNECT     header                                               4
//
//	dx, dy            the course, each -1 to 1; x grows to the right, y downwards
//	flags             1 up, 2 down, 4 left, 8 right, 16 shoot; added up. Other bits
//	                  are ignored
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
//	sprite            1 ship, 2 shot, 3 power-up, 4 barrel, 5 orb, 6 drone, 7 part of
//	                  a boss; and 16 times the team, 0-4, of the ship or of the ship
//	                  that fired
//
// # Sequence
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
// The address of a datagram can be forged. So only an ACCEPT for each CONNECT, a PONG for a
// PING and a GAMEOVER for a DISCONNECT, each as long as the packet that it answers, goes to
// an address that is not proven; no REJECT or GAMEOVER at the end either. The proof is an
// INPUT with the entity of the ACCEPT sent there. Before that an INPUT of 5 bytes, which has
// none, is dropped, unless it comes from loopback or, by a private or link-local address,
// from a network of the host itself: there it is proof enough. A PING never is, and until
// then no sign of life.
//
// CONNECT again gets the same ACCEPT again, and never a second ship. A client that
// moves to another address sends CONNECT from there with its assignedId. It gets a REJECT
// while the old address has sent something in the last 2 s, and may ask again. After that it
// gets another assignedId there, and has its ship back under that as soon as the new address
// is proven. A clientId that the host does not know is that of a new client.
//
// The ship flies along the nearest of eight courses to (dx, dy), or brakes if that
// is shorter than 0.2; a diagonal is no faster. Flags up and down together, or left
// and right, are neither. An INPUT holds until the next, and at most 500 ms. One that
// shoots does so for at least 50 ms, so that no shot is missed. Nothing lights the
// afterburner.
//
// A SNAPSHOT is whole: other entities do not exist, or are too far away. It has at most 63:
// the own ship first if it is in space, then those nearest to it, or to its last place. An
// id is constant as long as its entity exists; only a ship that comes back has its old one.
//
// ENTITY_DESTROY and ENTITY_CREATE are hints, which may be lost. They come before a
// SNAPSHOT, for the entities that were only in the one before, and those that are only in
// this one: at most 16 of each, nearest first for those created.
//
// DAMAGE_EVENT comes when a ship that was in a SNAPSHOT within the last second loses hit
// points, also the last ones. The amount is the full damage of the weapon or a blast, though
// fewer may have been left. It comes for the own ship always, and for others at most 16
// times between two SNAPSHOTs; not for damage that a shield absorbs, nor for a hit in a
// race, which takes none.
//
// A ship that was destroyed comes back by itself after 2 s (but see Modes). GAMEOVER comes at the end
// of a match. Then nothing comes until the next, in which the client plays without
// another CONNECT if it has not fallen silent. In the mode waves, which is the game of
// this protocol, pilots are team 1 and share their lives; drones and bosses are team 2,
// and GAMEOVER comes when no life is left and no pilot flies, or the last wave is repelled. GAMEOVER comes too when the host
// closes or throws the client out; REJECT, if that is before it had a ship, as when it
// is banned or all ships are taken.
//
// A client that sends neither INPUT nor PING for 5 s is gone, without a word. A packet that is
// malformed, of another version, of a type not listed for its sender or out of turn
// is dropped in silence, and so is an INPUT with an entity that is not one's own.
//
// Where rock is, hit points and scores are nowhere in this protocol.
//
// # Modes
//
// SNAPSHOTs show space in all modes of the game, with the teams. There are no words for
// lives, rounds, zones, gates, bases and trails, which are left out: a ship that is out
// of its round is in no SNAPSHOT until the next begins, and one without a life, where pilots
// share lives, until there is one. GAMEOVER comes after the last round, or when all waves are over, won or lost.
//
// Drones, which no player flies, have sprites of their own; the id of one that is gone may come back
// with another. Sprite 5 is also the orb that teams carry to their bases: at home, where it lies, and on the
// ship that has it. A ship that a nebula or a cloak hides from the own one is not there.
//
// Some modes have room for fewer ships. A client for which there is none, when such a match
// follows another, gets SNAPSHOTs without an own ship until there is; one that comes then gets a REJECT, as
// when all ships are taken. The assignedId stays the client's in all matches.
//
// # Gaps in the page, and how they are filled
//
//	INPUT             17 bytes with a size of 18 in one table, 18 with a byte of padding in
//	                  its note, 17 in 2.2, and flags in the struct above the table: all are
//	                  taken. We send 17 with that size
//	ENTITY_CREATE     16 bytes or 18: its fields are 18
//	floats "as-is"    as nearly every machine has them, lowest byte first
//	size              must be that of the datagram, as the page has it checked first;
//	                  but for the INPUT above
//	normalised        each of dx and dy for itself, as a client that holds two keys
//	                  means it; a longer diagonal gains nothing
//	own entity        not specified: it is the assignedId
//	entity exists     of an INPUT: the own one does from the ACCEPT on
//	sprites, units    not specified: as above
//	REJECT or         the page has REJECT for a CONNECT alone: so it is said before
//	GAMEOVER          the client plays, and GAMEOVER afterwards. It comes after the
//	                  ACCEPT: admission is decided only for an address that is proven
//	size of SNAPSHOT  the count allows 65,535; 63 entities are 1,396 bytes, which no
//	                  network has to cut up
//
// # The flavour of the code
//
// The program itself does not follow the page. A listener of the flavour rtype-code
// speaks as that does at its commit b2b34d3d of 2025-12-19. All floats have their highest
// byte first.
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
// The rest is as above, with these exceptions. ACCEPT has no id. So a client knows its
// ship by the id, which alone is 2^31 or more, and by its place: it is the first entity of
// a SNAPSHOT, if it is in space. A client cannot come back from another address: it
// is a new one there.
//
// The program's client draws a player for each ENTITY_CREATE, and an enemy for all else in
// a SNAPSHOT. So there is an ENTITY_CREATE for each ship but drones and bots of the other team, and
// for nothing else; and an ENTITY_DESTROY for all that is gone. They are not limited to 16.
// It does not know DAMAGE_EVENT, which is not sent.
//
// It sends CONNECT once, never a PING, and an INPUT only when a key goes down, with the
// keys that are down then. So for a client with a local address:
//
//	CONNECT           lets it in: it gets the match from then on. Another one
//	                  begins all ENTITY_CREATEs again
//	INPUT             does the same, with an ACCEPT, if there was no CONNECT: that may
//	                  have been lost. It holds until the next, but for 60 s at most.
//	                  Within 2 s of a DISCONNECT it is dropped: it was sent before
//	silence           after 60 s it gets nothing until its next INPUT, PING or
//	                  CONNECT; its ship stays. After 120 s it is gone
//	refusal           so it is when its machine says that no program listens at the
//	                  port, by ICMP, and gone 5 s after. Hosts on Linux notice that
//
// Local are loopback, private and link-local addresses, and those within the prefixes of
// the host's own interfaces. A client has no way to prove its address: the traffic that a
// forger can send to a neighbour's address is bounded by the above, and by eight clients at
// an address.
//
// From all other addresses at most eight clients play, from their first INPUT or PING on, and
// none ever gets more than three bytes for each that it sent, in the payload of
// datagrams: a SNAPSHOT goes when at least 8 entities fit, or all
// there are, with as many as do, and there is no ENTITY_CREATE or ENTITY_DESTROY.
// A client that sends an INPUT 60 times a second gets 8 entities 6 times a
// second; one that sends more often, or PINGs besides, gets more. There an INPUT holds for 500 ms, and
// silence lasts 5 s, as on the page. Local clients, and the flavour of the page, need none of that.
//
// # The program's servers
//
// A client meets two of them at its own end: of that commit, and of the later ones, which a
// host of ours does not speak. Those have
//
//	12 SNAPSHOT       header, 2 entityCount, entities                6 + 20n
//	13 PONG           header                                               4
//	14 DAMAGE_EVENT   header, and more that is ignored
//	15 GAMEOVER       header, and more that is ignored
//	16 SCORE          header, and more that is ignored
//
//	entity            8 id, f4 x, f4 y, 4 sprite                          20
//
// no ENTITY_CREATE and no ENTITY_DESTROY, and otherwise the same. Recognise distinguishes
// them. The sprites of the first are all 0; the meaning of the later ones is not known.
package rtype
