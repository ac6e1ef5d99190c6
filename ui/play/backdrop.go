package play

import (
	"time"

	"dogfight/net"
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
)

// Backdrop is a fight behind a page: only space, dimmed, from a fixed place.
type Backdrop struct {
	*Screen
	on canvas.Inset
}

func NewBackdrop(o Options) *Backdrop {
	b := &Backdrop{Screen: New(Options{})}
	b.Set(o)
	return b
}

// Set changes the Options.
func (b *Backdrop) Set(o Options) {
	if o.Palette == nil {
		o.Palette = canvas.PaletteOf(false)
	}
	o.Palette = canvas.Dimmed(o.Palette)
	b.Screen.Set(o)
}

// See reads a View of the fight, of which only space will show.
func (b *Backdrop) See(v *net.View, now time.Time) {
	b.settle()
	b.view, b.now = v, now
	b.pilots.Read(v)
	b.match = model.Match{View: v, Pilots: &b.pilots, Mutes: &b.mutes}
	w, h := v.Setup.Arena.Size()
	b.last.camera.Rest(w/2, h/2)
	b.follow(&b.match, now)
}

// Paint draws the latest View in the size of a screen and returns the canvas, to draw on until Show. Its first row is
// above the screen, and its last one below.
func (b *Backdrop) Paint(t canvas.Screen) *canvas.Canvas {
	width, height := t.Size()
	b.on = canvas.Inset{Screen: t, Y: -1, Width: width, Height: height + 2} // the HUD lines are beyond the edges
	b.canvas.Resize(b.on.Size())
	b.picture = b.frame()
	f := &b.picture
	f.Sheet.Wordless = true
	if f.Match.World != nil {
		b.last.camera.Aim(&f.Space)
		b.drawSpace(&f.Space)
	}
	f.Space.DrawStars()
	return &b.canvas
}

// Show draws the canvas.
func (b *Backdrop) Show() { b.canvas.Draw(&b.on) }
