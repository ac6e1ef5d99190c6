package hub

import (
	"math"
	"net/netip"
	"strings"
	"time"

	"dogfight/internal/records"
)

// URL is the address for clients.
func (h *Hub) URL() string { return h.server.ClientURL() }

// Traffic returns the messages and bytes that clients sent to a hub and received from it.
func (h *Hub) Traffic() (in, inBytes, out, outBytes int64) {
	v, err := h.server.Varz(nil)
	if err != nil {
		return
	}
	return v.InMsgs, v.InBytes, v.OutMsgs, v.OutBytes
}

// Routes returns the number of connections to other hubs of the cluster.
func (h *Hub) Routes() int { return h.server.NumRoutes() }

// MostWithin returns the bytes that a key may publish by requests within a time.
func MostWithin(ask string, d time.Duration) int64 {
	for _, q := range quotas {
		if strings.HasPrefix(ask, q.ask) {
			return int64(q.burst) + int64(float64(q.rate)*d.Seconds())
		}
	}
	return math.MaxInt64
}

// Admitted returns the number of connections, without those of the hub itself.
func (h *Hub) Admitted() int { n, _ := h.guard.door.control.Count(); return n }

// Knows reports whether an address is a member's.
func (h *Hub) Knows(a netip.Addr) bool { return h.guard.door.knows(a) }

// MigrateAsBeforeProofs makes the tables of the version that stored links without a proof.
func MigrateAsBeforeProofs(s *records.Store) error {
	return s.Database().Migrate(registryPart, registryMigrations[:2])
}

// Figures counts the outcomes of results since New.
type Figures struct{ Kept, Again, Refused, Waited int64 }

// Figures returns the current counts.
func (r *Records) Figures() Figures {
	return Figures{r.recorded.Load(), r.again.Load(), r.refused.Load(), r.waited.Load()}
}

// SetAckTime sets, for the whole process, the delay until unacknowledged results of a dead hub are delivered again.
func SetAckTime(d time.Duration) { ackTime = d }

// Hurry shortens the delay of redelivered results, the time until an unknown key is refused for good, and the age of cached scores. Call it
// before Run.
func (r *Records) Hurry(rest, patience time.Duration) {
	r.rest, r.longest, r.patience = rest, 4*rest, patience
	r.scores.Life = rest
}
