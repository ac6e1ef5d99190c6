// Package records is what the hub of a fleet keeps for good: results of matches, each once, and the ratings that come of
// them; bans; which keys belong together.
//
//	stream DOGFIGHT_RESULTS -> take: parse, signature, bounds -> stats.Store.AddOnce -> ack
//	                               |                                  | the database takes nothing, the key is unknown: later
//	                               +-> what can never be kept: refused, counted, logged
//
// They are in a file of SQLite, which one hub has, or in a PostgreSQL database, which all hubs of a cluster may share. A
// message is acknowledged once its result is on the disk; whoever dies before, it comes again, and is found there.
package hub
