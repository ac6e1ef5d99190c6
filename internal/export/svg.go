package export

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"

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
	*observation
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

func newDrawing(f *observation, o *SVGOptions) *drawing {
	d := &drawing{observation: f, palette: o.Palette}
	d.length = seconds(float64(f.ticks) / game.TickRate / o.Speed)
	d.view = f.viewOf(f.followed)
	return d
}

func (d *drawing) draw() {
	v := d.view
	width, height := v.width+2*margin, v.height+topBar+bottomBar
	d.tag(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" role="img" aria-labelledby="t d" font-family="ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="13">`, width, height, d.pixels(width))
	d.tag("<title id=\"t\">%s</title><desc id=\"d\">%s</desc>\n", escape(title(d.file)), escape(d.story()))
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

const panelColour = canvas.PanelInk

// hex returns a colour as an attribute value.
func (d *drawing) hex(k canvas.Colour) string {
	colour := d.palette.Style(1<<24, k, canvas.Space).Ink
	if k == canvas.Space {
		colour = d.palette.Ground(1 << 24)
	}
	hex, ok := colour.Hex()
	if !ok {
		hex, _ = d.palette.Ground(1 << 24).Hex()
	}
	return short(hex)
}

// short shortens #rrggbb to #rgb if they are equal.
func short(hex int) string {
	if hex>>4&0x0f0f0f == hex&0x0f0f0f {
		return fmt.Sprintf("#%x%x%x", hex>>16&15, hex>>8&15, hex&15)
	}
	return fmt.Sprintf("#%06x", hex)
}

// seconds returns a time as an attribute value.
func seconds(s float64) string { return strconv.FormatFloat(s, 'g', 4, 64) + "s" }

// at returns the place of a tick in the loop, from 0 to 1, with enough digits to separate ticks.
func (d *drawing) at(tick int) string {
	digits := 3
	for reach := 1000; reach < d.ticks; reach *= 10 {
		digits++
	}
	text := strconv.FormatFloat(float64(min(tick, d.ticks))/float64(d.ticks), 'f', digits, 64)
	text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	if text == "" || text == "0" {
		return "0"
	}
	return strings.TrimPrefix(text, "0")
}

// animation is values at ticks.
type animation struct {
	d             *drawing
	values, times strings.Builder
}

func (d *drawing) animation() *animation { return &animation{d: d} }

func (a *animation) add(tick int, value string) {
	if a.times.Len() > 0 {
		a.values.WriteByte(';')
		a.times.WriteByte(';')
	}
	a.values.WriteString(value)
	a.times.WriteString(a.d.at(tick))
}

// addAll adds changes, the first at the start of the loop.
func (a *animation) addAll(list []change, text func(i, value int) string) {
	for i, c := range list {
		if i == 0 {
			c.tick = 0
		}
		a.add(c.tick, text(i, c.value))
	}
}

// end writes the animation of an attribute, with more attributes of its own.
func (a *animation) end(element, attribute, more string) {
	a.d.tag(`<%s attributeName="%s"%s values="%s" keyTimes="%s" dur="%s" repeatCount="indefinite"/>`,
		element, attribute, more, a.values.String(), a.times.String(), a.d.length)
}

// move writes an animation along a way.
func (d *drawing) move(keys []key) {
	a := d.animation()
	for _, k := range keys {
		a.add(k.tick, place(k.x, k.y))
	}
	a.end("animateTransform", "transform", ` type="translate"`)
}

// place returns two numbers; a negative second one needs no comma.
func place(x, y int) string {
	if y < 0 {
		return strconv.Itoa(x) + strconv.Itoa(y)
	}
	return strconv.Itoa(x) + "," + strconv.Itoa(y)
}

// show writes an animation that shows an element only in the spans, or nothing if they are the whole loop.
func (d *drawing) show(spans []span) {
	if len(spans) == 1 && spans[0].from <= 0 && spans[0].to >= d.ticks {
		return
	}
	a := d.animation()
	if len(spans) == 0 || spans[0].from > 0 {
		a.add(0, "none")
	}
	for _, s := range spans {
		a.add(max(s.from, 0), "inline")
		if s.to < d.ticks {
			a.add(s.to, "none")
		}
	}
	a.end("animate", "display", ` calcMode="discrete"`)
}

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

// escape makes untrusted text safe between tags. canvas.Clean removes characters that XML forbids.
func escape(text string) string { return escaper.Replace(canvas.Clean(text)) }
