package play

import (
	"testing"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/play/scene"
)

// filled are the dots that the characters of blocks fill, a bit each, row by row from the upper left.
var filled = map[string]uint8{
	" ": 0x00, "█": 0xff, "▀": 0x0f, "▄": 0xf0, "▌": 0x55, "▐": 0xaa, "▘": 0x05, "▝": 0x0a, "▖": 0x50, "▗": 0xa0,
	"▚": 0xa5, "▞": 0x5a, "▙": 0xf5, "▟": 0xfa, "▛": 0x5f, "▜": 0xaf, "▂": 0xc0, "▆": 0xfc,
}

// overlap returns how many dots of a ship in blocks are drawn as ship, of so many that it has, and of how many that are drawn.
func overlap(t *testing.T, class *game.Class, facing game.Course, dx, dy int) (both, has, drawn int) {
	const width, height = 8, 5
	c, g := &canvas.Canvas{Palette: canvas.Standard, Sky: canvas.Sky}, canvas.NewGrid(1<<24)
	c.Resize(width, height)
	g.Resize(width, height)
	is := map[[2]int]bool{}
	for _, spot := range scene.SpriteOfClass(class).At(facing) {
		x, y := 6+dx+int(spot.X), 8+dy+int(spot.Y)
		c.Figure(x, y, canvas.FoeBright+1)
		is[[2]int{x, y}] = true
	}
	c.Draw(g)
	for y := range canvas.Down * height {
		for x := range canvas.Across * width {
			glyph, style, _ := g.Get(x/canvas.Across, y/canvas.Down)
			shape, known := filled[glyph]
			if !known {
				t.Fatalf("drew %q", glyph)
			}
			if style.Manner&canvas.Reversed != 0 || glyph == " " && style.Ground != 0 {
				shape = ^shape
			}
			shows := shape>>(y&3<<1|x&1)&1 == 1
			if shows {
				drawn++
			}
			if is[[2]int{x, y}] {
				has++
				if shows {
					both++
				}
			}
		}
	}
	return both, has, drawn
}

func TestTheOutlineOfAShipSurvivesInBlocks(t *testing.T) {
	// Measured: 0.93 and 0.65 at the worst place, 0.97 and 0.81 on the average.
	const leastShown, leastShip = 0.92, 0.64
	var shown, ship, n float64
	worstShown, worstShip := 1.0, 1.0
	classes := assets.Classes()
	for i := range classes {
		for _, facing := range facings {
			for place := range canvas.Across * canvas.Down {
				both, has, drawn := overlap(t, &classes[i], facing, place&1, place>>1)
				of, by := float64(both)/float64(has), float64(both)/float64(drawn)
				worstShown, worstShip = min(worstShown, of), min(worstShip, by)
				shown, ship, n = shown+of, ship+by, n+1
				if of < leastShown || by < leastShip {
					t.Errorf("%s, facing %d, at %d, %d of a cell: %d of %d dots show, and %d are drawn", classes[i].Name, facing, place&1, place>>1, both, has, drawn)
				}
			}
		}
	}
	t.Logf("of a ship's dots %.2f show on the average, at least %.2f; of what is drawn %.2f are ship, at least %.2f", shown/n, worstShown, ship/n, worstShip)
}
