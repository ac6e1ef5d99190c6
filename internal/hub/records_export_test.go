package hub

import (
	"time"

	"dogfight/internal/records"
)

// MigrateAsBeforeProofs makes the tables of the version that kept links without a proof.
func MigrateAsBeforeProofs(s *records.Store) error {
	return s.Database().Migrate(registryPart, registryMigrations[:2])
}

// Figures count what became of the results, since New.
type Figures struct{ Kept, Again, Refused, Waited int64 }

// Figures returns the counts so far.
func (r *Records) Figures() Figures {
	return Figures{r.kept.Load(), r.again.Load(), r.refused.Load(), r.waited.Load()}
}

// SetAckTime changes how long the results of a hub that has died wait, for the whole process.
func SetAckTime(d time.Duration) { ackTime = d }

// Hurry makes results that are put off come again soon, unknown keys unknown for good after a time, and scores new after rest. It comes
// before Run.
func (r *Records) Hurry(rest, patience time.Duration) {
	r.rest, r.longest, r.patience = rest, 4*rest, patience
	r.scores.life = rest
}
