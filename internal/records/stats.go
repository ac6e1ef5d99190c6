// Package stats is the file of records: what matches were played on this machine,
// and who flew how well in them.
//
//	matches ──┬─< flights: what each pilot did in each match, bots too
//	pilots  ──┤            by identity, with the sums of their flights and a rating
//	          └─< careers: what each pilot with an identity did in each match, in one line, matches elsewhere too
//	          └─< laps: the best of each player on each course, with the replay that proves it (tapes)
//	                       arms by class and weapon, medals and rivals beside it, and sums that triggers keep
//
// It is a SQLite database in WAL mode (that of a fleet may be in PostgreSQL: see internal/records), which several programs may use at once. A
// match is written in one transaction once it is over, and is on the disk from then
// on (synchronous = FULL): whatever ends the program takes the running match with
// it at most.
//
// Pilots are told apart by the fingerprint of their key. Who has none is noted by name
// in the match, and among the rivals of those they met, for anybody may call themselves that.
package records
