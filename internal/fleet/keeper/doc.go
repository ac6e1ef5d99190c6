// Package keeper has matches be played by one host at a time, and go on at another when their host dies: see Who may run a match in package
// fleet. Of a host there is one Keeper. It owns the host's matches, stands by for those of others, and claims what nobody plays any
// more. It knows nothing of what a match is: bytes of its log, and whether a tick may be played.
//
//	host A                                bus                                 host B, the standby
//	Owner ── Chunk, each 250 ms ─────────► log.MATCH ─────────────────────────► standing: logFile in memory
//	      ── LeaseAsk, each 250 ms ──────► lease.B ───────────────────────────► grants
//	      ◄─ LeaseGrant ────────────────────────────────────────────────────────
//	      ── Swap, each 5 s ─────────────► matches/MATCH ──── Get ────────────► 2.5 s after its last grant
//	                                                     ◄── Swap, epoch + 1 ── claims, if it is still the standby
//	gate ◄─ asked before each tick
//
// # Why never two
//
// An epoch belongs to one host and one standby: it rises when a host claims the match, and when its host names another standby. Only the
// standby that an entry names may claim it before it is an orphan, and only after it has granted a lease of that very epoch; a host asks
// for leases of an epoch only once it knows that the entry has that epoch. So a Swap of which nobody knows whether it was done, and
// which is done later, harms nobody: the standby that it names has granted nothing of its epoch.
//
// What a standby claims by may be old: it reads the entry beside all else, and a host may have written it since. Then the claim's Swap, over
// the revision that was read, is refused. An entry that has not changed names the same standby in the same epoch, of which that has
// granted no lease while it read, or it would not claim, and grants none while it claims. That nobody but lookouts follows the entries
// takes nothing from this; an owner finds a claim, as ever, by its own Swap at the latest, and has stopped long before.
//
// When the entry has a new epoch, the host may play for a lease's time from when it first asks for one of that epoch, since until then
// nobody may claim it. A standby that has begun to claim grants nothing until it knows what came of that.
package keeper
