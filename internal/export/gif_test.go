package export

import (
	"bytes"
	"image"
	"image/gif"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/ui/canvas"
)

// TestAGIFShowsTheDrawing lays each picture over those before, as a viewer does.
func TestAGIFShowsTheDrawing(t *testing.T) {
	t.Parallel()
	o := tenSeconds
	o.To = o.From + 2*game.TickRate
	b := write(t, "gif", o)
	t.Logf("%d bytes", len(b))
	g, err := gif.DecodeAll(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	if g.Config.Width != 800 || g.Config.Height != 480 || g.LoopCount != 0 {
		t.Errorf("it is %dx%d, and is shown %d times", g.Config.Width, g.Config.Height, g.LoopCount)
	}
	r, err := newPlayer(fight(t), &o, gifFPS)
	if err != nil {
		t.Fatal(err)
	}
	drawn := canvas.NewGrid(trueColours)
	drawn.Resize(o.Columns, o.Rows)
	pic := newPicture(o.Palette, o.Columns, o.Rows)
	shown := make([]uint8, len(pic.pixels))
	next, hundredths := 0, 0
	for n := range r.pictures() {
		r.draw(drawn)
		pic.paint(drawn, r.screen.Canvas())
		for next < len(g.Image) && hundredths <= int(r.at(n)/(10*time.Millisecond)) {
			lay(shown, g.Image[next], pic)
			hundredths += g.Delay[next]
			next++
		}
		if !bytes.Equal(shown, pic.pixels) {
			t.Fatalf("picture %d differs from the drawing", n)
		}
	}
	for ; next < len(g.Image); next++ {
		hundredths += g.Delay[next]
	}
	if hundredths != 200 {
		t.Errorf("it lasts %d hundredths of a second", hundredths)
	}
}

// lay draws a part of a picture over the current one.
func lay(shown []uint8, part *image.Paletted, pic *picture) {
	for y := part.Rect.Min.Y; y < part.Rect.Max.Y; y++ {
		for x := part.Rect.Min.X; x < part.Rect.Max.X; x++ {
			if k := part.ColorIndexAt(x, y); k != pic.clear {
				shown[y*pic.width+x] = k
			}
		}
	}
}
