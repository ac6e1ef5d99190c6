package records

import (
	"testing"
)

func TestNovicesAddNothingToTheSkillOfAMatch(t *testing.T) {
	statsOnBoth(t, func(t *testing.T, newStore func(*testing.T) *Store) {
		s := newStore(t)
		own := ann()
		own.Place = 2
		flights := []Flight{own}
		for place, novice := range []bool{false, true, true, false} {
			b := aBot()
			b.Skill, b.Novice, b.Place = 1, novice, place+1
			flights = append(flights, b)
		}
		s.mustAdd(t, aMatch(flights...))
		list, err := s.lastSolo([]string{"SHA256:ann"}, 1)
		if err != nil || len(list) != 1 || list[0].Skill != 0.5 || list[0].Bots != 4 {
			t.Errorf("found %+v, %v", list, err)
		}
	})
}
