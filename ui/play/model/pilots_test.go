package model

import (
	"slices"
	"testing"

	"dogfight/ui/play/playtest"
)

func TestRanksGoByScoreThenFewerDeathsThenSlot(t *testing.T) {
	v := playtest.View("a", "b", "c", "d")
	v.World.Ships[3].Score = 20
	v.World.Ships[0].Score, v.World.Ships[0].Deaths = 10, 2
	v.World.Ships[1].Score, v.World.Ships[1].Deaths = 10, 1
	v.World.Ships[2].Score, v.World.Ships[2].Deaths = 10, 2
	f := Match{View: v}
	if got := f.Rank(nil); !slices.Equal(got, []int{3, 1, 0, 2}) {
		t.Errorf("got %v", got)
	}
}
