package game

import (
	"errors"
	"reflect"
	"strings"
	"testing"
)

const smallArena = `; A yard.
; By the tests.

.........
.@.#..1.o
...#.....
.........
.2.......
.....+
`

func TestParseArenaReadsTilesAndThings(t *testing.T) {
	a, err := ParseArena("yard", smallArena)
	if err != nil {
		t.Fatal(err)
	}
	tile := func(x, y int32) Point { return Point{x*2048 + 1024, y*2048 + 1024} }
	if a.Name != "yard" || a.Width != 9 || a.Height != 6 {
		t.Errorf("got %q of %dx%d tiles, expected \"yard\" of 9x6", a.Name, a.Width, a.Height)
	}
	for _, c := range []struct {
		what string
		got  []Point
		want Point
	}{
		{"spawn", a.Spawns, tile(1, 1)},
		{"team 1", a.TeamSpawns[1], tile(6, 1)},
		{"team 2", a.TeamSpawns[2], tile(1, 4)},
		{"barrel", a.Barrels, tile(8, 1)},
		{"pad", a.Pads, tile(5, 5)},
	} {
		if !reflect.DeepEqual(c.got, []Point{c.want}) {
			t.Errorf("%s: got %v, expected %v", c.what, c.got, c.want)
		}
	}
	if !a.Solid(3*2048, 2048) || a.Solid(3*2048-1, 2048) {
		t.Error("rock does not begin where it is drawn")
	}
	if a.Solid(8*2048, 5*2048) {
		t.Error("a short line is not filled with space")
	}
}

func TestArenaIsTheSameFromWindowsAndWithBlanks(t *testing.T) {
	want, err := ParseArena("yard", smallArena)
	if err != nil {
		t.Fatal(err)
	}
	for how, text := range map[string]string{
		"windows line ends":   strings.ReplaceAll(smallArena, "\n", "\r\n"),
		"byte order mark":     "\ufeff" + smallArena,
		"no last line end":    strings.TrimSuffix(smallArena, "\n"),
		"empty lines at ends": "\n" + smallArena + "\n\n",
		"blanks for space":    strings.ReplaceAll(smallArena, ".", " "),
		"its own text":        want.Text(),
	} {
		got, err := ParseArena("yard", text)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v, %v", how, got, err)
		}
	}
}

func TestWithoutOtherSpawnsShipsUseThoseOfTeams(t *testing.T) {
	a, err := ParseArena("", "......\n.1..2.\n......\n")
	if err != nil {
		t.Fatal(err)
	}
	if want := []Point{tileCentre(1, 1), tileCentre(4, 1)}; !reflect.DeepEqual(a.Spawns, want) {
		t.Errorf("got %v, expected %v", a.Spawns, want)
	}
}

func TestFourTeamsHaveTheirSpawns(t *testing.T) {
	a, err := ParseArena("", ".........\n.1..2..3.\n.........\n....4....\n.........\n")
	if err != nil {
		t.Fatal(err)
	}
	want := [MaxTeams + 1][]Point{1: {tileCentre(1, 1)}, 2: {tileCentre(4, 1)}, 3: {tileCentre(7, 1)}, 4: {tileCentre(4, 3)}}
	if !reflect.DeepEqual(a.TeamSpawns, want) || len(a.Spawns) != 4 {
		t.Errorf("got %v, expected %v, and all of them for everyone", a.TeamSpawns, want)
	}
	if again, err := ParseArena("", a.Text()); err != nil || !reflect.DeepEqual(again, a) {
		t.Errorf("its own text reads as %+v, %v", again, err)
	}
}

func TestArenaErrorsHaveTheirPlace(t *testing.T) {
	room := "...\n.@.\n...\n"
	for _, c := range []struct{ text, want string }{
		{"", "f:1:1: empty arena: must have rows of tiles"},
		{"; only this\n\n", "f:1:1: empty arena: must have rows of tiles"},
		{room + "..X", `f:4:3: unknown tile: must be one of " .#@1234o+~^v<>*ABCD" or a gate 'a' to 'z', got 'X'`},
		{room + "..x", `f:4:3: gate 'x' without one before: must have 'a' too`},
		{room + "ac.", `f:4:2: gate 'c' without one before: must have 'b' too`},
		{"laps = 21\n" + room, `f:1:1: laps: must be 1 to 20, got "21"`},
		{"; note\npull = x\n" + room, `f:2:1: pull: must be 1 to 100, got "x"`},
		{"lap = 2\n" + room, `f:1:1: unknown setting: must be laps or pull, got "lap"`},
		{"; note\n" + room + ".\t.", `f:5:2: unknown tile: must be one of " .#@1234o+~^v<>*ABCD" or a gate 'a' to 'z', got '\t'`},
		{room + ".é.", `f:4:2: unknown tile: must be one of " .#@1234o+~^v<>*ABCD" or a gate 'a' to 'z', got 'é'`},
		{room + "; late", `f:4:1: unknown tile: must be one of " .#@1234o+~^v<>*ABCD" or a gate 'a' to 'z', got ';'`},
		{room + ".\r.", `f:4:2: unknown tile: must be one of " .#@1234o+~^v<>*ABCD" or a gate 'a' to 'z', got '\r'`},
		{room + strings.Repeat(".", 257), "f:4:257: too wide: must be at most 256 tiles, got 257"},
		{room + strings.Repeat(".\n", 254), "f:257:1: too tall: must be at most 256 rows, got 257"},
		{room + strings.Repeat("o", 65), "f:4:65: too many barrels: must be at most 64, got one more"},
		{room + strings.Repeat(".@", 64), "f:4:128: too many spawns: must be at most 64, got one more"},
		{room + strings.Repeat("2", 65), "f:4:65: too many spawns of team 2: must be at most 64, got one more"},
		{room + strings.Repeat("+", 33), "f:4:33: too many pads: must be at most 32, got one more"},
		{room + strings.Repeat("4", 65), "f:4:65: too many spawns of team 4: must be at most 64, got one more"},
		{"...\n.1.\n...", "f:1:1: no spawn: must have '@', or both '1' and '2'"},
		{"...\n.@.\n..#", "f:2:2: no room for a ship at spawn '@': must have space on its eight sides, got rock or the edge"},
		{room + "4..", "f:4:1: no room for a ship at spawn '4': must have space on its eight sides, got rock or the edge"},
		{room + "2..", "f:4:1: no room for a ship at spawn '2': must have space on its eight sides, got rock or the edge"},
	} {
		a, err := ParseArena("f", c.text)
		if a != nil || err == nil || err.Error() != c.want {
			t.Errorf("%.40q:\n got      %v, %v\n expected %s", c.text, a, err, c.want)
		}
	}
}

func TestLargestArenaIsAccepted(t *testing.T) {
	row := strings.Repeat(".", MaxTiles) + "\n"
	full := strings.Repeat("o", MaxBarrels) + strings.Repeat("+", MaxPads) + "\n"
	a, err := ParseArena("", full+strings.Repeat(row, MaxTiles-5)+"\n.@\n\n.")
	if err != nil {
		t.Fatal(err)
	}
	if a.Width != MaxTiles || a.Height != MaxTiles || len(a.Barrels) != MaxBarrels || len(a.Pads) != MaxPads {
		t.Errorf("got %dx%d with %d barrels and %d pads", a.Width, a.Height, len(a.Barrels), len(a.Pads))
	}
}

func FuzzParseArena(f *testing.F) {
	f.Add(smallArena)
	f.Add(strings.ReplaceAll(smallArena, "\n", "\r\n"))
	f.Add("")
	f.Add("...\n.@.\n.é.")
	f.Add("...\n.1..2\n....\n    .")
	f.Fuzz(func(t *testing.T, text string) {
		a, err := ParseArena("fuzzed", text)
		if err != nil {
			var place *ArenaError
			if !errors.As(err, &place) || place.File != "fuzzed" || place.Line < 1 || place.Column < 1 || place.Problem == "" {
				t.Fatalf("an error without its place: %v", err)
			}
			return
		}
		if len(a.Tiles) != a.Width*a.Height || len(a.Barrels) > MaxBarrels || len(a.Pads) > MaxPads || len(a.Spawns) == 0 {
			t.Fatalf("an arena that breaks its own promises: %+v", a)
		}
		again, err := ParseArena("fuzzed", a.Text())
		if err != nil || !reflect.DeepEqual(a, again) {
			t.Fatalf("the arena's own text reads as %+v, %v", again, err)
		}
	})
}

// wayIn returns the way to the tiles of the first gate of an arena.
func wayIn(t *testing.T, rows ...string) (*Arena, Way) {
	t.Helper()
	a, err := ParseArena("", strings.Join(rows, "\n"))
	if err != nil {
		t.Fatal(err)
	}
	return a, a.Ways[0]
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

func TestWaysNeedLanesOfTwoTiles(t *testing.T) {
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

// Each step of a way is downhill by its cost.
func TestEveryStepOfAWayIsTheShortest(t *testing.T) {
	arena := field(60, 40, 20, 3)
	costs := arena.wayCosts()
	steps := arena.waySteps(costs)
	way := arena.wayTo(costs, steps, []int{20*60 + 30})
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
