package assets

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// expect checks the beginnings of the findings about an arena.
func expect(t *testing.T, what string, rows []string, want ...string) {
	t.Helper()
	var got []string
	for _, f := range Survey(strings.Join(rows, "\n")).Findings {
		got = append(got, f.String())
	}
	if !slices.EqualFunc(got, want, strings.HasPrefix) {
		t.Errorf("%s: got\n%s\nexpected\n%s", what, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// room returns an arena of space with things in it, each a tile with its column and row, from 0: "@ 3 4".
func room(width, height int, things ...string) []string {
	rows := make([]string, height)
	for y := range rows {
		rows[y] = strings.Repeat(".", width)
	}
	for _, thing := range things {
		var tile string
		var x, y int
		if _, err := fmt.Sscanf(thing, "%s %d %d", &tile, &x, &y); err != nil {
			panic(err)
		}
		rows[y] = rows[y][:x] + tile + rows[y][x+len(tile):]
	}
	return rows
}

func TestAGoodArenaHasNoFindings(t *testing.T) {
	expect(t, "one spawn", []string{"...", ".@.", "..."})
	expect(t, "a gap of two tiles", []string{".....###.....", ".@.........+.", "...........o.", ".....###....."})
	expect(t, "two teams, turned", room(20, 12, "1 2 2", "2 17 9", "+ 5 3", "+ 14 8"))
	expect(t, "two teams, mirrored", room(20, 12, "1 2 2", "2 17 2", "+ 5 3", "+ 14 3"))
	expect(t, "four teams", room(20, 18, "1 2 2", "2 17 2", "3 2 15", "4 17 15", "# 9 3", "# 10 3", "# 9 14", "# 10 14"))
	expect(t, "four teams, turned by a quarter", room(30, 30, "1 5 2", "2 27 5", "3 24 27", "4 2 24"))
	expect(t, "four teams, each turned onto the next", room(30, 30, "1 14 2", "2 27 14", "3 15 27", "4 2 15"))
}

func TestAnErrorOfTheParserIsAFinding(t *testing.T) {
	expect(t, "a strange tile", []string{"; a comment", "", "...", ".@.", "..?"}, `5:3: unknown tile: must be one of`)
	expect(t, "no rows", []string{"; a comment"}, "1:1: empty arena: must have rows of tiles")
	expect(t, "no spawn", []string{"..."}, "1:1: no spawn")
	expect(t, "no room at the spawn", []string{"...", ".@#", "..."}, "2:2: no room for a ship")
	if r := Survey(""); r.Arena != nil || r.Errors() != 1 {
		t.Errorf("got %+v", r)
	}
}

func TestPlacesCountTheLinesAboveTheRows(t *testing.T) {
	const problem = "no way to this pad"
	rows := []string{".....###", ".@...#+#", ".....###", "", ""}
	expect(t, "no lines above", rows, "2:7: no way to this pad", "2:7: a hole of 1 tile")
	for what, text := range map[string]string{
		"comments":           "; one\n;two\n\n",
		"a mark of Windows":  "\ufeff; one\n\n\n",
		"Windows' line ends": "; one\r\n\r\n\r\n",
	} {
		for _, end := range []string{"\n", "\r\n"} {
			r := Survey(text + strings.Join(rows, end))
			if len(r.Findings) != 2 || r.Findings[0].String()[:len("5:7: "+problem)] != "5:7: "+problem {
				t.Errorf("%s, %q: got %v, expected 5:7: %s", what, end, r.Findings, problem)
			}
		}
	}
}

func TestUnreachableThingsAreFound(t *testing.T) {
	expect(t, "a pad in a room of its own", []string{
		"....####",
		".@..#..#",
		"....#+.#",
		"....####",
	}, "2:6: no way in here: 4 tiles in which ships have room", "3:6: no way to this pad: must be reached")
	expect(t, "a pad and a barrel behind a gap of one tile", []string{
		"....#....",
		".@....+o.",
		"....#....",
	}, "1:6: no way in here: 13 tiles", "2:7: no way to this pad", "2:8: no way to this barrel")
}

func TestOfSpawnsApartTheFewerAreCutOff(t *testing.T) {
	rows := []string{
		".....................#...",
		".@...............@...#.@.",
		".....................#...",
	}
	expect(t, "on the right", rows, "1:23: no way in here: 9 tiles", "2:24: no way to this spawn")
	for y := range rows {
		turned := []byte(rows[y])
		slices.Reverse(turned)
		rows[y] = string(turned)
	}
	expect(t, "on the left", rows, "1:1: no way in here: 9 tiles", "2:2: no way to this spawn")
}

func TestShipsDoNotPassFromCornerToCorner(t *testing.T) {
	expect(t, "two rooms that touch by a corner", []string{
		"...###",
		".@.###",
		"...###",
		"###...",
		"###...",
	}, "4:4: no way in here: 6 tiles")
	expect(t, "two rooms that share a tile", []string{
		"...##",
		".@.##",
		".....",
		"##...",
		"##...",
	}, "3:4: no way in here: 8 tiles")
}

func TestASlitIsToShootThroughButAHoleIsAMistake(t *testing.T) {
	expect(t, "a slit between two rooms that hang together", []string{
		"....###....",
		".@.........",
		"....###....",
		"...........",
		"...........",
	})
	expect(t, "a notch", []string{"...##", ".@..#", "...##"})
	expect(t, "two holes", []string{"...######", ".@.#.#..#", "...######"}, "2:5: a hole of 1 tile in rock", "2:7: a hole of 2 tiles in rock")
}

func TestFoesDoNotEnterInEachOthersSight(t *testing.T) {
	expect(t, "12 tiles apart", room(20, 3, "@ 1 1", "@ 13 1"))
	expect(t, "11 tiles apart", room(20, 3, "@ 1 1", "@ 12 1"),
		"2:13: too close to the spawn at 2:2: must be 12 tiles apart where foes enter and see each other, got 11")
	expect(t, "aslant", room(20, 12, "@ 1 1", "@ 9 9"), "10:10: too close to the spawn at 2:2: must be 12 tiles apart where foes enter and see each other, got 11")
	rock := []string{"......#.....", ".@....#...@.", "............", "............", "............"}
	expect(t, "with rock between them", rock)
	rock[1] = ".....@#@...."
	expect(t, "at the rock", rock, `2:6: no room for a ship`)
	expect(t, "with a thin rock between them", []string{".......", ".@.#.@.", ".......", "......."},
		"2:6: too close to the spawn at 2:2: must be 6 tiles apart where foes enter, with rock between them or not, got 4")
	expect(t, "of two teams", room(13, 3, "1 1 1", "2 11 1"), "2:12: too close to the spawn at 2:2: must be 12 tiles apart")
	expect(t, "of a team and of all", room(26, 3, "1 1 1", "2 24 1", "@ 4 1", "@ 21 1"))
}

func TestMatesMayEnterSideBySide(t *testing.T) {
	expect(t, "two tiles apart", room(30, 3, "1 1 1", "1 3 1", "2 26 1", "2 28 1"))
	expect(t, "one tile apart", room(30, 3, "1 1 1", "1 2 1", "2 27 1", "2 28 1"),
		"2:3: too close to the spawn at 2:2: must be 2 tiles apart where ships enter, got 1",
		"2:29: too close to the spawn at 2:28: must be 2 tiles apart where ships enter, got 1")
}

func TestFewSpawnsAreWarnedOfButInDuels(t *testing.T) {
	expect(t, "a large arena", room(60, 45, "@ 1 1", "@ 58 43"), "1:1: warning: few spawns: should be at least 12")
	expect(t, "a small one", room(60, 44, "@ 1 1", "@ 58 42"))
	if n := Survey(strings.Join(room(60, 45, "@ 1 1"), "\n")).Errors(); n != 0 {
		t.Errorf("a warning counts as %d errors", n)
	}
}

func TestTeamsHaveTheSame(t *testing.T) {
	teams := []string{"1 2 2", "2 17 9"}
	with := func(more ...string) []string { return room(20, 12, slices.Concat(teams, more)...) }
	expect(t, "a rock too many", with("# 10 3"),
		`4:11: not fair to the teams: turned by half (the nearest symmetry, but for 2 tiles), this '#' maps to 9:10, which has '.': must have '#'`)
	expect(t, "a pad too many", with("+ 10 3", "+ 9 8", "+ 3 4"), `5:4: not fair to the teams: turned by half`)
	expect(t, "a spawn in the wrong place", with("1 5 2"),
		`3:6: not fair to the teams: turned by half (the nearest symmetry, but for 2 tiles), this '1' maps to 10:15, which has '.': must have '2'`)
	teams = []string{"1 2 2", "2 17 2"}
	expect(t, "the nearest is a mirror", with("# 10 7", "# 9 7", "# 10 8"),
		`9:10: not fair to the teams: mirrored left to right (the nearest symmetry, but for 2 tiles), this '.' maps to 9:11, which has '#': must have '.'`)
	teams = []string{"1 2 1", "2 2 17"}
	expect(t, "mirrored the other way", room(20, 19, append(teams, "# 10 3")...), `4:11: not fair to the teams: mirrored top to bottom`)
}

func TestASpawnThatIsOutOfPlaceIsShown(t *testing.T) {
	expect(t, "the only one of its team", room(21, 13, "1 2 2", "2 17 10", "# 9 4", "# 11 8"),
		`3:3: not fair to the teams: turned by half (the nearest symmetry, but for 4 tiles), this '1' maps to 11:19, which has '.': must have something of another team`)
}

func TestASymmetryMustSwapTheTeams(t *testing.T) {
	rows := room(61, 44, "1 4 4", "1 56 4", "1 4 39", "1 56 39", "2 18 18", "2 42 18", "2 18 25", "2 42 25")
	expect(t, "one team outside, one inside", rows, "5:5: not fair to the teams: no mirror and no turn maps a spawn of theirs to one of another's")
}

func TestFourTeamsNeedTwoSymmetries(t *testing.T) {
	teams := []string{"1 2 2", "2 17 2", "3 2 15", "4 17 15"}
	expect(t, "mirrored one way alone", room(20, 18, append(teams, "# 9 3", "# 10 3")...),
		`4:10: not fair to the teams: turned by half (the nearest symmetry, but for 4 tiles)`)
	square := []string{"1 2 2", "2 27 2", "3 2 27", "4 27 27"}
	expect(t, "turned by half alone", room(30, 30, append(square, "# 9 3", "# 20 26")...),
		`4:10: not fair to the teams: mirrored left to right (the nearest symmetry, but for 4 tiles)`)
	expect(t, "turned by a quarter", room(30, 30, append(square, "# 9 3", "# 26 9", "# 20 26", "# 3 20")...))
}

func TestThereAreTwoTeamsOrFour(t *testing.T) {
	expect(t, "one", room(40, 40, "@ 20 20", "1 2 2"), "3:3: places of 1 team: must be of two teams or of four")
	expect(t, "three", room(40, 40, "1 2 2", "2 37 2", "3 20 37"), "38:21: places of 3 teams: must be of two teams or of four")
	expect(t, "a gap", room(40, 40, "1 2 2", "2 37 2", "4 20 37"), "38:21: places of team 4 and no spawn of team 3: must have spawns of teams 1 and 2, or of 1 to 4")
}

func TestBasesAreReachedAndOfOneSize(t *testing.T) {
	spawns := []string{"1 2 2", "2 27 9"}
	with := func(more ...string) []string { return room(30, 12, slices.Concat(spawns, more)...) }
	expect(t, "two bases", with("AA 4 4", "BB 24 7"))
	expect(t, "one base", with("AA 4 4"), "5:5: bases of different sizes: must be the same for all teams, got 2 tiles for team 1 and 0 for team 2")
	expect(t, "a larger one", with("A 4 4", "BB 24 7"), "8:25: bases of different sizes: must be the same for all teams, got 2 tiles for team 2 and 1 for team 1")
	expect(t, "one elsewhere", with("AA 4 4", "BB 24 8"), "4:5: not fair to the teams: turned by half (the nearest symmetry, but for 8 tiles), this '.' maps to 9:26, which has 'B': must have '.'")
	expect(t, "bases beside the others' spawns", with("BB 4 4", "AA 24 7"))
	expect(t, "both of one team's", room(30, 12, "1 2 2", "2 27 9", "A 4 4", "A 25 7", "BB 14 5"), "5:5: not fair to the teams: turned by half")
	expect(t, "bases alone", room(30, 12, "@ 2 2", "A 20 4", "B 9 7"), "8:10: places of team 2 and no spawn of team 1")
	expect(t, "bases in rock", []string{
		"....####........",
		".1..#A.#......2.",
		"....####........",
		"................",
		"................",
		"........####....",
		".1......#.B#..2.",
		"........####....",
	}, "2:6: no way to this base of team 1", "2:6: a hole of 2 tiles", "7:10: a hole of 2 tiles", "7:11: no way to this base of team 2")
}

func TestLanesTurnWithTheArena(t *testing.T) {
	turned := []string{"1 2 2", "2 27 9", "^ 9 1", "v 20 10", "< 4 8", "> 25 3", "~~ 14 4", "~~ 14 7", "* 14 5", "* 15 6"}
	expect(t, "turned by half", room(30, 12, turned...))
	mirrored := []string{"1 2 2", "2 27 2", "^ 9 1", "^ 20 1", "< 4 8", "> 25 8"}
	expect(t, "mirrored", room(30, 12, mirrored...))
	quarter := []string{"1 5 2", "2 27 5", "3 24 27", "4 2 24", "^ 9 4", "> 25 9", "v 20 25", "< 4 20"}
	expect(t, "turned by a quarter", room(30, 30, quarter...))
	turned[3] = "^ 20 10"
	expect(t, "one that leads the wrong way", room(30, 12, turned...),
		"2:10: not fair to the teams: turned by half (the nearest symmetry, but for 2 tiles), this '^' maps to 11:21, which has '^': must have 'v'")
}

func TestGatesAreReachedInTheirOrder(t *testing.T) {
	race := room(100, 40, "@ 2 2", "@ 2 4", "@ 4 2", "aaa 20 2", "bbb 20 9", "c 3 20", "c 4 20")
	expect(t, "spawns side by side, and few", race)
	expect(t, "ships that touch", room(100, 40, "@ 2 2", "@ 3 2", "a 20 2"), "3:4: too close to the spawn at 3:3: must be 2 tiles apart where ships enter")
	expect(t, "one left out", room(30, 12, "@ 2 2", "a 20 2", "c 20 9"), `10:21: gate 'c' without one before: must have 'b' too`)
	expect(t, "in a room of its own", []string{
		"....#..",
		".@a.#bb",
		"....#bb",
		"....#..",
	}, "1:6: no way in here", "2:6: no way to the middle of gate 'b'")
	expect(t, "an end in a crack", []string{"....##", ".@.aa#", "....##", "......", "......"})
	teams := []string{"1 2 2", "2 27 9", "a 9 4", "b 20 7"}
	expect(t, "the order is no part of symmetry", room(30, 12, teams...))
}

func TestShipsThatDoNotFireEnterInSight(t *testing.T) {
	var things []string
	for i := range 16 {
		things = append(things, fmt.Sprintf("@ %d 2", 2+7*i))
	}
	expect(t, "16 spawns and nothing else", room(112, 6, things...))
	if n := Survey(strings.Join(room(112, 6, append(things, "+ 50 4")...), "\n")).Errors(); n == 0 {
		t.Error("16 spawns and a pad: no findings")
	}
	if n := Survey(strings.Join(room(112, 6, things[1:]...), "\n")).Errors(); n == 0 {
		t.Error("15 spawns: no findings")
	}
	things[15] = "@ 105 2"
	expect(t, "five tiles apart", room(112, 6, things...), "3:106: too close to the spawn at 3:101: must be 6 tiles apart where foes enter")
}

func TestAWellLeavesSpawnsAlone(t *testing.T) {
	expect(t, "eight tiles away", room(30, 12, "@ 2 2", "* 10 2"))
	expect(t, "seven tiles away", room(30, 12, "@ 2 2", "* 9 2"), "3:3: too close to the well at 3:10: must be 8 tiles apart, got 7")
	rows := append([]string{"; mine", "pull = 60", ""}, room(30, 12, "@ 2 2", "* 9 2")...)
	expect(t, "with a setting above", rows, "6:3: too close to the well at 6:10")
	expect(t, "with a setting that cannot be", []string{"; mine", "pull = 101", "...", ".@."}, "2:1: pull: must be 1 to 100")
}

func TestFindingsOfAKindAreLimited(t *testing.T) {
	rows := room(120, 40, "@ 1 1")
	for y := range rows {
		rows[y] = "..." + strings.Repeat("##.", 39)
	}
	for y := 1; y < 40; y += 2 {
		rows[y] = "..." + strings.Repeat("#", 117)
	}
	rows[1] = ".@." + rows[1][3:]
	got := Survey(strings.Join(rows, "\n")).Findings
	if len(got) != 2+most || !strings.HasPrefix(got[len(got)-1].Problem, "and more of this kind") {
		t.Errorf("got %d findings, expected %d with a warning:\n%v", len(got), 2+most, got)
	}
}
