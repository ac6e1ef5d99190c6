// Package ui draws the menus and runs the match screen. It knows a match only through the Match interface, and no
// byte of the wire.
//
//	terminal events ──┐
//	frame clock, room ┼──► App.loop ──► the page on top gets the event
//	context ──────────┘        └──────► Match.Frame ──► all pages drawn ──► one write
//
// One goroutine does all of this. The pages are a stack: those below the top one, a match above all, keep running and
// are drawn first.
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

// app shows pages on a terminal.
type app struct {
	conf   Config
	term   *term.Terminal
	screen tcell.Screen
	ending <-chan struct{} // closed when the program ends

	continued chan os.Signal // receives when the stopped process continues

	frames   *time.Ticker
	pace     pace
	governor governor
	saved    input.Settings // last passed to Save
	pages    []page         // the lowest first
	flight   *flight
	aside    *flight   // a match in its lobby while the player is on the practice range; or nil
	backdrop *backdrop // nil until the first one, and during a match
	palette  canvas.Palette
	reported term.Reported // when the palette was chosen
	// previewed is a theme that shows instead of that of the settings; "" for none.
	previewed string
	watched   string // name of the replay on the screen, to return to; or ""
	done      bool
	err       error // with done
	warned    bool  // that matches are not recorded
	away      away
	speaker   Speaker // nil until the first sound
	rang      time.Time

	usesPad   bool // the last key was a pad's: texts name the pad's buttons
	usedPad   bool
	sentInput Input

	pasting time.Time // start of a paste; zero without one
	pasted  time.Time // last key of it
}

// page is one thing on the screen. The lowest page covers all of it.
type page interface {
	Draw(s tcell.Screen, now time.Time)
	Event(ev input.Event, now time.Time)
}

var errGone = errors.New("the terminal is gone")

// Run shows the title screen, or the Session if there is one, until the player leaves or ctx is done. It returns an
// error if the Session failed and the player played nothing after it, and nil if the player left.
func Run(ctx context.Context, conf Config) error {
	terminal := conf.Terminal
	if terminal == nil {
		var err error
		if terminal, err = openTerminal(conf.Settings.Colours, 0, ctx.Done()); err != nil {
			if conf.Session != nil {
				conf.Session.Close()
			}
			return err
		}
	}
	a := newApp(terminal, conf)
	a.ending = ctx.Done()
	if conf.Terminal == nil {
		defer func() { a.term.Close() }() // reopen may have replaced it
		term.NotifyContinued(a.continued)
		defer signal.Stop(a.continued)
	}
	return a.loop(ctx)
}

func newApp(terminal *term.Terminal, conf Config) *app {
	conf.setDefaults()
	a := &app{conf: conf, term: terminal, screen: terminal.Screen(), continued: make(chan os.Signal, 1)}
	a.usesPad, a.usedPad = conf.Touch, conf.Touch
	a.pace, a.away.after = newPace(a.rate()), conf.Away
	terminal.SetASCII(a.ascii())
	badTheme := a.paint()
	a.saved = a.conf.Settings
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
	for _, problem := range []error{badTheme, conf.Problem} {
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
		a.setInputModes() // this and the next may block as long as the terminal does
		a.sendInput()
		if a.flight != nil {
			a.sendFelt(a.flight.view)
		}
		a.adaptPace(began, time.Now())
		if !a.wait(ctx) {
			a.dropSession()
			return a.failure()
		}
	}
}

// adaptPace fits the frame rate and the detail to the speed of the terminal and the line.
func (a *app) adaptPace(began, now time.Time) {
	was := a.frameTime()
	a.pace.drew(now.Sub(began), now)
	a.govern(now)
	if is := a.frameTime(); is != was {
		a.frames.Reset(is)
	}
}

func (a *app) draw(now time.Time) {
	a.runAside(now)
	if a.flight != nil {
		a.flight.frame(now) // also under other pages
	}
	if a.term.Reported() != a.reported {
		a.paint() // a broken theme was reported before
		a.term.SetASCII(a.ascii())
	}
	a.term.Fit() // the lowest page covers all of it
	a.screen.HideCursor()
	if !fits(a.screen) {
		a.screen.Clear()
		drawTooSmall(a.screen, fmt.Sprintf("needs %dx%d", MinWidth, MinHeight))
	} else {
		a.showMatchState()
		a.drawPages(now)
	}
	a.drawAway(now)
	a.screen.Show()
}

// drawPages draws all pages over a match, or the top page over the backdrop.
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

// setInputModes enables key releases while a ship is steered, and the mouse if it steers or there is a time line.
// Menus and chat work better with plain text, in which releases do not exist.
func (a *app) setInputModes() {
	steered := a.flight != nil && a.flight.steered()
	if a.flight != nil && !steered {
		a.flight.screen.Blur()
		if a.flight.partner != nil {
			a.flight.partner.screen.Blur()
		}
	}
	a.term.Flying(steered)
	a.term.Pointing(steered && (a.conf.Settings.Mouse || a.flight.session.Replay != nil))
}

// rate is the wanted frame rate. The fast one takes twice the bytes, so remote players get it only on request.
func (a *app) rate() int {
	if rate := a.conf.Settings.FrameRate; rate != 0 || !a.term.Traits().Remote {
		return rate
	}
	return slowRate
}

// lowBandwidth reports whether to save bytes.
func (a *app) lowBandwidth() bool { return lowBandwidth(a.term.Traits(), a.conf.Settings.FrameRate) }

// mode is the drawing mode.
func (a *app) mode() canvas.Mode {
	mode, _ := ModeOf(a.conf.Settings.Glyphs, a.term.Traits(), a.term.Reported().Program)
	return mode
}

// ascii reports whether only ASCII characters may show.
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

// land closes the match and shows the reason, if any, under a headline: after a match on another host with the ways to
// play on. From the range it returns to the lobby that the player came from, if any.
func (a *app) land(headline string, reason error) {
	if a.aside != nil {
		a.rejoin()
		return
	}
	joined := a.joinedAt()
	a.closeSession()
	a.pages = nil
	if joined != "" && reason != nil {
		a.push(newEnding(a, headline, joined, reason))
		return
	}
	if a.conf.Session != nil { // there is no title to return to
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
	if a.previewed != "" { // its page closes too
		a.preview("")
	}
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

// dropSession closes the match when the player did not choose to leave.
func (a *app) dropSession() {
	if a.aside != nil {
		a.rejoin()
	}
	if a.flight != nil && a.flight.session.Drop != nil {
		a.flight.session.Drop()
		a.flight = nil
	}
}

// launched shows the match that a Launcher has started, if err is nil.
func (a *app) launched(s *Session, err error) error {
	if err == nil {
		a.fly(s)
	}
	return err
}

// The smallest window in which everything fits.
const (
	MinWidth  = 60
	MinHeight = 20
)

func fits(s tcell.Screen) bool {
	width, height := s.Size()
	return width >= MinWidth && height >= MinHeight
}

func drawTooSmall(s tcell.Screen, needs string) {
	width, height := s.Size()
	putCentred(s, height/2-1, "Terminal too small:", accent)
	putCentred(s, height/2, fmt.Sprintf("%dx%d, %s", width, height, needs), plain)
}

// putCentred puts a line of text in the middle of a row, with a blank on each side: a star beside a word looks like a
// full stop.
func putCentred(s tcell.Screen, y int, text string, style tcell.Style) {
	width, _ := s.Size()
	columns := uniseg.StringWidth(text)
	x, y := max((width-columns)/2, 0), max(y, 0)
	s.SetContent(x-1, y, ' ', nil, style)
	s.SetContent(x+columns, y, ' ', nil, style)
	s.PutStrStyled(x, y, text, style)
}
