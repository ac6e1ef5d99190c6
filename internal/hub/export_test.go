package hub

import (
	"math"
	"net/netip"
	"strings"
	"time"

	"dogfight/internal/records"
)

// URL is where clients reach the hub.
func (h *Hub) URL() string { return h.server.ClientURL() }

// Traffic returns what clients have sent to a hub and were sent: messages and bytes.
func (h *Hub) Traffic() (in, inBytes, out, outBytes int64) {
	v, err := h.server.Varz(nil)
	if err != nil {
		return
	}
	return v.InMsgs, v.InBytes, v.OutMsgs, v.OutBytes
}

// Routes returns how many connections a hub has to others of its cluster.
func (h *Hub) Routes() int { return h.server.NumRoutes() }

// MostWithin returns how many bytes a key may put with an ask within a time.
func MostWithin(ask string, d time.Duration) int64 {
	for _, q := range quotas {
		if strings.HasPrefix(ask, q.ask) {
			return int64(q.burst) + int64(float64(q.rate)*d.Seconds())
		}
	}
	return math.MaxInt64
}

// Connections returns how many connections there are, besides those of the hub itself.
func (h *Hub) Connections() int { n, _ := h.guard.door.control.Count(); return n }

// Knows reports whether an address is that of a member.
func (h *Hub) Knows(a netip.Addr) bool { return h.guard.door.knows(a) }

// MigrateAsBeforeProofs makes the tables of the version that kept links without a proof.
func MigrateAsBeforeProofs(s *records.Store) error {
	return s.Database().Migrate(registryPart, registryMigrations[:2])
}

// Figures count what became of the results, since New.
type Figures struct{ Kept, Again, Refused, Waited int64 }

// Figures returns the counts so far.
func (r *Records) Figures() Figures {
	return Figures{r.recorded.Load(), r.again.Load(), r.refused.Load(), r.waited.Load()}
}

// SetAckTime changes how long the results of a hub that has died wait, for the whole process.
func SetAckTime(d time.Duration) { ackTime = d }

// Hurry makes results that are put off come again soon, unknown keys unknown for good after a time, and scores new after rest. It comes
// before Run.
func (r *Records) Hurry(rest, patience time.Duration) {
	r.rest, r.longest, r.patience = rest, 4*rest, patience
	r.scores.Life = rest
}
