// Package replay reads and writes a match as a file, and finds its best play. This text is the specification of the file; it
// uses the notation and the formats of package proto.
//
// The orders of a match and its first World are the match: the same steps lead to the same Worlds. A keyframe every ten seconds
// lets a reader begin anywhere, and hashes reveal a World that differs from the one played.
//
//	file              4 "DOGR", 2 version of this format = 1, chunks; 2^26 bytes at
//	                  most, and 2^20 chunks of each kind
//	chunk             1 kind, 4 length of the payload up to 2^20, the payload, 4 CRC-32C
//
// The CRC-32C (Castagnoli) covers that of the chunk before, 4 bytes, which are 0 before the first, and all other bytes of the
// chunk: a chunk in another place or another file is as broken as one with changed bytes. From a chunk on that is broken, cut off,
// or out of place, a reader takes nothing; the part before it can be played.
//
// The chunks are a head, a setup, a keyframe, and then the match in its order: notes on its pilots, orders of the next ticks, notes
// on those, and again a keyframe at every 600th tick from the first, where the orders end. A match that is over has a result, an
// index and a seal after that, in this order, each of which may be missing, and nothing comes after them. A file of a running
// match, or of one with a killed host, has state chunks in between. Each holds from its tick on, which may be ahead of the file: it
// comes before the orders that lead there, so that it is there whenever they are. At the end of the file holds the last one with a
// tick up to that.
//
//	01 head           4 fingerprint of the rules, 2 version of the rules, 2 version of the
//	                  protocol, 4 order tables, text 32 version of the program, 8 begin
//	                  of the recording, in ms since 1970 UTC, 8 number of the host, 2
//	                  number of the match there, text 60 title, text 32 arena, text 16
//	                  mode, 4 first tick, 1 flags: 1 from the beginning of the match, 2
//	                  recorded by a client; added up. 8 seed, 0 unless from the
//	                  beginning; 2 id of the client's pilot, 0 without one
//	02 setup          a setup
//	03 keyframe       4 tick, a World
//	04 orders         4 base: the end of the orders before; 2 count of ticks 1-600, at most
//	                  up to the next keyframe; 8 World.Hash after the last,
//	                  the lowest bit of World.Hash after each, the first in the highest
//	                  bit of the first byte, the last byte filled up with 0; the orders of
//	                  the ticks after base, coded as in Orders, from the World at base
//	05 notes          4 tick of the first note; of each note, at least one and in all
//	                  at most 2^18 in a file: 2 ticks since that, at least as many as of
//	                  the note before and not after the orders, 1 kind, and by kind:
//	                  1 joined or changed: 2 id, 1 slot, 1 flags, 1 colour 0-8, text 96 name
//	                  2 left: 2 id
//	                  3 chat: 2 id, or ffff for a notice; text 200
//	                  4 deed: 1 a game.EventKind, 1 slot 0-63, 1 by 0-63, 1 what, as in
//	                  an Event
//	                  5 mark: text 60
//	06 result         4 tick, the end of the orders; 1 finished 0-1, 1 wave, of 4 teams a
//	                  score of 4 ±; 2 count 0-1024, of each flight: 2 id, 1 slot, 1 skill
//	                  of a bot, ff if unknown, or 0, 1 team 0-4, 1 won 0-1, 2 place or 0,
//	                  4 score ±, 2 kills, 2 deaths, 2 assists, 4 shots, 4 hits, 4 damage,
//	                  4 ticks flown, text 96 name, text 32 class, text 32 weapon
//	07 state          4 tick, up to 600 after the end of the orders, the state that a host
//	                  needs beside the World after it to resume; for hosts alone
//	08 index          of each keyframe: 4 tick, 4 offset of its chunk in the file
//	09 seal           2 length of a certificate 1-4096, the certificate, X.509 in DER;
//	                  a signature by its key, ECDSA on P-256 with SHA-256 in ASN.1
//
// The arena and the mode in the head are those of the setup. A slot is 0-63, or 255 for none. A file from the beginning has the
// World of game.NewWorldAt with the seed as its first keyframe.
//
// The formats of head, notes, result, index and seal never change, nor those of the bytes before the World of a keyframe and before
// the coded orders: a program with other rules or another protocol shows these, and plays nothing.
//
// A whole file may still be false. A player checks the lowest bit of each hash against the World of the tick, and all of it where
// orders end and at keyframes, and stops where they differ.
//
// # Seal
//
// The chain of a file is 32 bytes: the SHA-256 of its first 6 bytes and then, with each chunk that follows, the SHA-256 of the
// chain before and the chunk. A seal signs "dogfight replay 1", 1 byte 0, the SHA-256 of the head chunk, that of the result chunk
// or, without one, 32 times 0, and the chain up to the seal. It proves that the owner of the key vouches for the match, and no
// more: a host can play and seal any match.
package replay

//go:generate go test -count=1 -timeout 20m -run Figures . -write FIGURES.md
