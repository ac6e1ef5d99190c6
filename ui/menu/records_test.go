package menu

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"dogfight/game/career"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
)

// aLine is one of these ratings.
func aLine(ratings ...float64) *line {
	l := &line{}
	for i, r := range ratings {
		l.points = append(l.points, career.Point{At: time.Unix(int64(i)*1000, 0), Rating: r})
	}
	l.scale()
	return l
}

func TestTheLineOfTheRatingHasNoGap(t *testing.T) {
	for _, ratings := range [][]float64{{1500, 1600}, {1500, 1400, 1900, 20}, {1500, 1500}, {1500, 1502, 1499.5, 1501}} {
		l := aLine(ratings...)
		const width, height = 61, 17
		dots, lastX, lastY := map[[2]int]bool{}, -1, l.row(ratings[0], height)
		l.trace(width, height, func(x, y int) {
			if x < 0 || x >= width || y < 0 || y >= height {
				t.Fatalf("%v: a dot at %d,%d", ratings, x, y)
			}
			if x > lastX+1 || x < lastX || max(y-lastY, lastY-y) > 1 {
				t.Errorf("%v: from %d,%d to %d,%d", ratings, lastX, lastY, x, y)
			}
			lastX, lastY = x, y
			dots[[2]int{x, y}] = true
		})
		for i, rating := range ratings {
			if x := i * (width - 1) / (len(ratings) - 1); !dots[[2]int{x, l.row(rating, height)}] {
				t.Errorf("%v: expected %v at column %d", ratings, rating, x)
			}
		}
	}
}

func TestHigherRatingsAreHigher(t *testing.T) {
	l := aLine(1350, 1690)
	if l.row(1350, 10) != 9 || l.row(1690, 10) != 0 || l.row(1520, 11) != 5 {
		t.Errorf("1350 is in row %d, 1690 in %d, 1520 in %d", l.row(1350, 10), l.row(1690, 10), l.row(1520, 11))
	}
}

// aLot is a career in which all is as long and as large as can be.
func aLot() *career.Career {
	c := &career.Career{
		Name: strings.Repeat("王", 20), Rating: 4000, Deviation: 350, BestRating: 4000, LongestStreak: 65535,
		Sums:   career.Sums{Matches: 99999, Wins: 99999, Kills: 9999999, Deaths: 1, Shots: 9999999, Hits: 9999999, Damage: 99999999, Seconds: 1e8},
		Medals: career.Earn(map[string]int{"revenge": 99999}),
	}
	for i := range 40 {
		c.Ratings = append(c.Ratings, career.Point{Rating: float64(i%2) * 4000})
		arm := career.Arm{Name: strings.Repeat("x", i), Shots: 1, Hits: 9999, Kills: 99999 * i, Deaths: i % 3, Damage: 999999, Seconds: 1e8}
		c.Classes, c.Weapons = append(c.Classes, arm), append(c.Weapons, arm)
		c.Rivals = append(c.Rivals, career.Rival{Name: strings.Repeat("🚀e\x1b", i), Kills: 99999 * (i % 2), Deaths: 99999 * (i % 3)})
		c.Last = append(c.Last, career.Result{
			Arena: strings.Repeat("y", i), Mode: strings.Repeat("m", i), Host: strings.Repeat("h", i), Finished: i%3 > 0, Place: 64, Ships: 64,
			Kills: 65535, Deaths: 65535, Assists: 65535, Score: -99999, Rating: 4000, Medals: make([]string, 20),
		})
	}
	return c
}

func TestAnyCareerStaysInItsBox(t *testing.T) {
	for _, mode := range canvas.Modes {
		for _, size := range [][2]int{{60, 20}, {80, 24}, {118, 34}, {120, 40}, {200, 60}} {
			p := aPage(mode, aLot())
			grid := canvas.NewGrid(256)
			grid.Resize(size[0], size[1])
			for tab := range tabs {
				p.Draw(grid, time.Time{})
				width, height := p.Canvas.Size()
				left, top := (size[0]-width)/2, (size[1]-height)/2
				for y := top + 1; y < top+height-1; y++ {
					for _, x := range []int{left, left + width - 1} {
						if edge, _, _ := grid.Get(x, y); edge != "│" && edge != "|" {
							t.Fatalf("%v, %v, tab %d: %q in the border at %d,%d", mode, size, tab, edge, x, y)
						}
					}
				}
				p.Key(input.Event{Key: input.KeyRight})
			}
		}
	}
}

func aPage(mode canvas.Mode, c *career.Career) *RecordsPage {
	return &RecordsPage{
		Canvas: canvas.Canvas{Mode: mode, Palette: canvas.PaletteOf(false), Sky: canvas.Sky, Scenery: canvas.Border}, Career: c,
		All:   func(width int) string { return strings.Repeat(fmt.Sprintf("%*d\n", width, width), 100) },
		Title: func(_, name string) string { return name },
	}
}

func TestLongListsScrollToTheirEndAndNoFurther(t *testing.T) {
	p := aPage(canvas.Blocks, aLot())
	grid := canvas.NewGrid(256)
	grid.Resize(80, 24)
	for range 3 {
		p.Key(input.Event{Key: input.KeyRight})
	}
	p.Draw(grid, time.Time{})
	for range 9 {
		p.Key(input.Event{Key: input.KeyPgDn})
	}
	if p.list.at != p.list.most || p.list.most != 40-17 {
		t.Errorf("%d of %d rows above", p.list.at, p.list.most)
	}
	p.Key(input.Event{Key: input.KeyHome})
	p.Key(input.Event{Key: input.KeyUp})
	if p.list.at != 0 {
		t.Errorf("%d rows above the first", p.list.at)
	}
}
