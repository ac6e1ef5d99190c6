package records

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"dogfight/game/career"
)

// aSiege returns a match of waves that came so far.
func aSiege(campaign string, wave int, won bool, flights ...career.Flight) *career.Match {
	m := aMatch(flights...)
	m.Mode, m.Waves = "waves", career.Waves{Campaign: campaign, Wave: wave, Won: won}
	for i := range m.Flights {
		m.Flights[i].Place = 1 + i
	}
	return m
}

func TestTheFarthestWaveOfEachPlayerIsStored(t *testing.T) {
	statsOnBoth(t, func(t *testing.T, newStore func(*testing.T) *Store) {
		s := newStore(t)
		s.mustAdd(t, aSiege("frontier", 7, false, ann(), aBot()))
		s.mustAdd(t, aSiege("frontier", 5, false, ann(), bob()))
		s.mustAdd(t, aSiege("exodus", 10, false, bob()))
		s.mustAdd(t, aSiege("exodus", 10, true, bob(), aBot(), aBot()))
		s.mustAdd(t, aSiege("exodus", 10, false, bob()))
		s.mustAdd(t, aMatch(ann(), bob()))
		left := aSiege("exodus", 9, false, ann())
		left.Flights[0].Place = 0
		s.mustAdd(t, left)
		waves, err := s.Waves(9)
		if err != nil {
			t.Fatal(err)
		}
		type line struct {
			campaign, name string
			wave, mates    int
			won            bool
		}
		var got []line
		for _, b := range waves {
			got = append(got, line{b.Campaign, b.Name, b.Wave, b.Mates, b.Won})
		}
		if want := []line{{"exodus", "Bob", 10, 2, true}, {"frontier", "Ann", 7, 1, false}, {"frontier", "Bob", 5, 1, false}}; !reflect.DeepEqual(got, want) {
			t.Errorf("found %+v, expected %+v", got, want)
		}
		if text := WavesText(waves, 80, time.UTC); !strings.Contains(text, "exodus      10  won  Bob") {
			t.Errorf("listed as\n%s", text)
		}
		if text := WavesText(nil, 80, time.UTC); text != "No waves recorded yet.\n" {
			t.Error(text)
		}
	})
}

func TestOldRecordsGetWaves(t *testing.T) {
	path := versionOne(t)
	if waves, err := ReadWaves(path, 9); len(waves) != 0 || err != nil {
		t.Errorf("%+v, %v", waves, err)
	}
	s := openStore(t, path)
	s.mustAdd(t, aSiege("frontier", 3, false, ann()))
	if waves, err := s.Waves(9); len(waves) != 1 || err != nil {
		t.Errorf("%+v, %v", waves, err)
	}
}
