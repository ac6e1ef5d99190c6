package export

import (
	"fmt"
	"strconv"
	"strings"

	"dogfight/ui/canvas"
)

const panelColour = canvas.PanelInk

// hex returns a colour as an attribute value.
func (d *drawing) hex(k canvas.Colour) string {
	colour := d.palette.Style(1<<24, k, canvas.SpaceTone).Ink
	if k == canvas.SpaceTone {
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
