// Package outbox delivers results of matches to the hub of a fleet. Each result is a file on the host's disk until the bus has it.
//
//	match over -> Box.Post -> Append -> a file, synced -> Box.Run: Bus.Store, until it returns -> the file is removed
//	                                              in the order of Post
//
// If the disk fails, the result is sent from memory and the disk is tried again.
//
// A host that is killed in between sends a result again, and both hosts of a handed-over match may send it; the hub stores each once, by its id.
//
// # Envelope
//
// A result is JSON, at most MaxResult bytes long:
//
//	version    1
//	id         16 hexadecimal digits of the match in the fleet, "-", and its number at the host, from 0 to 65535
//	host       16 hexadecimal digits: the sender
//	epoch      of the host in the match, from 1; 0 without takeover
//	key        the public nkey of the host; "" if the bus requires none
//	match      a career.Match in JSON, within the bounds below
//	signature  64 bytes in base64: ed25519 over "dogfight result 1 ID HOST EPOCH " and the exact bytes of match; "" without a key
//
// The hub links keys only by the proof of a flight, a player's certificate. Unknown fields are skipped. The sender cuts the parts that players influence,
// such as lists of linked keys and flights. A result that is too long loses its laps, then its kills, then the shortest flights of players that left: a
// refused result would not count at all.
package outbox
