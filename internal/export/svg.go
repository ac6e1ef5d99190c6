// Package svg makes an animated picture of a replay: drawn from the World, in shapes, by SMIL alone, so that it moves wherever
// an image may stand, without a script.
//
//	svg.go      the document: its parts from back to front
//	observe.go  plays the replay, and notes where everything is in each tick; observe_things.go: what is no ship
//	view.go     what part of the arena shows
//	track.go    ways in as few keyframes as tell them
//	element.go  numbers, animations and colours as text
//	rock.go     rock as outlines, lit from above
//	symbol.go   ships, traced from their sprites
//	scenery.go  what else lies still: space, bases, nebulas, wells
//	ships.go    ships and their names
//	shots.go    what they fire
//	effects.go  bursts and sparks
//	trails.go   walls that ships leave behind
//	things.go   items, barrels, the orb
//	board.go    what stands around it: title, clock, scores, who shot whom
//
// It is small because little is said: a way in space is a keyframe where the flight bends, in whole units; what looks alike is
// said once; and what comes and goes shares elements with what came and went before.
package export

import (
	"bytes"
	"fmt"
	"io"

	"dogfight/game"
	"dogfight/proto/replay"
	"dogfight/ui/canvas"
)

// Options are what to draw of a replay.
type SVGOptions struct {
	From, To game.Tick      // from the first to the last tick
	Follow   string         // a pilot whom the picture goes along with; "" for nobody
	Palette  canvas.Palette // nil: the standard one
	Speed    float64        // 2 is twice as fast; 0 is 1
	Progress func(done float64) error
}

// Write writes an animated SVG that begins anew where it ends.
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

// Sizes of the picture, in units of the arena; each is a pixel, or more.
const (
	topBar    = 30
	bottomBar = 30
	margin    = 8
	// An arena of at most this size is shown whole, of others so much.
	widest, highest = 960, 720
	// So much is shown around a pilot.
	closeWidth, closeHeight = 560, 380
)

// drawing is a document that is being written.
type drawing struct {
	*film
	out     bytes.Buffer
	palette canvas.Palette
	view    view
	length  string // of the loop, as an attribute says it
}

// view is what shows of the arena, in units.
type view struct {
	x, y, width, height int
	moves               []key // of a camera that goes along: where its left upper corner is
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

// pixels returns how wide a picture of so many units is at first: one that goes along is of less, and is shown larger.
func (d *drawing) pixels(width int) int {
	if d.view.moves != nil {
		return width * 3 / 2
	}
	return width
}

// openCamera opens the group of all that is in the arena.
func (d *drawing) openCamera() {
	if d.view.moves == nil {
		d.tag(`<g transform="translate(%d %d)">`, -d.view.x, -d.view.y)
		return
	}
	d.tag("<g>")
	d.move(d.view.moves)
}

func (d *drawing) tag(format string, args ...any) { fmt.Fprintf(&d.out, format, args...) }
