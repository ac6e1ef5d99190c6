// Package play is the match screen: it draws a net.View and turns key presses
// into what the pilot wants.
//
// The space between the two HUD lines is looked at through a camera. A terminal
// column is 4 units wide and a row 8 units tall, so a pixel, half a cell, is a
// square of 4 by 4 units; a tile is 2 by 2 pixels and a ship 3 by 3.
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
	ASCII        bool // draw with nothing but ASCII characters
	FewerFlashes bool // no sudden bright areas; what blinks or flickers holds still
}

// Screen is the match screen. It belongs to one goroutine.
type Screen struct {
	options Options
	canvas  canvas.Canvas
	pilots  pilots
	camera  camera
	bursts  bursts
	feed    feed
	chat    chat
	choice  choice
	grip    keys.Grip
	killer  killer
	overlay overlay
	figures figures
	lesson  *Lesson // nil for a match in which nothing is taught
	pasting bool
	flown   bool  // the player has found the keys
	ranks   []int // reused for the score tables
}

// overlay is what lies over the match because the player asked for it.
type overlay uint8

const (
	noOverlay    overlay = 0
	scoreOverlay overlay = 1
	helpOverlay  overlay = 2
)

// New returns a match screen.
func New(o Options) *Screen {
	return &Screen{
		options: o,
		canvas:  canvas.Canvas{Palette: standard, ASCII: o.ASCII},
		camera:  camera{wanted: -1, followed: -1},
		killer:  killer{by: -1},
	}
}

// Input returns what the pilot holds down: nothing while he types.
func (s *Screen) Input(now time.Time) game.Input {
	if s.chat.typing {
		return game.Steer(game.Idle)
	}
	return s.grip.Input(now)
}

// Releases says whether the terminal reports releases from now on.
func (s *Screen) Releases(reported bool) { s.grip.Releases(reported) }

// Release takes in that a key was let go.
func (s *Screen) Release(ev *tcell.EventKey, now time.Time) { s.grip.Release(now, ev) }

// Blur says that the keys go elsewhere, so that their releases will not be seen.
func (s *Screen) Blur() { s.grip.Blur() }

// Teach shows a lesson until the next is given; nil shows none.
func (s *Screen) Teach(l *Lesson) { s.lesson = l }

// Typing reports whether the keys are text.
func (s *Screen) Typing() bool { return s.chat.typing }

// Draw draws the whole screen. It is called once for each View that Frame
// returned, since it takes the View's Events and Chat.
func (s *Screen) Draw(t tcell.Screen, v *net.View, now time.Time) {
	s.canvas.Resize(t.Size())
	f := frame{Canvas: &s.canvas, View: v, now: now, options: s.options, pilots: &s.pilots}
	s.pilots.read(v)
	s.chat.hear(v.Chat, now)
	s.figures.note(v, now)
	if v.World == nil || v.Setup == nil {
		f.drawStars()
		f.drawPhase()
	} else {
		f.corner = s.figures.lay(&f)
		s.follow(&f)
		s.drawSpace(&f)
		s.drawHUD(&f)
	}
	s.chat.draw(&f)
	s.canvas.Draw(t)
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
	s.camera.follow(f, &s.killer)
}

// drawSpace draws what is in the arena, the farthest first; the stars, which are but
// characters, take the room that is left.
func (s *Screen) drawSpace(f *frame) {
	f.drawBorder()
	f.drawRocks()
	s.lesson.drawRings(f)
	f.drawItems()
	f.drawBarrels()
	f.drawShots()
	f.drawShips(&s.bursts)
	s.bursts.draw(f)
	f.drawTags()
	f.drawStars()
}

// drawHUD draws what lies over it.
func (s *Screen) drawHUD(f *frame) {
	s.ranks = f.rank(s.ranks)
	f.drawArrows()
	f.drawRadar()
	s.figures.draw(f)
	f.drawTopLine(s.ranks)
	f.drawBottomLine(s.camera.followed)
	switch {
	case f.World.Status == game.Waiting:
		s.drawLobby(f)
	case f.World.Status == game.Closed:
		s.drawResults(f)
	case f.dead():
		s.feed.draw(f)
		s.drawDeath(f)
	default:
		s.feed.draw(f)
		s.drawFirst(f)
	}
	s.drawLesson(f)
	switch s.overlay {
	case scoreOverlay:
		f.drawScores(s.ranks)
	case helpOverlay:
		f.drawHelp(s.grip.Holds())
	}
	f.drawPhase()
}

// drawLesson draws what is taught, if anything.
func (s *Screen) drawLesson(f *frame) {
	switch {
	case s.lesson == nil:
	case !s.lesson.Over:
		s.lesson.drawPointers(f)
		s.lesson.drawTask(f)
	case s.overlay == noOverlay:
		f.drawAfter()
	}
}

// drawFirst draws what is there at the start of a match; lessons say all that
// themselves.
func (s *Screen) drawFirst(f *frame) {
	if s.lesson != nil {
		return
	}
	f.drawStart()
	if !s.flown {
		f.drawFirstKeys()
	}
}
