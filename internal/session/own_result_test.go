package session

import (
	"reflect"
	"testing"

	"dogfight/game/career"
	"dogfight/ui/play"
)

func TestResultsTellWhatTheRecordsSayOfThePlayer(t *testing.T) {
	n := &career.News{
		Match:  career.Match{Finished: true, Rating: 1499.6, Streak: 6, Medals: []string{"streak-5", "of-a-later-version"}},
		Before: 1512.4,
		Last:   &career.Match{Finished: true, Streak: 2},
	}
	want := play.OwnResult{
		Rated: true, Rating: 1500, RatingChange: -12, Medals: []string{"Streak of five"}, Better: []string{"streak of 6, 2 last time"},
	}
	if got := OwnResult(n); !reflect.DeepEqual(got, want) {
		t.Errorf("expected %+v, found %+v", want, got)
	}
	n.Before = 0
	if got := OwnResult(n); !got.FirstRating || got.RatingChange != 0 {
		t.Errorf("the first that is rated: %+v", got)
	}
	if got := OwnResult(&career.News{}); !reflect.DeepEqual(got, play.OwnResult{}) {
		t.Errorf("of nothing it says %+v", got)
	}
}
