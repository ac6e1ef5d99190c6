// Package rivals compares the ways in which games send a match, on one recorded
// match of 64 bots and over one connection. It is tests only; nothing imports it.
//
//	go test ./proto/rivals -v -run Smallest     the table of bytes
//	go test ./proto/rivals -bench Rivals        time and allocations too
//
// # What is compared
//
//	seed              a full state, fixed and big-endian, of the first Dogfight
//	json, gob         the same state by the standard library
//	protobuf          the same state as a generated encoder would write it
//	quake3            changed fields against the acknowledged state, in bits
//	teeworlds         differences from the acknowledged state, varints, Huffman
//	keyframe          the whole World, proto.AppendWorld
//	ours              orders since the acknowledged tick, proto.Orders
//
// # The connection
//
// A packet goes out 30 times a second and answers the newest tick whose
// acknowledgement has come back: the round trip takes 100 ms, and either way loses
// 5 % of the packets. Every codec gets the same packets. Counted are the bytes of
// the message, without UDP and seal.
//
// # What the rivals are spared
//
// Where there was a choice, it was made for the rivals. They send what a screen
// shows, in whole units, which is enough to draw by but not to predict or to check
// with; ours ends in the same World, bit for bit. The delta codecs know the arena
// and name ships by slot. Shots and barrels are straight runs, which cost nothing
// until they end. Huffman tables were trained on another match of the same kind.
// They need neither a checksum nor to report on a client's clock, which ours does.
// Turning the World into what they send is not in their times; stepping the World
// from the base on is in ours.
package rivals
