// Package play is the match screen: it draws a net.View and turns key presses
// into what the pilot wants.
//
// The space between the two HUD lines is looked at through a camera. From the usual
// distance a terminal column is 4 units wide and a row 8 units tall, so a pixel,
// half a cell, is a square of 4 by 4 units; a tile is 2 by 2 pixels and a ship 3 by
// 3. What moves is drawn in dots: pixels, or in braille a quarter of them.
//
// What moves by itself (twinkling, flames, bursts) follows from the time that
// is passed in, so that the same View at the same time is the same picture.
package play

import (
	"time"

	"github.com/gdamore/tcell/v2"

	"dogfight/game"
	"dogfight/net"
	"dogfight/ui/canvas"
	"dogfight/ui/keys"
)

// Options are what a player may set about the screen.
type Options struct {
	Mode         canvas.Mode    // what to draw with
	Palette      canvas.Palette // nil: the standard one
	FewerFlashes bool           // no sudden bright areas; what blinks or flickers holds still
	FewerBytes   bool           // the terminal is far away: what moves takes few bytes

	Keys  keys.Bindings // what the keys do; the zero value has the standard ones
	Mouse bool          // steers the ship

	Guest bool // the host draws for the player, who came by SSH
}

// Screen is the match screen. It belongs to one goroutine.
type Screen struct {
	options Options
	canvas  canvas.Canvas
	view    *net.View // that was seen last
	now     time.Time // when that was
	pilots  pilots
	bursts  bursts
	feed    feed
	chat    chat
	talk    talkPage
	list    pilotsPage
	mutes   mutes
	tally   tally
	board   scroll
	choice  choice
	hosting *Hosting // nil: somebody else hosts
	grip    keys.Grip
	killer  killer
	overlay overlay
	figures figures
	blips   blips
	held    held
	lesson  *Lesson // nil for a match in which nothing is taught
	pasting bool
	peeking bool  // the talk is open only as long as he types
	flown   bool  // the player has found the keys
	ship    spot  // of the own one
	ranks   []int // reused for the score tables
	front   canvas.Front
	ships   []area // reused

	outlook         // of the picture before the one that is drawn
	next    outlook // of the one that is drawn
	drawn   bool    // it was, and next says how
}

// overlay is what lies over the match because the player asked for it.
type overlay uint8

const (
	noOverlay     overlay = 0
	scoreOverlay  overlay = 1
	helpOverlay   overlay = 2
	talkOverlay   overlay = 3
	pilotsOverlay overlay = 4
)

// takesKeys reports whether the keys are for what is open, and steer no ship.
func (o overlay) takesKeys() bool { return o == talkOverlay || o == pilotsOverlay }

// New returns a match screen.
func New(o Options) *Screen {
	s := &Screen{
		view:    &net.View{Me: -1},
		outlook: outlook{camera: camera{wanted: -1, followed: -1}},
		killer:  killer{by: -1},
	}
	s.Set(o)
	return s
}

// Set takes other Options over. What was said and what happened stays.
func (s *Screen) Set(o Options) {
	if o.Palette == nil {
		o.Palette = standard
	}
	s.options = o
	s.figures.guest = o.Guest
	s.canvas.Mode, s.canvas.Palette = o.Mode, o.Palette
	if o.FewerBytes {
		s.canvas.Palette = fewTones(o.Palette)
	}
	s.grip.Bind(o.Keys, o.Mouse)
}

// Input returns what the pilot holds down: nothing while he types or reads a
// page that takes the keys.
func (s *Screen) Input(now time.Time) game.Input {
	if s.Typing() {
		return game.Steer(game.Idle)
	}
	return s.grip.Input(now, s.ship.seen())
}

// Releases says whether the terminal reports releases from now on.
func (s *Screen) Releases(reported bool) { s.grip.Releases(reported) }

// TerminalLag says how long the way to the terminal and back takes; 0 for not known.
func (s *Screen) TerminalLag(d time.Duration) { s.figures.terminal = d }

// Release takes in that a key was let go.
func (s *Screen) Release(ev *tcell.EventKey, now time.Time) { s.grip.Release(now, ev) }

// Blur says that the keys go elsewhere, so that their releases will not be seen.
func (s *Screen) Blur() { s.grip.Blur() }

// Typing reports whether the keys are text, or for a page, and steer no ship.
func (s *Screen) Typing() bool { return s.chat.typing || s.overlay.takesKeys() }

// Reading reports whether a page is open that is there to be read, not to fly by.
func (s *Screen) Reading() bool {
	return s.overlay == helpOverlay || s.overlay.takesKeys() && !s.peeking
}

// OpenTalk shows all that was said.
func (s *Screen) OpenTalk() { s.open(talkOverlay) }

// OpenPilots lists everybody in the match, to mute them.
func (s *Screen) OpenPilots() { s.open(pilotsOverlay) }

// Refuse gives a line back that Say was asked for and that could not be sent.
func (s *Screen) Refuse(line string, why error) {
	s.chat.typing = true
	s.chat.entry.set(line)
	s.chat.entry.reason = canvas.Clean(why.Error())
}

// Teach shows a lesson until the next is given; nil shows none.
func (s *Screen) Teach(l *Lesson) { s.lesson = l }

// See takes in what a View tells: all that is told but once stays known, whether or
// not it is ever drawn. It is called once for each View that Frame returned, which
// Draw draws as long as there is no newer one.
func (s *Screen) See(v *net.View, now time.Time) {
	s.settle()
	s.view, s.now = v, now
	f := s.frame()
	s.pilots.read(v)
	s.mutes.follow(v.Roster)
	s.tally.note(v)
	s.chat.history.hear(&f)
	s.figures.note(v, now)
	if v.World != nil && v.Setup != nil {
		s.follow(&f)
	}
}

// frame returns what all that is drawn of the View shares.
func (s *Screen) frame() frame {
	return frame{
		Canvas: &s.canvas, View: s.view, now: s.now, options: s.options, pilots: &s.pilots, mutes: &s.mutes,
		keys: s.grip.Bindings(), scheme: s.grip.Scheme(), terminal: s.figures.terminal, held: &s.held,
	}
}

// follow takes note of what happened and turns the camera to it.
func (s *Screen) follow(f *frame) {
	s.killer.forget(f)
	for i := range f.Events {
		s.bursts.add(f, &f.Events[i])
		s.feed.add(f, &f.Events[i])
		s.killer.note(f, &f.Events[i])
	}
	s.choice.settle(f)
	s.camera.turn(f, &s.killer)
	s.held.look(f, game.Point{X: int32(s.camera.at.x), Y: int32(s.camera.at.y)})
	s.blips.take(f)
}
