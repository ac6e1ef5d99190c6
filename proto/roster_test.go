package proto

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestChangesLeadFromOneRosterToAnother, for any pilots that join, leave and change, also for a new client that is already in its list.
func TestChangesLeadFromOneRosterToAnother(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		from, to := someRoster(t), someRoster(t)
		m, err := Parse((&RosterChange{List: ChangesOf(nil, from, to)}).Append(nil))
		if err != nil {
			t.Fatal(err)
		}
		had := slices.Clone(from)
		if len(to) > 0 && len(from) < MaxPilots {
			had = (&RosterChange{List: []PilotChange{{IsNew, rapid.SampledFrom(to).Draw(t, "newcomer")}}}).Apply(had)
		}
		got := m.(*RosterChange).Apply(had)
		for i := range got { // which RTTs carry
			got[i].Ping = 0
		}
		for i := range to {
			to[i].Ping = 0
		}
		if !slices.Equal(got, to) {
			t.Errorf("from %v\nexpected %v\ngot %v", from, to, got)
		}
	})
}

func someRoster(t *rapid.T) []Pilot {
	one := rapid.Custom(func(t *rapid.T) Pilot {
		return Pilot{
			ID: rapid.Uint16Max(12).Draw(t, "id"), Slot: rapid.SampledFrom([]uint8{0, 1, NoSlot}).Draw(t, "slot"),
			Flags: PilotFlags(rapid.Uint8Max(7).Draw(t, "flags")), Colour: rapid.Uint8Max(Colours).Draw(t, "colour"), Ping: rapid.Uint16().Draw(t, "ping"),
			Name: rapid.SampledFrom([]string{"Al", "Bo", "Cy"}).Draw(t, "name"),
		}
	})
	all := rapid.SliceOfNDistinct(one, 0, 12, func(p Pilot) uint16 { return p.ID }).Draw(t, "pilots")
	slices.SortFunc(all, func(a, b Pilot) int { return int(a.ID) - int(b.ID) })
	return all
}

func TestNothingHasChangedBetweenARosterAndItself(t *testing.T) {
	all := []Pilot{{ID: 1, Name: "Al"}, {ID: 2, Ping: 3, Name: "Bo"}}
	other := slices.Clone(all)
	other[1].Ping = 90
	if list := ChangesOf(nil, all, other); len(list) != 0 {
		t.Errorf("expected none, got %v", list)
	}
}

func TestARosterHasAtMostMaxPilots(t *testing.T) {
	var m RosterChange
	for id := range maxChanges {
		m.List = append(m.List, PilotChange{IsNew, Pilot{ID: uint16(id), Slot: NoSlot, Name: "x"}})
	}
	var roster []Pilot
	if roster = m.Apply(roster); len(roster) != MaxPilots {
		t.Errorf("expected %d, got %d", MaxPilots, len(roster))
	}
	m.List = []PilotChange{{NameChanged, Pilot{ID: 9999, Name: "x"}}, {HasLeft, Pilot{ID: 9998}}}
	if roster = m.Apply(roster); len(roster) != MaxPilots {
		t.Errorf("after changes of unknown pilots: expected %d, got %d", MaxPilots, len(roster))
	}
}
