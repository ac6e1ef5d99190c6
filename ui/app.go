// Package ui is what a player sees: the menus, and the match screen that they
// lead to. It knows a match only through the Match interface, and never sees a
// byte of the wire.
//
//	terminal events ──┐
//	frame clock, room ┼──► App.loop ──► the page on top gets the event
//	context ──────────┘        └──────► Match.Frame ──► all pages drawn ──► one write
//
// One goroutine does all of this. The pages are a stack: what lies below, a
// match above all, goes on and is drawn first.
package ui

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"time"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/uniseg"

	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/term"
)

// App shows pages on a terminal.
type app struct {
	conf   Config
	term   *term.Terminal
	screen tcell.Screen
	ending <-chan struct{} // closed when the program is to end

	continued chan os.Signal // has something when the process was stopped, and continues

	frames   *time.Ticker
	pace     pace
	governor governor
	saved    Preferences // as last given to Save
	pages    []page      // the lowest first
	flight   *flight
	aside    *flight   // a match that waits in its lobby while the player is on the practice range; nil for none
	backdrop *backdrop // nil where none was seen yet, or a match is
	palette  canvas.Palette
	told     term.Told // that all is painted for
	watched  string    // name of the replay that is shown, to go back to; "" for none
	done     bool
	err      error // why it is done
	warned   bool  // that matches are not recorded
	away     away
	speaker  Speaker   // nil until something is to be heard
	rang     time.Time // when the bell did

	ofPad     bool  // the player holds a pad, so of that the screen speaks
	hadPad    bool  // or did
	inputTold Input // last

	pasting time.Time // since when something is pasted; zero if nothing is
	pasted  time.Time // when the last key of that came
}

// page is one thing on the screen, all of which the lowest one covers. It belongs to the
// App's goroutine.
type page interface {
	Draw(s tcell.Screen, now time.Time)
	Event(ev input.Event, now time.Time)
}

var errGone = errors.New("the terminal is gone")

// Run shows the title screen, or the Session if there is one, until the player
// leaves or ctx is done. It returns an error if a Session that it was given could
// not go on, and nil if the player simply left.
func Run(ctx context.Context, conf Config) error {
	terminal := conf.Terminal
	if terminal == nil {
		var err error
		if terminal, err = openTerminal(conf.Colours, 0, ctx.Done()); err != nil {
			if conf.Session != nil {
				conf.Session.Close()
			}
			return err
		}
	}
	a := newApp(terminal, conf)
	a.ending = ctx.Done()
	if conf.Terminal == nil {
		defer func() { a.term.Close() }() // it may be another one by then
		term.NotifyContinued(a.continued)
		defer signal.Stop(a.continued)
	}
	return a.loop(ctx)
}

func newApp(terminal *term.Terminal, conf Config) *app {
	conf.fillIn()
	a := &app{conf: conf, term: terminal, screen: terminal.Screen(), continued: make(chan os.Signal, 1)}
	a.ofPad, a.hadPad = conf.Touch, conf.Touch
	a.pace, a.away.after = newPace(a.rate()), conf.Away
	terminal.SetASCII(a.ascii())
	unpainted := a.paint()
	a.saved = a.preferences()
	if conf.Session != nil {
		a.fly(conf.Session)
	} else {
		a.push(newTitle(a))
		if conf.Joining {
			a.push(newJoin(a))
		}
		if conf.Challenged {
			a.push(newDaily(a))
		}
	}
	for _, problem := range []error{unpainted, conf.Problem} {
		if problem != nil {
			a.push(newNotice(a, "Notice", problem.Error()))
		}
	}
	return a
}

func (a *app) loop(ctx context.Context) error {
	a.frames = time.NewTicker(a.frameTime())
	defer a.frames.Stop()
	defer a.closeAll()
	defer a.closeSpeaker()
	for {
		a.term.BeginDrawing()
		began := time.Now()
		a.draw(began)
		a.term.EndDrawing()
		if a.done {
			if a.err == errGone {
				a.dropSession()
			}
			return a.err
		}
		a.tellTerminal()
		a.keepPace(began, time.Now())
		if !a.wait(ctx) {
			a.dropSession()
			return nil
		}
	}
}

// keepPace has as many pictures drawn, and as much in each, as the terminal and the line to it bear.
func (a *app) keepPace(began, now time.Time) {
	was := a.frameTime()
	a.pace.drew(now.Sub(began), now)
	a.govern(now)
	if is := a.frameTime(); is != was {
		a.frames.Reset(is)
	}
}

func (a *app) draw(now time.Time) {
	a.attend(now)
	if a.flight != nil {
		a.flight.frame(now) // a match goes on, whatever covers it
	}
	a.repaint()
	a.term.Fit() // the lowest page covers all of it
	a.screen.HideCursor()
	if !fits(a.screen) {
		a.screen.Clear()
		drawTooSmall(a.screen)
	} else {
		a.tellStanding()
		a.drawPages(now)
	}
	a.drawAway(now)
	a.screen.Show()
}

// tellTerminal tells the terminal all that is not in the picture, which may take as long as the terminal likes.
func (a *app) tellTerminal() {
	a.askForReleases()
	a.tellInput()
	if a.flight != nil {
		a.feel(a.flight.view)
	}
}

// drawPages draws all pages over a match, or the one on top over the backdrop.
func (a *app) drawPages(now time.Time) {
	pages := a.pages
	switch {
	case len(pages) == 0: // the player has left
		return
	case a.inSpace():
		pages = pages[len(pages)-1:]
		a.drawBackdrop(pages[0], now)
	default:
		a.backdrop = nil
	}
	for _, p := range pages {
		p.Draw(a.screen, now)
	}
}

// askForReleases asks the terminal to report key releases while a ship is steered, and
// the mouse if that steers, or there is a time line to point at. For menus and chat plain text is better; whatever is let go
// there is not seen.
func (a *app) askForReleases() {
	steered := a.flight != nil && a.flight.steered()
	if a.flight != nil && !steered {
		a.flight.screen.Blur()
	}
	a.term.Flying(steered)
	a.term.Pointing(steered && (a.conf.Settings.Mouse || a.flight.session.Replay != nil))
}

// rate is the wanted frame rate. The fast one takes twice the bytes, so remote players
// get it only if they ask.
func (a *app) rate() int {
	if rate := a.conf.Settings.FrameRate; rate != 0 || !a.term.Traits().Remote {
		return rate
	}
	return slowRate
}

// fewerBytes reports whether to save bytes.
func (a *app) fewerBytes() bool { return isFar(a.term.Traits(), a.conf.Settings.FrameRate) }

// mode is the drawing mode.
func (a *app) mode() canvas.Mode {
	mode, _ := a.conf.Settings.Glyphs.Mode(a.term.Traits(), a.term.Told().Program)
	return mode
}

// ascii reports whether nothing but ASCII characters may show.
func (a *app) ascii() bool { return a.mode() == canvas.ASCII }

func (a *app) push(p page) { a.pages = append(a.pages, p) }

// pop removes the page on top.
func (a *app) pop() { a.pages = a.pages[:len(a.pages)-1] }

// resume closes all pages above the match.
func (a *app) resume() {
	for a.pages[len(a.pages)-1] != page(a.flight) {
		a.pop()
	}
}

func (a *app) quit(err error) { a.done, a.err = true, err }

// fly shows a match, until land.
func (a *app) fly(s *Session) {
	a.flight, a.governor = newFlight(a, s), governor{}
	a.openSpeaker()
	a.push(a.flight)
	if s.Unrecorded != nil && !a.warned {
		a.warned = true
		a.push(newNotice(a, "Not recorded", s.Unrecorded.Error()))
	}
	if s.Warning != nil {
		a.push(newNotice(a, "Notice", s.Warning.Error()))
	}
}

// land ends the match that is shown, and shows the reason, if any, under a headline. The range leads back to the lobby, if
// the player came from there.
func (a *app) land(headline string, reason error) {
	if a.aside != nil {
		a.rejoin()
		return
	}
	a.closeSession()
	a.pages = nil
	if a.conf.Session != nil { // no title to go back to
		a.quit(reason)
		return
	}
	a.push(newTitle(a))
	if a.watched != "" {
		a.push(newReplays(a, a.watched))
		a.watched = ""
	}
	if reason != nil {
		a.push(newMessage(a, headline, reason.Error()))
	}
}

func (a *app) closeSession() {
	a.closeSpeaker()
	if a.flight != nil {
		a.flight.session.Close()
		a.flight = nil
	}
}

func (a *app) closeAll() {
	if a.closeSession(); a.aside != nil {
		a.flight, a.aside = a.aside, nil
		a.closeSession()
	}
}

// dropSession is closeSession for a player who did not choose to leave.
func (a *app) dropSession() {
	if a.aside != nil {
		a.rejoin()
	}
	if a.flight != nil && a.flight.session.Drop != nil {
		a.flight.session.Drop()
		a.flight = nil
	}
}

// launched shows the match that a Launcher has started, if it has.
func (a *app) launched(s *Session, err error) error {
	if err == nil {
		a.fly(s)
	}
	return err
}

// The smallest window in which everything has its place.
const (
	MinWidth  = 60
	MinHeight = 20
)

func fits(s tcell.Screen) bool {
	width, height := s.Size()
	return width >= MinWidth && height >= MinHeight
}

// drawTooSmall says so, as well as it can in what room there is.
func drawTooSmall(s tcell.Screen) {
	width, height := s.Size()
	putCentred(s, height/2-1, "Terminal too small:", accent)
	putCentred(s, height/2, fmt.Sprintf("%dx%d, needs %dx%d", width, height, MinWidth, MinHeight), plain)
}

// putCentred puts a line of text in the middle of a row, a blank around it: a star
// beside a word looks like a full stop.
func putCentred(s tcell.Screen, y int, text string, style tcell.Style) {
	width, _ := s.Size()
	columns := uniseg.StringWidth(text)
	x, y := max((width-columns)/2, 0), max(y, 0)
	s.SetContent(x-1, y, ' ', nil, style)
	s.SetContent(x+columns, y, ' ', nil, style)
	s.PutStrStyled(x, y, text, style)
}
