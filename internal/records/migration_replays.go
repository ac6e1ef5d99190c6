package records

// addReplays notes which replay a match has, and keeps that of a try at a daily challenge that counts. Where laps have their proof,
// in tapes, there are replays from now on; what was kept there before stays as it is.
const addReplays = `ALTER TABLE matches ADD COLUMN replay TEXT NOT NULL DEFAULT ''; -- the host's and the match's number, as in its head
	ALTER TABLE dailies ADD COLUMN replay BLOB; -- NULL: there is none`

// replaysVersion is that of the first file with replays.
const replaysVersion = 6
