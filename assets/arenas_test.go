package assets

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dogfight/game"
)

const yard = "...\n.@.\n...\n"

// folderWith returns a folder of the user's own with these files.
func folderWith(t *testing.T, files map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func TestDefaultArenaIsNamedFirst(t *testing.T) {
	if got := ArenaNames(); got[0] != "open" || len(got) < 4 || !slices.IsSorted(got[1:]) {
		t.Errorf("got %v, expected open, and then the others by name", got)
	}
}

func TestArenasInTheFolderAreListedLast(t *testing.T) {
	folder := folderWith(t, map[string]string{"yard.txt": yard, "duel.txt": yard, "a.path.txt": yard, ".txt": yard, "notes.md": ""})
	if got, want := ArenaNamesIn(folder), append(ArenaNames(), "yard"); !slices.Equal(got, want) {
		t.Errorf("got %v, expected %v", got, want)
	}
	if got := ArenaNamesIn(filepath.Join(folder, "none")); !slices.Equal(got, ArenaNames()) {
		t.Errorf("of a folder that is not there: got %v", got)
	}
}

func TestArenaIsFoundByNameOrPath(t *testing.T) {
	folder := folderWith(t, map[string]string{"yard.txt": yard, "duel.txt": yard, "plain": yard})
	t.Chdir(folder)
	for _, c := range []struct {
		folder, typed, name string
		width               int
	}{
		{"", "duel", "duel", 50},
		{folder, "open", "open", 100},
		{folder, "yard", "yard", 3},
		{folder, "duel", "duel", 3}, // the user's arena replaces the built-in
		{"", filepath.Join(folder, "yard.txt"), "yard", 3},
		{"", "yard.txt", "yard", 3},
		{"", "./plain", "plain", 3},
		{"", "plain", "plain", 3},
	} {
		a, err := ArenaIn(c.folder, c.typed)
		if err != nil {
			t.Errorf("%q: %v", c.typed, err)
		} else if a.Name != c.name || a.Width != c.width {
			t.Errorf("%q: got %q, %d tiles wide, expected %q, %d", c.typed, a.Name, a.Width, c.name, c.width)
		}
	}
}

func TestUnknownArenaErrorListsTheKnown(t *testing.T) {
	t.Chdir(t.TempDir())
	_, err := Arena("opne")
	if want := `no arena called "opne": must be one of ` + strings.Join(ArenaNames(), ", ") + `, or a file`; err == nil || err.Error() != want {
		t.Errorf("got %v, expected %s", err, want)
	}
	if _, err := Arena("./opne.txt"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a path: got %v, expected that there is no such file", err)
	}
	if a, err := Arena(""); err == nil {
		t.Errorf("an empty name is arena %q", a.Name)
	}
}

func TestBrokenArenaFileIsRefusedWithItsPath(t *testing.T) {
	folder := folderWith(t, map[string]string{"bad.txt": yard + "..?", "huge.txt": strings.Repeat(";\n", largestFile)})
	bad := filepath.Join(folder, "bad.txt")
	_, err := ArenaIn(folder, "bad")
	var place *game.ArenaError
	if !errors.As(err, &place) || place.File != bad || place.Line != 4 || place.Column != 3 {
		t.Errorf("got %v, expected an error at %s:4:3", err, bad)
	}
	if _, err := ArenaIn(folder, "huge"); err == nil || !strings.Contains(err.Error(), "must be at most") {
		t.Errorf("a huge file: got %v", err)
	}
}

// builtIn calls check with each built-in arena.
func builtIn(t *testing.T, check func(t *testing.T, a *game.Arena)) {
	for _, name := range ArenaNames() {
		t.Run(name, func(t *testing.T) {
			a, err := Arena(name)
			if err != nil {
				t.Fatal(err)
			}
			check(t, a)
		})
	}
}

func TestArenasAreAsLargeAndFullAsPromised(t *testing.T) {
	type figures struct{ width, height, spawns, teamSpawns, barrels, pads int }
	want := map[string]figures{
		"open":    {100, 75, 12, 4, 6, 6},
		"belt":    {100, 75, 12, 4, 12, 8},
		"duel":    {50, 38, 4, 2, 4, 4},
		"expanse": {200, 150, 32, 16, 40, 24},

		"twin":     {140, 72, 16, 8, 4, 8}, // for the orb
		"gorge":    {130, 64, 16, 8, 4, 10},
		"quarters": {112, 88, 28, 7, 4, 12},

		"basin":     {76, 56, 12, 2, 12, 12}, // for last
		"henge":     {116, 84, 24, 4, 20, 16},
		"maelstrom": {148, 148, 36, 6, 32, 28},

		"ring":    {120, 64, 16, 0, 0, 0}, // for races
		"serpent": {130, 100, 16, 0, 0, 0},
		"tour":    {230, 130, 16, 0, 0, 0},

		"chasm":   {130, 60, 16, 0, 6, 9},
		"rampart": {100, 75, 14, 0, 4, 9},
		"shoal":   {110, 82, 14, 0, 6, 9},

		"grid":    {78, 42, 16, 0, 0, 0},
		"pillars": {78, 42, 16, 0, 0, 0},
		"stadium": {96, 58, 16, 0, 0, 0},
	}
	builtIn(t, func(t *testing.T, a *game.Arena) {
		got := figures{a.Width, a.Height, len(a.Spawns), len(a.TeamSpawns[1]), len(a.Barrels), len(a.Pads)}
		if got != want[a.Name] {
			t.Errorf("got %+v, expected %+v", got, want[a.Name])
		}
	})
}

// `arena check` has no warnings about them.
func TestTheSurveyFindsNothingWrongWithAnyArena(t *testing.T) {
	for _, name := range ArenaNames() {
		f, err := FindArena("", name)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range Survey(f.Text).Findings {
			t.Errorf("%s:%s", f.Path, found)
		}
	}
}

func TestShipReachesEverythingFromEverywhere(t *testing.T) {
	builtIn(t, func(t *testing.T, a *game.Arena) {
		reached := flyFrom(a, corner(a.Spawns[0]))
		for _, places := range [][]game.Point{a.Spawns, a.TeamSpawns[1], a.TeamSpawns[2], a.Barrels, a.Pads} {
			for _, at := range places {
				if !reached[corner(at)] {
					t.Errorf("no way to column %d, row %d", at.X/tile, at.Y/tile)
				}
			}
		}
	})
}

func TestBarrelsAndPadsAreClearOfRock(t *testing.T) {
	builtIn(t, func(t *testing.T, a *game.Arena) {
		for _, at := range slices.Concat(a.Barrels, a.Pads) {
			if !free(a, at.X/tile-1, at.Y/tile-1, 3) {
				t.Errorf("rock beside column %d, row %d", at.X/tile, at.Y/tile)
			}
		}
	})
}

// Rocks leave lanes; where a wall of a ruin is broken, a slit may be narrower.
func TestLanesAmongRocksAreThreeTilesWide(t *testing.T) {
	for _, name := range []string{"open", "belt"} {
		a, err := Arena(name)
		if err != nil {
			t.Fatal(err)
		}
		for y := range int32(a.Height) {
			for x := range int32(a.Width) {
				if free(a, x, y, 1) && !inLane(a, x, y) {
					t.Errorf("%s: a narrow place at column %d, row %d", name, x, y)
				}
			}
		}
	}
}

// inLane reports whether the tile is part of a free square of three by three.
func inLane(a *game.Arena, x, y int32) bool {
	for dy := range int32(3) {
		for dx := range int32(3) {
			if free(a, x-dx, y-dy, 3) {
				return true
			}
		}
	}
	return false
}

// tile is the side of a tile in 1/256 unit.
const tile = game.TileSize * game.One

// free reports whether a square of tiles, side of them wide and with its upper
// left one at x, y, is free of rock and inside the arena.
func free(a *game.Arena, x, y, side int32) bool {
	for dy := range side {
		for dx := range side {
			if a.Solid((x+dx)*tile, (y+dy)*tile) {
				return false
			}
		}
	}
	return true
}

// A ship is wider than a tile and narrower than two, so wherever one fits, one
// fits with its middle on a corner of tiles near by, and there it touches the
// four tiles around. A place is the upper left one of these.
type place struct{ x, y int32 }

// corner returns where a ship at the middle of a tile, with none but free tiles
// beside it, can be.
func corner(at game.Point) place { return place{at.X / tile, at.Y / tile} }

// flyFrom returns all places that a ship can get to.
func flyFrom(a *game.Arena, start place) map[place]bool {
	reached := map[place]bool{start: true}
	for next := []place{start}; len(next) > 0; {
		at := next[len(next)-1]
		next = next[:len(next)-1]
		for _, to := range []place{{at.x - 1, at.y}, {at.x + 1, at.y}, {at.x, at.y - 1}, {at.x, at.y + 1}} {
			if !reached[to] && free(a, to.x, to.y, 2) {
				reached[to] = true
				next = append(next, to)
			}
		}
	}
	return reached
}

func TestTutorialArenaHasItsRingsAndIsInNoRotation(t *testing.T) {
	a := TutorialArena()
	if slices.Contains(ArenaNames(), a.Name) {
		t.Errorf("%s is offered among %v", a.Name, ArenaNames())
	}
	straight, diagonal := a.TeamSpawns[1], a.TeamSpawns[2]
	if len(straight) != 4 || len(diagonal) != 2 || len(a.Spawns) < 2 || len(a.Barrels) == 0 || len(a.Pads) == 0 {
		t.Fatalf("found %+v", a)
	}
	for _, ring := range slices.Concat(straight, diagonal) {
		const round = 20 * game.One
		for _, side := range []game.Point{{}, {X: -round}, {X: round}, {Y: -round}, {Y: round}} {
			if !a.HullFits(ring.X+side.X, ring.Y+side.Y) {
				t.Errorf("no ship fits at the ring in tile %d,%d", ring.X>>11, ring.Y>>11)
			}
		}
	}
	if dx, dy := diagonal[1].X-diagonal[0].X, diagonal[1].Y-diagonal[0].Y; dx != -dy {
		t.Errorf("a diagonal through one ring misses the other by %d", dx+dy)
	}
}

func TestTheRangeHasItsPlacesAndIsInNoRotation(t *testing.T) {
	a := RangeArena()
	if slices.Contains(ArenaNames(), a.Name) {
		t.Errorf("%s is offered among %v", a.Name, ArenaNames())
	}
	if len(a.TeamSpawns[1]) < 3 || len(a.TeamSpawns[2]) < 2 || len(a.Spawns) < 8 || len(a.Barrels) == 0 || len(a.Pads) < 24 {
		t.Errorf("%d places for targets, %d for circlers, %d spawns, %d barrels, %d pads",
			len(a.TeamSpawns[1]), len(a.TeamSpawns[2]), len(a.Spawns), len(a.Barrels), len(a.Pads))
	}
	const round = 36 * game.One
	for _, middle := range a.TeamSpawns[2] {
		for _, side := range []game.Point{{}, {X: -round}, {X: round}, {Y: -round}, {Y: round}} {
			if !a.HullFits(middle.X+side.X, middle.Y+side.Y) {
				t.Errorf("rock is in the way around the tile %d,%d", middle.X>>11, middle.Y>>11)
			}
		}
	}
}
