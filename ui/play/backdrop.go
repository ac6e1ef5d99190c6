package play

import (
	"time"

	"dogfight/net"
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
)

// Backdrop is a fight to look at behind a page: space alone, dimmed, from one place.
type Backdrop struct {
	*Screen
	on canvas.Inset
}

// NewBackdrop returns one that is drawn as Options say.
func NewBackdrop(o Options) *Backdrop {
	b := &Backdrop{Screen: New(Options{})}
	b.Set(o)
	return b
}

// Set takes other Options over.
func (b *Backdrop) Set(o Options) {
	if o.Palette == nil {
		o.Palette = canvas.PaletteOf(false)
	}
	o.Palette = canvas.Dimmed(o.Palette)
	b.Screen.Set(o)
}

// See takes in what a View of the fight tells, of which nothing but space will be seen.
func (b *Backdrop) See(v *net.View, now time.Time) {
	b.settle()
	b.view, b.now = v, now
	b.pilots.Read(v)
	b.match = model.Match{View: v, Pilots: &b.pilots, Mutes: &b.mutes}
	w, h := v.Setup.Arena.Size()
	b.camera.Rest(w/2, h/2)
	b.follow(&b.match, now)
}

// Paint paints the View that was seen last for all of a screen, and returns the canvas, to be painted over until Show. Its
// first row is above the screen, and its last one below.
func (b *Backdrop) Paint(t canvas.Screen) *canvas.Canvas {
	width, height := t.Size()
	b.on = canvas.Inset{Screen: t, Y: -1, Width: width, Height: height + 2} // the HUD lines are beyond the edges
	b.canvas.Resize(b.on.Size())
	b.picture = b.frame()
	f := &b.picture
	f.Wordless = true
	if f.World != nil {
		b.camera.Aim(&f.Frame)
		b.drawSpace(&f.Frame)
	}
	f.DrawStars()
	return &b.canvas
}

// Show draws what was painted.
func (b *Backdrop) Show() { b.canvas.Draw(&b.on) }
