package ui

import (
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/play"
)

// partner is a second pilot at the same keyboard, with a half of the screen and the keys of its right half.
type partner struct {
	match  Match
	screen *play.Screen
	view   *net.View
	colour uint8 // of the ship; 0 for any
	began  time.Time
}

// newPartner returns the second pilot of a session, or nil.
func newPartner(a *app, s *Session) *partner {
	if s.Second == nil {
		return nil
	}
	p := &partner{match: s.Second, screen: play.New(a.screenOptions()), view: &net.View{Me: -1}}
	p.screen.SetRecording(s.Recent)
	return p
}

// applySettings applies the settings to the screens of the match. Two pilots share the keyboard.
func (f *flight) applySettings() {
	o := f.app.screenOptions()
	if p := f.partner; p != nil {
		left, right := input.Halves()
		o.Settings.Mouse = false
		o.Settings.Keys = right
		p.screen.Set(o)
		o.Settings.Keys = left
	}
	f.screen.Set(o)
}

// frame advances the second pilot to now.
func (p *partner) frame(f *flight, now time.Time) {
	if p.began.IsZero() {
		p.began = now
	}
	p.screen.Releases(f.app.term.Releases())
	p.match.Pause(f.idle())
	p.screen.Gun(p.view)
	p.view = p.match.Frame(now, p.screen.Input(now))
	p.screen.See(p.view, now)
}

// takes reports whether a key is the second pilot's. Digits, which choose a ship, are so while only that pilot waits for one.
func (p *partner) takes(ev input.Event, first *net.View) bool {
	_, right := input.Halves()
	does, _ := right.Press(ev)
	return does >= input.Up && does <= input.Brake || ev.Key >= '1' && ev.Key <= '9' && waits(p.view) && !waits(first)
}

// waits reports whether the ship of a View's pilot is destroyed.
func waits(v *net.View) bool {
	return v.World != nil && v.Me >= 0 && v.World.Ships[v.Me].State == game.Dead
}

// event handles a key of the second pilot.
func (p *partner) event(ev input.Event, now time.Time) {
	if act := p.screen.Event(ev, p.view, now); act.Kind == play.Choose {
		p.match.Choose(act.Class, act.Weapon, act.Team)
	}
}

// halves returns the parts of the screen for two pilots: side by side, or one above the other. If there is room, a line between them stays
// free.
func halves(s canvas.Screen) (one, two canvas.Inset, ok bool) {
	width, height := s.Size()
	one = canvas.Inset{Screen: s, Width: width, Height: height}
	two = one
	switch {
	case width >= 2*MinWidth:
		one.Width = max((width-1)/2, MinWidth)
		two.X = min(one.Width+1, width-MinWidth)
		two.Width = width - two.X
	case height >= 2*MinHeight:
		one.Height = max((height-1)/2, MinHeight)
		two.Y = min(one.Height+1, height-MinHeight)
		two.Height = height - two.Y
	default:
		return one, two, false
	}
	return one, two, true
}

// releasesAfter is how long the pilots may take to press a key, by which the terminal shows that it reports releases.
const releasesAfter = 5 * time.Second

// draw draws the match for both pilots.
func (p *partner) draw(f *flight, now time.Time) {
	one, two, ok := halves(f.app.term.Grid())
	if !ok {
		drawTooSmall(f.app.screen, "two pilots need 120x20 or 60x40")
		return
	}
	f.screen.Draw(one)
	p.screen.Draw(two)
	width, height := f.app.screen.Size()
	for y := one.Height; y < two.Y && y < height; y++ {
		for x := range width {
			f.app.screen.SetContent(x, y, '─', nil, faint)
		}
	}
	for x := one.Width; x < two.X && x < width; x++ {
		for y := range height {
			f.app.screen.SetContent(x, y, '│', nil, faint)
		}
	}
	if age := now.Sub(p.began); f.steered() && !f.app.term.Releases() && age > releasesAfter && age < 3*releasesAfter { // menus have no releases anywhere
		putCentred(f.app.screen, 2, " no key releases here: two fly better in kitty or foot ", accent.Background(panelColor))
	}
}
