package export

import (
	"bytes"
	"fmt"
	"io"

	"dogfight/game"
	"dogfight/proto/replay"
	"dogfight/ui/canvas"
)

// SVGOptions selects a part of a replay and its presentation.
type SVGOptions struct {
	From, To game.Tick      // from the first to the last tick
	Follow   string         // a pilot to follow; "" for none
	Palette  canvas.Palette // nil: the standard one
	Speed    float64        // 2 is twice as fast; 0 is 1
	Progress func(done float64) error
}

// WriteSVG writes an animated SVG that loops.
func WriteSVG(to io.Writer, f *replay.File, o SVGOptions) error {
	film, err := observe(f, &o)
	if err != nil {
		return err
	}
	d := newDrawing(film, &o)
	d.draw()
	_, err = to.Write(d.out.Bytes())
	return err
}

// The sizes of the picture, in units of the arena.
const (
	topBar    = 30
	bottomBar = 30
	margin    = 8
	// The largest arena that is shown whole, and the part shown of larger ones.
	widest, highest = 960, 720
	// The part shown around a pilot.
	closeWidth, closeHeight = 560, 380
)

// drawing is a document being written.
type drawing struct {
	*film
	out     bytes.Buffer
	palette canvas.Palette
	view    view
	length  string // of the loop, as an attribute value
}

// view is the visible part of the arena, in units.
type view struct {
	x, y, width, height int
	moves               []key // of the upper left corner of a moving camera
}

func newDrawing(f *film, o *SVGOptions) *drawing {
	d := &drawing{film: f, palette: o.Palette}
	d.length = seconds(float64(f.ticks) / game.TickRate / o.Speed)
	d.view = f.viewOf(f.followed)
	return d
}

func (d *drawing) draw() {
	v := d.view
	width, height := v.width+2*margin, v.height+topBar+bottomBar
	d.tag(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" role="img" aria-labelledby="t d" font-family="ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="13">`, width, height, d.pixels(width))
	d.tag("<title id=\"t\">%s</title><desc id=\"d\">%s</desc>\n", escape(d.title()), escape(d.story()))
	d.defs()
	d.tag(`<rect width="%d" height="%d" rx="10" fill="%s"/>`, width, height, d.hex(panelColour))
	d.tag(`<clipPath id="w"><rect width="%d" height="%d"/></clipPath><g transform="translate(%d %d)" clip-path="url(#w)">`, v.width, v.height, margin, topBar)
	d.drawSpace()
	d.openCamera()
	d.drawScenery()
	d.drawRock()
	d.drawThings()
	d.drawTrails()
	d.drawShots()
	d.drawShips()
	d.drawEffects()
	d.tag("</g>\n")
	d.drawCaptions()
	d.tag("</g>\n")
	d.drawBoard(width, height)
	d.tag("</svg>\n")
}

// pixels returns the initial width of a picture: one that follows a pilot shows less, enlarged.
func (d *drawing) pixels(width int) int {
	if d.view.moves != nil {
		return width * 3 / 2
	}
	return width
}

// openCamera opens the group of the arena.
func (d *drawing) openCamera() {
	if d.view.moves == nil {
		d.tag(`<g transform="translate(%d %d)">`, -d.view.x, -d.view.y)
		return
	}
	d.tag("<g>")
	d.move(d.view.moves)
}

func (d *drawing) tag(format string, args ...any) { fmt.Fprintf(&d.out, format, args...) }
