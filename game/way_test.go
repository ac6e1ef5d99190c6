package game

import (
	"strings"
	"testing"
)

// wayIn returns the way to the tiles of the first checkpoint of an arena.
func wayIn(t *testing.T, rows ...string) (*Arena, Way) {
	t.Helper()
	a, err := ParseArena("", strings.Join(rows, "\n"))
	if err != nil {
		t.Fatal(err)
	}
	var goals []int
	for i, tile := range a.Tiles {
		if tile == 'a' {
			goals = append(goals, i)
		}
	}
	return a, a.WayTo(goals)
}

func TestWayLeadsAroundRock(t *testing.T) {
	a, way := wayIn(t,
		"..................",
		".@................",
		"..................",
		"########...#######",
		"########...#######",
		"..................",
		".a................",
		"..................")
	at := func(column, row int32) int32 { return way.From(a, column<<tileShift, row<<tileShift) }
	if at(1, 6) != 0 || at(3, 6) != 2*WayStep {
		t.Errorf("from the goal %d, from two tiles beside it %d", at(1, 6), at(3, 6))
	}
	if through, straight := at(1, 1), int32(2*8*WayStep); through < straight {
		t.Errorf("from behind the rock %d, expected at least %d: around it", through, straight)
	}
	if at(5, 3) != NoWay || way.From(a, -1, 0) != NoWay {
		t.Error("there is a way from rock, or from outside")
	}
}

func TestWayLeadsThroughALaneOfTwoTilesAndNoNarrower(t *testing.T) {
	a, way := wayIn(t,
		"...#####...#####...",
		".a...........#...@.",
		".............#.....",
		"...#####...#####...")
	if far := way.From(a, 9<<tileShift, 1<<tileShift); far == NoWay {
		t.Error("no way through two tiles")
	}
	if far := way.From(a, 17<<tileShift, 1<<tileShift); far != NoWay {
		t.Errorf("a way of %d through rock", far)
	}
	a, way = wayIn(t,
		"...#####...",
		".a.......@.",
		"...#####...")
	if far := way.From(a, 9<<tileShift, 1<<tileShift); far != NoWay {
		t.Errorf("a way of %d through one tile", far)
	}
}

// Each step of a way is downhill by what the step costs, or some tile is nearer than it says.
func TestEveryStepOfAWayIsTheShortest(t *testing.T) {
	arena := field(60, 40, 20, 3)
	way := arena.WayTo([]int{20*60 + 30})
	costs := arena.wayCosts()
	steps := arena.waySteps(costs)
	for i, far := range way {
		if far == NoWay || far == 0 {
			continue
		}
		best := NoWay
		for k, d := range besides {
			next := i + d.y*arena.Width + d.x
			if steps[i][k] != 0 && way[next] != NoWay {
				best = min(best, int(way[next])+int(steps[i][k])-int(costs[next])+int(costs[i]))
			}
		}
		if best != int(far) {
			t.Fatalf("tile %d: %d, expected %d", i, far, best)
		}
	}
}
