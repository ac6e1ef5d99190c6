package ops

import (
	"fmt"
	"strings"

	"dogfight/net/admission"
)

// refusedName is the name of the counter of those whom a door, or the match behind all of them, refused for a reason.
func refusedName(door, why string) string {
	return fmt.Sprintf("dogfight_refused_total{door=%q,reason=%q}", door, why)
}

// isCounter reports whether a figure only grows, which its name says.
func isCounter(name string) bool {
	name, _, _ = strings.Cut(name, "{")
	return strings.HasSuffix(name, "_total")
}

// Refused has the connections be counted that a door does not let in. Doors of one name are summed: a dialect may have several.
func (m *Monitor) Refused(door string, refused func() admission.Refused) {
	count := func(why string, of func(admission.Refused) uint64) {
		m.Counter(refusedName(door, why), func() uint64 { return of(refused()) })
	}
	count("address_full", func(r admission.Refused) uint64 { return r.AddressFull })
	count("full", func(r admission.Refused) uint64 { return r.Full })
	count("busy", func(r admission.Refused) uint64 { return r.Busy })
	count("cut", func(r admission.Refused) uint64 { return r.Cut })
	count("failed", func(r admission.Refused) uint64 { return r.Failed })
}
