package play

import (
	"time"

	"dogfight/net"
	"dogfight/ui/canvas"
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
	m := b.read(v, now)
	w, h := v.Setup.Arena.Size()
	b.camera().Rest(w/2, h/2)
	b.follow(m, now)
}

// Paint draws the latest View in the size of a screen and returns the canvas, to draw on until Show. Its first row is
// above the screen, and its last one below.
func (b *Backdrop) Paint(t canvas.Screen) *canvas.Canvas {
	width, height := t.Size()
	b.on = canvas.Inset{Screen: t, Y: -1, Width: width, Height: height + 2} // the HUD lines are beyond the edges
	b.drawing.canvas.Resize(b.on.Size())
	f := b.frame()
	f.Sheet.Wordless = true
	if f.Match.World != nil {
		b.camera().Aim(&f.Space)
		b.drawSpace(&f.Space)
	}
	f.Space.DrawStars()
	return &b.drawing.canvas
}

// Show draws the canvas.
func (b *Backdrop) Show() { b.drawing.canvas.Draw(&b.on) }
