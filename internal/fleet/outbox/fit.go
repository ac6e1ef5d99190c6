package outbox

import (
	"slices"

	"dogfight/internal/identity"
	"dogfight/internal/records"
	"dogfight/proto"
)

// fit returns a match with all in bounds that players have a hand in: one who could have a result refused could have no match of theirs
// count for anybody. What else is out of bounds is a fault of ours, which check names.
func fit(m *records.Match) *records.Match {
	one := *m
	for _, text := range []*string{&one.Arena, &one.Mode, &one.Event, &one.Replay} {
		*text = proto.Fit(*text, longestText)
	}
	one.Flights = slices.Clone(m.Flights)
	for i := range one.Flights {
		fitFlight(&one.Flights[i])
	}
	one.Lasted = min(one.Lasted, longest)
	one.Kills = m.Kills[:min(len(m.Kills), mostKills)]
	leaveOut(&one, len(one.Flights)-mostFlights)
	return &one
}

func fitFlight(f *records.Flight) {
	f.Name, f.Identity = proto.Fit(f.Name, longestName), proto.Fit(f.Identity, longestText)
	f.Flown = min(f.Flown, longest)
	if len(f.Proof) > identity.MaxCertificate {
		f.Proof = nil
	}
	if len(f.Linked) > mostLinked {
		linked := slices.DeleteFunc(slices.Clone(f.Linked), func(key string) bool { return key == f.Identity })
		slices.Sort(linked) // so that the same ones are told each time
		linked = slices.Compact(linked)
		f.Linked = linked[:min(len(linked), mostLinked)]
	}
}
