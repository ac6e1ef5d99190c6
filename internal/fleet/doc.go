// Package fleet defines the messages between the hosts, doors and hubs of a fleet, the decisions that follow from them, and small interfaces for the
// bus. This text is the specification of these messages. fleet/overnats carries them over NATS, and fleet/fleettest within a process, for tests. A
// host alone needs none of it.
//
// # Members
//
// A host runs matches. A door accepts players, places them, and draws for players without the program. A hub stores everything that must outlive
// them: results, ratings, bans, linked keys. Each member has a key, an nkey of ed25519; the bus accepts only listed keys.
//
// # Directory
//
// The directory holds values that hosts can write again at any time, in memory, with a time to live, by kind and key. A value has a revision, which
// rises with each change. Swap writes a value only over the revision that the writer has seen.
//
//	kind     bucket            key              value  lives   written by
//	hosts    dogfight_hosts    id of the host   Host   30 s    the host, each 5 s and on change
//	matches  dogfight_matches  id of the match  Match  30 s    its host; see Which host plays a match
//	seats    dogfight_seats    SeatKey          Seat   1 h     the host of the seat; for 60 s, as a claim, a door
//	doors    dogfight_doors    id of the door   Door   30 s    the door, each 5 s
//	bans     dogfight_bans     "list"           Bans   -       the hub
//
// Ids of hosts, doors and matches are 16 hexadecimal digits: 64 random bits for each run of a program, and for each match. Values are JSON of at most
// MaxValue bytes. Unknown fields are ignored; values out of bounds are dropped and counted.
//
// A door that ends leaves its entry to expire. It writes a deleted entry again at once: a ticket is invalid at a host that does not know the key of its
// issuer.
//
// Doors follow all hosts, matches and doors. Hosts follow doors and bans only, since the messages for every write to every host grow with the square of a
// fleet. A host reads the list of hosts each 20 s, in fleets of more than 80 hosts less often (four hosts a second), and soon when it must name a
// standby or a witness. It reads the entry of a match, or the key of a host, when it needs it.
//
// # Subjects
//
// Published messages may be lost, and no sender waits for them. A question is answered, or has no receiver. A kept message is in a stream when Keep
// returns.
//
//	dogfight.log.MATCH       published; in stream DOGFIGHT_LOGS   Chunk: the next part of a match's log, each 250 ms
//	dogfight.lease.HOST      asked                                LeaseAsk -> LeaseGrant: see Which host plays a match
//	dogfight.ask.HOST        asked                                Ask -> Answer: open a match, take one over, release a player
//	dogfight.result.HOST     kept in stream DOGFIGHT_RESULTS      an envelope of fleet/outbox
//	dogfight.hub.ratings     asked                                RatingsAsk -> Ratings of up to MostAsked players
//	dogfight.hub.scores      asked                                ScoresAsk -> Scores, for "dogfight scores"
//	dogfight.hub.bans        asked                                BanAsk -> BanAnswer, by operators: adds or removes a ban
//	dogfight.hub.keys        asked                                LinksAsk -> Links of keys, after a version
//	dogfight.replay.HASH.KEY.UPLOAD  put in stream DOGFIGHT_REPLAYS  a replay in parts: see fleet/overnats
//
// A question names a reply subject, _ANSWER.KEY and two words that cannot be guessed. Questions with other reply subjects are dropped: they come from a
// stream, or would make another member write where the asker may not. Only the hub uses JetStream itself, which has the same problem: members read and
// write the directory and streams through the hub's desk (dogfight.js.KEY). Chunks of logs also go through it, so each key has its share of their stream.
//
// # Logs
//
// A Chunk is the next part of the file of a match, as a net.Recording sends it with State, in the order of Number. Its first chunk begins a file and replaces
// all earlier chunks. Another host resumes the match from the whole file: see net.Resume. A chunk has up to MaxChunk bytes; longer parts are split.
//
//	1 version = 1, 8 match, 4 epoch, 4 number from 0, 1 flags: 1 first, 2 ended, added up; the bytes
//
// Numbers have their highest byte first.
//
// # Which host plays a match
//
// A match has one host at a time. Its entry in the directory names the host; a standby, which receives the log and is the first that may claim the match;
// up to MaxWitnesses witnesses, which claim it if host and standby die; and an epoch, which belongs to host and standby. The epoch rises when another
// host claims the match and when its host names another standby. All changes of the entry are by Swap.
//
// The host requests a lease from its standby each 250 ms, with each Chunk, and holds it for LeaseTime from the request. A standby claims only a match of
// which it granted a lease, in the epoch of the entry at that time, and only after ClaimAfter; ClaimAfter is longer by the possible difference in the
// pace of clocks. The standby subscribes to the log with its first lease, and receives the log from the beginning then. A draining standby says so with
// each grant, and the host names another if there is one. A host without an answer names another standby, or none if there is no other host, after it
// has read the directory. If it cannot within its lease, the match pauses: no tick is played. A host requests leases of an epoch only when it knows that
// the entry has that epoch. So two hosts never play a match at once, even if connections fail: either the standby still grants and does not claim, or
// the host has stopped before the standby may claim.
//
// Leases of witnesses follow the same rules with longer times: the host requests one of each every 2 s and holds it for WitnessTime, and a witness claims
// the match after OrphanAfter, if it has room. It does not receive the log, and reads it from the stream. The host names others instead of witnesses that
// are silent; one that it has replaced is not named again in the same epoch.
//
// No other host may claim a match. So a host plays on without a directory as long as its standby and its witnesses answer, and resumes as soon as they
// answer again: an entry that the directory has lost is recreated later. A host that must recreate it without these leases, as its standby died too,
// waits for RecreateAfter first, with a bus that stays healthy: a match also pauses when its entry was not written within EntryTime, so by then no host
// plays it that has not recreated the entry itself.
//
// While the bus is away or stalled, all hosts are silent to each other although none has died. A host that notices this, or a slow or silent directory,
// claims nothing until the bus has been healthy for four seconds, in which hosts reconnect and request their leases.
//
// A match may be the cause of its host's death, and would end one host after another. So a claim raises the entry's claims, and the host writes 0 again
// when it has played the match for a second. A host that claims it for the third time gives it up. A handover keeps the number.
//
// A host that finds a higher epoch than its own gives up the match: it sends its players to the host in the entry and records nothing. It finds out by a
// refused lease with a higher epoch, or by writing its entry over a stale revision, each 5 s at the latest.
//
// # Tickets
//
// A player is sent to a host with a ticket (see Ticket), signed by a door or, for a match that was handed over, by the earlier host. It is valid for one
// match at one host, one bearer, and one use within ten seconds.
//
// # Registry
//
// The hub stores bans, links between keys and ratings in a database. Hosts and doors have copies for times without a hub. A link of two keys has the
// player's certificate, which both keys have signed (identity.Proven): the hub checks the certificates from hosts, and hosts check those from the hub.
// Versions rise with each change of a database, which has an id: a restored database, or another one, starts again under another id. Bans of a fleet hold
// beside a host's own.
package fleet
