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
	"time"

	"github.com/gdamore/tcell/v2"

	"dogfight/ui/canvas"
	"dogfight/ui/term"
)

// App shows pages on a terminal.
type App struct {
	conf   Config
	term   *term.Terminal
	screen tcell.Screen

	frames  *time.Ticker
	pace    pace
	kept    Preferences // of the next time, as far as Keep was told
	pages   []page      // the lowest first
	flight  *flight
	palette canvas.Palette
	done    bool
	err     error // why it is done
	warned  bool  // that a match will not be in the records
	away    away

	pasting time.Time // since when something is pasted; zero if nothing is
	pasted  time.Time // when the last key of that came
}

// page is one thing on the screen, all of which the lowest one covers. It belongs to the
// App's goroutine.
type page interface {
	Draw(s tcell.Screen, now time.Time)
	Event(ev tcell.Event, now time.Time)
}

var errGone = errors.New("the terminal is gone")

// Run shows the title screen, or the Session if there is one, until the player
// leaves or ctx is done. It returns why a Session that it was given could not
// go on, and nil when the player simply left.
func Run(ctx context.Context, conf Config) error {
	terminal := conf.Terminal
	if terminal == nil {
		var err error
		if terminal, err = term.OpenWith(conf.Colours); err != nil {
			if conf.Session != nil {
				conf.Session.Close()
			}
			return err
		}
	}
	a := newApp(terminal, conf)
	if conf.Terminal == nil {
		defer func() { a.term.Close() }() // it may be another one by then
	}
	return a.loop(ctx)
}

func newApp(terminal *term.Terminal, conf Config) *App {
	conf.fillIn()
	a := &App{conf: conf, term: terminal, screen: terminal.Screen()}
	a.pace, a.away.after = newPace(a.rate()), conf.Away
	terminal.SetASCII(a.ascii())
	unpainted := a.paint()
	a.kept = a.preferences()
	if conf.Session != nil {
		a.fly(conf.Session)
	} else {
		a.push(newTitle(a))
		if conf.Joining {
			a.push(newJoin(a))
		}
	}
	for _, problem := range []error{unpainted, conf.Problem} {
		if problem != nil {
			a.push(newNotice(a, "Take note", problem.Error()))
		}
	}
	return a
}

func (a *App) loop(ctx context.Context) error {
	a.frames = time.NewTicker(a.pace.frameTime())
	defer a.frames.Stop()
	defer a.closeSession()
	for {
		began := time.Now()
		a.draw(began)
		if a.done {
			if a.err == errGone {
				a.dropSession()
			}
			return a.err
		}
		if now := time.Now(); a.pace.drew(now.Sub(began), now) {
			a.frames.Reset(a.pace.frameTime())
		}
		if !a.wait(ctx) {
			a.dropSession()
			return nil
		}
	}
}

func (a *App) draw(now time.Time) {
	if a.flight != nil {
		a.flight.frame(now) // a match goes on, whatever covers it
	}
	a.askForReleases()
	a.term.Fit() // the lowest page covers all of it
	a.screen.HideCursor()
	if !fits(a.screen) {
		a.screen.Clear()
		drawTooSmall(a.screen)
	} else {
		a.tellStanding()
		for _, p := range a.pages {
			p.Draw(a.screen, now)
		}
	}
	a.drawAway(now)
	a.screen.Show()
}

// askForReleases asks the terminal for them while a ship is steered, and for the
// mouse if that steers. For menus and chat plain text is better; whatever is let go
// there is not seen.
func (a *App) askForReleases() {
	steered := a.flight != nil && a.flight.steered()
	if a.flight != nil && !steered {
		a.flight.screen.Blur()
	}
	a.term.Flying(steered)
	a.term.Pointing(steered && a.conf.Settings.Mouse)
}

// rate is how many pictures a second are wanted. Twice as many are twice the bytes,
// which somebody far away has to ask for.
func (a *App) rate() int {
	if rate := a.conf.Settings.FrameRate; rate != 0 || !a.term.Traits().Remote {
		return rate
	}
	return slowRate
}

// fewerBytes reports whether pictures are to take few. Somebody far away who asks for
// twice as many pictures has a line that carries them.
func (a *App) fewerBytes() bool {
	return a.term.Traits().Remote && a.conf.Settings.FrameRate != fastRate
}

// mode is what things are drawn with.
func (a *App) mode() canvas.Mode { return a.conf.Settings.Glyphs.Mode(a.term.Traits()) }

// ascii reports whether nothing but ASCII characters may show.
func (a *App) ascii() bool { return a.mode() == canvas.ASCII }

func (a *App) push(p page) { a.pages = append(a.pages, p) }

// pop takes the page on top away.
func (a *App) pop() { a.pages = a.pages[:len(a.pages)-1] }

// resume takes away all pages that lie over the match.
func (a *App) resume() {
	for a.pages[len(a.pages)-1] != page(a.flight) {
		a.pop()
	}
}

func (a *App) quit(err error) { a.done, a.err = true, err }

// fly shows a match, until land.
func (a *App) fly(s *Session) {
	a.conf.Newcomer = false
	a.flight = newFlight(a, s)
	a.push(a.flight)
	if s.Unkept != nil && !a.warned {
		a.warned = true
		a.push(newNotice(a, "Not for the records", s.Unkept.Error()))
	}
}

// land ends the match that is shown. If there is a reason, it is told, under a
// headline.
func (a *App) land(headline string, reason error) {
	a.closeSession()
	a.pages = nil
	if a.conf.Session != nil { // there is no title to go back to
		a.quit(reason)
		return
	}
	a.push(newTitle(a))
	if reason != nil {
		a.push(newMessage(a, headline, reason.Error()))
	}
}

func (a *App) closeSession() {
	if a.flight != nil {
		a.flight.session.Close()
		a.flight = nil
	}
}

// dropSession is closeSession for a player who has not chosen to leave.
func (a *App) dropSession() {
	if a.flight != nil && a.flight.session.Drop != nil {
		a.flight.session.Drop()
		a.flight = nil
	}
}

// launched shows the match that a Launcher has started, if it has.
func (a *App) launched(s *Session, err error) error {
	if err == nil {
		a.fly(s)
	}
	return err
}
