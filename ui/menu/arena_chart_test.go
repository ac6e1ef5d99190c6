package menu

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/ui/canvas"
)

func arena(t *testing.T, rows ...string) *game.Arena {
	t.Helper()
	a, err := game.ParseArena("test", strings.Join(rows, "\n"))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestAnArenaIsDrawnTileByTileWhereThereIsRoom(t *testing.T) {
	a := arena(t,
		"..........##",
		".@....1....#",
		"............",
		"........+.o#",
		"..2....#....",
		".......#....",
		"........#...",
	)
	o := ChartOptions{Width: 14, Palette: canvas.Standard, Marks: []ChartPlace{{4, 2}}}
	want := `
┌────────────┐
│ @    1   ▀█│
│    !   + o▄│
│  2    █    │
│        ▀   │
└────────────┘
1        1  spawns of team 1
2        1  spawns of team 2
@        1  spawns
+        1  pads, where power-ups appear
o        1  barrels
█        7  rock, 8 % of all tiles
!        1  places where something is wrong
`
	if got := o.Text(a); got != want[1:] {
		t.Errorf("got\n%sexpected%s", got, want)
	}
	o.ASCII = true
	o.Marks = nil
	want = `
+------------+
| @    1   ##|
|        + o#|
|  2    #    |
|        #   |
+------------+
1        1  spawns of team 1
2        1  spawns of team 2
@        1  spawns
+        1  pads, where power-ups appear
o        1  barrels
#        7  rock, 8 % of all tiles
`
	if got := o.Text(a); got != want[1:] {
		t.Errorf("in ASCII: got\n%sexpected%s", got, want)
	}
}

func TestALargeArenaIsScaledDownAndLosesNoKindOfTile(t *testing.T) {
	for _, name := range assets.ArenaNames() {
		a, err := assets.Arena(name)
		if err != nil {
			t.Fatal(err)
		}
		tiles := slices.Compact(slices.Sorted(slices.Values(a.Tiles)))
		for _, width := range []int{MinChartWidth, 79, 80, 120, 500} {
			o := ChartOptions{Width: width, Palette: canvas.Standard}
			text := o.Text(a)
			drawing, legend, _ := strings.Cut(text, "└")
			for i, line := range strings.Split(drawing, "\n") {
				if n := canvas.Width(line); n > min(width, a.Width+frame) || n < min(width, a.Width+frame) && line != "" {
					t.Errorf("%s in %d columns: line %d has %d", name, width, i, n)
				}
			}
			for i := range ChartKinds {
				k := &ChartKinds[i]
				there := slices.ContainsFunc(tiles, func(t game.Tile) bool { return kindOf(t) == k })
				if there && (!strings.Contains(legend, k.Name) || width > 60 && !strings.ContainsAny(drawing, k.Tiles)) {
					t.Errorf("%s in %d columns: no %s:\n%s", name, width, k.Name, text)
				}
			}
		}
	}
}

func TestThinAndSmallArenasAreDrawnToo(t *testing.T) {
	tall := strings.TrimSuffix(strings.Repeat("...\n", 256), "\n")
	for _, a := range []*game.Arena{
		arena(t, "...", ".@.", "..."),
		arena(t, strings.Repeat(".", 256), ".@", "."),
		arena(t, "...", ".@.", tall[8:]),
	} {
		o := ChartOptions{Width: MinChartWidth, Palette: canvas.Standard}
		if text := o.Text(a); strings.Count(text, "@") != 2 {
			t.Errorf("%d by %d:\n%s", a.Width, a.Height, text)
		}
	}
}

var escape = regexp.MustCompile("\x1b\\[[0-9;]*m")

func TestColoursDoNotChangeTheText(t *testing.T) {
	a, _ := assets.Arena("belt")
	o := ChartOptions{Width: 80, Palette: canvas.Standard}
	plain := o.Text(a)
	if strings.Contains(plain, "\x1b") {
		t.Error("plain text has colours")
	}
	team1 := canvas.TeamInk(1)
	for colours, mark := range map[int]string{
		8: "\x1b[36;", 16: "\x1b[36;", 256: "\x1b[38;5;75;", 1 << 24: "\x1b[38;5;75;",
	} {
		o.Colours = colours
		text := o.Text(a)
		if escape.ReplaceAllString(text, "") != plain {
			t.Errorf("%d colours: other text", colours)
		}
		if !strings.Contains(text, mark) {
			t.Errorf("%d colours: team 1, %+v, has no %q in %.300q", colours, o.Palette[team1], mark, text)
		}
		for line := range strings.Lines(text) {
			if !strings.HasSuffix(line, "\x1b[m\n") && strings.LastIndex(line, "\x1b[m") < strings.LastIndex(line, "\x1b[") {
				t.Errorf("%d colours: %q leaves its colour to the next line", colours, line)
			}
		}
	}
}

func TestEachTileHasAName(t *testing.T) {
	names := map[string]bool{}
	tiles := ". #"
	for i := range ChartKinds {
		k := &ChartKinds[i]
		if names[k.Name] || k.Name == "" || k.ink == 0 || strings.ContainsAny(tiles, k.Tiles) {
			t.Errorf("%+v: expected tiles, a name and a colour of its own", k)
		}
		names[k.Name] = true
		tiles += k.Tiles
	}
	for char := range game.Tile(128) {
		if named := strings.ContainsRune(tiles, rune(char)); named != char.Valid() && char != ' ' {
			t.Errorf("%q: a tile %t, named %t", rune(char), char.Valid(), named)
		}
	}
}

func TestSettingsAreInTheLegend(t *testing.T) {
	a := arena(t, "laps = 5", "pull = 77", "..........", ".@..aaa.*.", "...bbb....", "^v<>..~~~~")
	o := ChartOptions{Width: 80, Palette: canvas.Standard}
	text := o.Text(a)
	for _, line := range []string{
		"a-z      2  gates of a race, in their order; 5 laps\n", "*        1  gravity wells; pull 77\n",
		"^v<>     4  boost lanes\n", "~        4  nebula, which hides what is in it\n",
	} {
		if !strings.Contains(text, line) {
			t.Errorf("no %q in\n%s", line, text)
		}
	}
}
