// Package fleet says what hosts, doors and a hub tell each other when many of them play as one, and gives the small interfaces by
// which they do. This text is the specification of what travels between them; fleet/overnats carries it over NATS, and
// fleet/fleettest within a process, for tests. Nothing of it is needed by a host that stands alone.
//
// # Who is there
//
// A host runs matches. A door lets players in, places them, and draws for those who have no program of ours. A hub keeps what
// must outlive them all: results, ratings, bans, linked keys. Each has a key, an nkey of ed25519; whoever may write to the bus is
// of the fleet, and the bus lets nobody in without a key that it was told of.
//
// # Directory
//
// What a host can say again at any time is held in memory, with a time to live, by kind and key. A value has a revision, which
// rises with each change; Swap writes one only over the revision that the writer has seen.
//
//	kind     bucket            key              value  lives   written by
//	hosts    dogfight_hosts    id of the host   Host   30 s    the host, each 5 s and on change
//	matches  dogfight_matches  id of the match  Match  30 s    its host; see Who may run a match
//	seats    dogfight_seats    SeatKey          Seat   1 h     the host where the seat is; for 60 s, as a claim, a door
//	doors    dogfight_doors    id of the door   Door   30 s    the door, each 5 s
//	bans     dogfight_bans     "list"           Bans   -       the hub
//
// Ids of hosts, doors and matches are 16 hexadecimal digits: of 64 random bits of a life, or of a match. Values are JSON, at
// most MaxValue bytes long; one with unknown fields is read without them, one out of bounds is dropped and counted.
//
// A door that ends leaves its entry to expire, and says it again at once when it is told that it is gone: a ticket is worth nothing at a host
// that does not know the key of who has signed it.
//
// Doors follow all hosts, matches and doors; hosts follow doors and bans alone, for what each is told of every write grows with the
// square of a fleet. A host reads the list of hosts each 20 s or, in fleets of more than 80, seldom enough to read four of them a second,
// and soon when it has to name a standby. It reads the entry of one match, or the key of one host, when it needs it. Only eight, those
// with the lowest ids among the hosts of the same rules that have room and do not drain, follow matches, to find those that nobody
// writes any more.
//
// # Subjects
//
// What is published may be lost, and nobody waits for it. What is asked is answered, or nobody is there. What is kept is in a
// stream when Keep returns.
//
//	dogfight.log.MATCH       published; in stream DOGFIGHT_LOGS   Chunk: what came of a match's log, each 250 ms
//	dogfight.lease.HOST      asked                                LeaseAsk -> LeaseGrant: see Who may run a match
//	dogfight.ask.HOST        asked                                Ask -> Answer: open a match, take one over, let a player go
//	dogfight.result.HOST     kept in stream DOGFIGHT_RESULTS      an envelope of fleet/outbox
//	dogfight.hub.ratings     asked                                see internal/hub
//	dogfight.hub.scores      asked                                see internal/hub
//	dogfight.hub.bans        asked                                see internal/hub
//	dogfight.hub.keys        asked                                see internal/hub
//	dogfight.replay.HASH.KEY.UPLOAD  put in stream DOGFIGHT_REPLAYS  a replay in pieces: see fleet/overnats
//
// What is asked names a subject of answers, _ANSWER.KEY and two words that cannot be guessed, and is dropped where it names another:
// then a stream delivers it, or who asks would have somebody else write where they may not. Nobody but the hub speaks to
// JetStream itself, which would do the same: the directory is written and read, and streams are, by way of the hub's desk (dogfight.js.KEY).
// Pieces of logs are published by way of it too, so that each key has its share of their stream.
//
// # Logs
//
// A Chunk is the next piece of the file of a match, as net.Film makes it with State, in the order of Number. Its first piece
// begins a file; what was told before it is of no use any more. From the whole of the pieces another host goes on with the match:
// see net.Resume. A piece has up to MaxChunk bytes; longer footage is told in several.
//
//	1 version = 1, 8 match, 4 epoch, 4 number from 0, 1 flags: 1 first, 2 ended, added up; the bytes
//
// Numbers have their highest byte first.
//
// # Who may run a match
//
// A match has one host at a time. Its entry in the directory names the host, a standby, which listens to the log and is the first that may
// claim it, and an epoch, which belongs to those two: it rises when another host claims the match, and when its host names another
// standby. All changes of the entry are by Swap.
//
// The host asks its standby for a lease each 250 ms, with each Chunk, and has it for LeaseTime from when it asked. A standby claims only
// what it has granted a lease of, in the epoch of the entry as it reads that then, and only when ClaimAfter has passed since; ClaimAfter
// is the longer one by what clocks may differ in their pace. It begins to listen to the log with the first lease that it grants, and is
// told the log from its beginning then. One that drains says so with each grant, and the host names another if there is one. A host
// that gets none names another standby, or none if nobody is there, once it has heard the directory; where it cannot
// within its lease, the match stands still: no tick is played, so nobody flies in it. It asks for leases of an epoch only once it
// knows that the entry has that epoch. So two hosts never play it at once, whoever is cut off from whom: either the standby still
// grants, and does not claim, or the host has stopped before the standby may.
//
// A host must moreover have had its entry written within EntryTime, or the match stands still as well; hosts other than the
// standby claim only what they have seen written, of a host that they have seen in the directory, and nobody has written again for OrphanAfter
// by their own clocks; and no more than they say that they have room for. A cluster that chooses a new leader writes nothing for 4 to 8 s:
// EntryTime is far longer, so players notice nothing.
//
// While the bus is away, or stands still, all hosts are silent to each other and none of them has died. Who finds it so, or finds its
// directory slow or without an answer, claims nothing until it has been well for four seconds, in which hosts find it again and ask for
// their leases.
//
// A match may be what ends its host, and would end one after another. So a claim raises the entry's claims, and the host writes 0 again when it
// has played the match for a second; who claims it for the third time gives it up. One that is handed over keeps what it has.
//
// A host that finds a higher epoch than its own lets go of the match: it sends its players where the entry says, and records
// nothing of it. It finds that out by a lease that is refused with a higher epoch, or when it writes its entry, each 5 s at the latest,
// over a revision that is not the last any more.
//
// # Tickets
//
// A player is sent to a host with a ticket (fleet/ticket), signed by a door or, for a match that has come to that host from another, by
// that other. It is for one match at one host, one bearer, and one use within ten seconds.
package fleet
