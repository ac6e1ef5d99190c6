package assets

import (
	"slices"

	"dogfight/game"
)

// pattern is a named path from the left edge to the right. Corners are in per cent of the width, and
// offsets from the lane in per cent of the height.
type pattern struct {
	name string
	way  [][2]int64
	end  game.PathEnd
	free bool // around the middle of the arena instead of the lane, from the second corner on
}

var patterns = []pattern{
	{name: "line", way: [][2]int64{{0, 0}, {100, 0}}},
	{name: "cross", way: [][2]int64{{0, 0}, {100, mirrored}}},
	{name: "sine", way: [][2]int64{{0, 0}, {12, -14}, {25, 0}, {37, 14}, {50, 0}, {62, -14}, {75, 0}, {87, 14}, {100, 0}}},
	{name: "circle", free: true, way: [][2]int64{{0, 0}, {30, 0}, {36, -20}, {50, -28}, {64, -20}, {70, 0}, {64, 20}, {50, 28}, {36, 20}, {30, 0}, {36, -20}, {50, -28}, {100, -28}}},
	{name: "dive", way: [][2]int64{{0, 0}, {20, 0}}, end: game.Hunts},
	{name: "patrol", way: [][2]int64{{0, 0}, {25, 0}, {25, mirrored}}, end: game.Loops},
	{name: "stalk", free: true, way: [][2]int64{{0, 0}, {35, 0}, {50, -25}, {70, 0}, {50, 25}}, end: game.Loops},
}

// mirrored is the lane at the same distance from the other end of the edge.
const mirrored = 1000

// The edges where a path can begin.
var edges = []string{"left", "right", "top", "bottom"}

// path reads the path of a group.
func (e entry) path() ([]game.Corner, game.PathEnd) {
	if list, ok := e.values["path"].([]any); ok {
		e.pop("path")
		end := e.among("then", "leave", "loop", "hunt")
		return e.corners(list), [...]game.PathEnd{game.Leaves, game.Loops, game.Hunts}[end]
	}
	var names []string
	for i := range patterns {
		names = append(names, patterns[i].name)
	}
	p := &patterns[e.among("path", names...)]
	edge, lane := e.among("from", edges...), e.number("lane", 0, 100)
	return p.corners(edge, lane), p.end
}

// corners returns the path from a place on an edge.
func (p *pattern) corners(edge int, lane int64) (path []game.Corner) {
	for i, at := range p.way {
		across, along := at[0], lane+at[1]
		if at[1] == mirrored {
			along = 100 - lane
		} else if p.free && i > 0 {
			along = 50 + at[1]
		}
		along = min(max(along, 4), 96)
		to := [...][2]int64{{across, along}, {100 - across, along}, {along, across}, {along, 100 - across}}[edge]
		path = append(path, cornerAt(to[0], to[1]))
	}
	return path
}

// corners reads a list of corners.
func (e entry) corners(list []any) (path []game.Corner) {
	const want = "1 to 16 corners like [50, 20], each number 0 to 100"
	for _, item := range list {
		at, ok := item.([]any)
		if !ok || len(at) != 2 {
			e.fail("path", mustBe(want, item))
			return []game.Corner{{}}
		}
		x, errX := wholeNumber(at[0], 0, 100)
		y, errY := wholeNumber(at[1], 0, 100)
		if errX != nil || errY != nil {
			e.fail("path", mustBe(want, item))
		}
		path = append(path, cornerAt(x, y))
	}
	if len(path) < 1 || len(path) > game.MaxPath {
		e.fail("path", mustBe(want, len(path)))
		return []game.Corner{{}}
	}
	return path
}

// cornerAt returns the corner at a place in per cent.
func cornerAt(x, y int64) game.Corner {
	return game.Corner{X: int16(x * game.PathScale / 100), Y: int16(y * game.PathScale / 100)}
}

// among reads a word that must be one of some, and returns its index.
func (e entry) among(key string, words ...string) int {
	got := e.pop(key)
	text, _ := got.(string)
	i := slices.Index(words, text)
	if i < 0 {
		e.fail(key, mustBe("one of "+quotedList(words), got))
		return 0
	}
	return i
}
