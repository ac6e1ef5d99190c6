// Package outbox has results of matches reach the hub of a fleet, whatever dies meanwhile: each is a file on the
// host's disk until the bus has it.
//
//	match over -> Box.Post -> Append -> Box.Put: a file, synced -> Box.Run: Bus.Keep, until it returns -> the file is removed
//	                                                    in the order in which they were put
//
// A disk that does not take a result is tried again; meanwhile the result is in memory, and is sent from there.
//
// A host that is killed in between sends a result again, and one that is taken over by another host may be told of by
// both; the hub keeps each once, by its id.
//
// # Envelope
//
// A result is JSON, at most MaxResult bytes long:
//
//	version    1
//	id         16 hexadecimal digits of the match in the fleet, "-", and its number at the host, from 0 to 65535
//	host       16 hexadecimal digits: who tells of it
//	epoch      of the host in the match, from 1; 0 where nobody may take matches over
//	key        the public nkey of the host; "" where the bus asks for none
//	match      a stats.Match in JSON, within the bounds of match.go
//	signature  64 bytes in base64: ed25519 over "dogfight result 1 ID HOST EPOCH " and the bytes of match, as they
//	           stand there; "" without a key
//
// The hub links keys by the proof of a flight alone, a player's certificate. Fields that are not known are skipped. What players have a hand in is brought into bounds by who tells of it (longer lists of linked keys
// and flights are cut), and a result that is too long goes without its laps, then without who destroyed whom, then without the briefest
// flights of those who left: a result that is refused counts for nobody.
package outbox
