package records

import "time"

// Hurry has results that are put off come again soon, and unknown keys be unknown for good after a time. It comes before Run.
func (r *Records) Hurry(rest, patience time.Duration) {
	r.rest, r.longest, r.patience = rest, 4*rest, patience
}
