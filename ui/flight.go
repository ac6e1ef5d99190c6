package ui

import (
	"errors"
	"strings"
	"time"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/tview"

	"dogfight/game"
	"dogfight/net"
	"dogfight/net/playback"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/play"
	"dogfight/ui/sound"
)

// flight is the page of a match.
type flight struct {
	app     *app
	session *Session
	screen  *play.Screen
	view    *net.View // of the newest frame
	ear     sound.Ear

	closedAt time.Time // when the match was seen to be over; zero as long as it is not
	ended    bool      // its end was told
}

func newFlight(a *app, s *Session) *flight {
	f := &flight{app: a, session: s, screen: play.New(a.look()), view: &net.View{Me: -1}}
	f.screen.Film(s.Reel)
	f.tellHosting()
	if r := s.Replay; r != nil {
		f.screen.Watch(r.Match, r.Own)
	}
	return f
}

// look is what the settings say of the match screen.
func (a *app) look() play.Options {
	s := a.conf.Settings
	return play.Options{
		Mode: a.mode(), Palette: a.palette, FewerFlashes: s.FewerFlashes, ReducedMotion: s.ReducedMotion, NoDamageNumbers: s.NoDamageNumbers, NoKillCam: s.NoKillCam,
		FewerBytes: a.fewerBytes(), Keys: s.Keys, Mouse: s.Mouse, Guest: a.conf.Guest, Range: a.practises(),
	}
}

// tellHosting lets the screen show what only the one who hosts knows.
func (f *flight) tellHosting() {
	if c := f.session.Host; c != nil {
		f.screen.Host(&play.HostInfo{Fill: c.Match.Fill, Skill: c.Match.Skill, Join: c.JoinHints, Web: c.Web, Code: canvas.QRCodeOf(c.Web)})
	}
}

// tellOwn lets the results show what the records say of the player, and what became of the replay.
func (f *flight) tellOwn() {
	var own play.OwnResult
	if f.session.Own != nil && f.status() == game.Closed {
		own, _ = f.session.Own()
	}
	if f.session.Recorded != nil && f.status() == game.Closed {
		own.Recorded = f.session.Recorded()
	}
	f.screen.Own(own)
}

// settleTime is how long after the end of a match, which the client foresees, all that happened in it is decided.
const settleTime = 500 * time.Millisecond

// tellEnded tells of a match that has come to its end.
func (f *flight) tellEnded(now time.Time) {
	switch {
	case f.status() != game.Closed:
		f.closedAt = time.Time{}
		f.ended = false
	case f.closedAt.IsZero():
		f.closedAt = now
	case !f.ended && now.Sub(f.closedAt) >= settleTime:
		f.ended = true
		if f.session.Ended != nil {
			f.session.Ended(f.view, f.screen.Tally())
		}
	}
}

// status returns where the match stands.
func (f *flight) status() game.Status {
	if f.view.World == nil {
		return game.Waiting
	}
	return f.view.World.Status
}

// mayPlayAgain reports whether results stand after which the player can have the next match begin.
func (f *flight) mayPlayAgain() bool {
	return f.status() == game.Closed && f.view.Me >= 0 && !f.view.Foreign
}

// tables returns the Setup whose ships and weapons are worth telling of: none on a
// foreign server.
func (f *flight) tables() *game.Setup {
	if f.view.Foreign {
		return &game.Setup{}
	}
	return f.view.Setup
}

// frame lets the match go on to now.
func (f *flight) frame(now time.Time) {
	f.screen.Releases(f.app.term.Releases())
	f.screen.OfPad(f.app.ofPad)
	f.screen.TerminalLag(f.app.term.RoundTrip())
	f.session.Match.Pause(f.idle())
	f.screen.Gun(f.view)
	f.view = f.session.Match.Frame(now, f.screen.Input(now))
	f.screen.See(f.view, now)
	f.hear(f.view, now)
	f.tellOwn()
	f.tellEnded(now)
	f.teach(now)
	f.practise()
	if f.view.World != nil && f.session.Replay == nil {
		f.app.noNewcomer()
	}
	switch f.view.Phase {
	case net.Refused:
		if f.app.asksPassword(f.session, f.view.Err) {
			return
		}
		f.app.land("Could not join", reason(f.view.Err, "the host refused the connection"))
	case net.Ended:
		f.app.land("The match is over", reason(f.view.Err, "the host closed the match"))
	}
}

// steered reports whether the keys steer the ship: they are not text, and no
// menu has them.
func (f *flight) steered() bool {
	return f.app.pages[len(f.app.pages)-1] == page(f) && !f.screen.Typing()
}

func reason(err error, otherwise string) error {
	if err == nil {
		err = errors.New(otherwise)
	}
	return err
}

func (f *flight) Draw(s tcell.Screen, now time.Time) {
	if f.view.Phase == net.Joining {
		f.drawConnecting(s, now)
		return
	}
	f.screen.Draw(f.app.term.Grid())
}

// drawConnecting is there until the host lets us in, or does not.
func (f *flight) drawConnecting(s tcell.Screen, now time.Time) {
	_, height := s.Size()
	dots := "....."[:1+now.UnixMilli()/400%5]
	text := "joining"
	if f.session.Where != "" {
		text = "connecting to " + f.session.Where
	}
	putCentred(s, height/2-1, text, accent.Background(panelColor))
	putCentred(s, height/2, dots, accent.Background(panelColor))
	putCentred(s, height/2+2, f.app.hint("Esc cancels"), faint.Background(panelColor))
}

func (f *flight) Event(ev input.Event, now time.Time) {
	if ev.IsPress() && f.view.Phase == net.Joining {
		if ev.Plain().Key == input.KeyEscape {
			f.app.land("", nil)
		}
		return
	}
	f.screen.Releases(f.app.term.Releases()) // this may be the key that tells
	match := f.session.Match
	switch act := f.screen.Event(ev, f.view, now); act.Kind {
	case play.Menu:
		f.app.push(newPause(f.app))
	case play.Say:
		f.say(act.Text)
	case play.Quip:
		match.Say(act.Text) // which may fail: pressed too often, nothing is said
	case play.Choose:
		match.Choose(act.Class, act.Weapon, act.Team)
	case play.SetReady:
		f.setReady(&act)
	case play.Recolour:
		f.app.nextColour()
	case play.CastYes, play.CastNo:
		f.castVote(act.Kind == play.CastYes)
	case play.Vote:
		match.Vote(act.Vote)
	case play.Compare:
		f.app.changeShip()
	case play.Practise:
		f.app.toRange()
	case play.Invite:
		web, ways := f.session.invitation()
		f.app.push(newInvitation(f.app, "How others join", web, ways))
	case play.Settle:
		f.app.push(newMatchForm(f.app, f.session.Host))
	case play.Skip:
		f.skip()
	}
}

// say sends a line of chat, or gives it back and says why.
func (f *flight) say(text string) {
	if err := f.session.Match.Say(text); err != nil {
		f.screen.Refuse(text, err)
	}
}

// idle reports whether the player cannot play: in a menu, on a page of text, or in a window
// that is too small.
func (f *flight) idle() bool {
	top := f.app.pages[len(f.app.pages)-1]
	return top != page(f) || f.screen.Reading() || !fits(f.app.screen)
}

// standing describes the match below a page; "" if there is none.
func (a *app) standing() string {
	switch {
	case a.flight == nil || a.flight.view.Phase != net.Playing:
		return ""
	case a.flight.view.Paused, a.flight.session.Replay != nil:
		return "paused"
	}
	return "match still running"
}

// tellStanding has the pages over a match show its state.
func (a *app) tellStanding() {
	standing := a.standing()
	for _, p := range a.pages {
		if p, ok := p.(interface{ tell(string) }); ok && standing != "" {
			p.tell(standing)
		}
	}
}

// tell appends the match's state to the title of the box.
func (p *panel) tell(standing string) {
	box, ok := p.root.(interface {
		GetTitle() string
		SetTitle(string) *tview.Box
	})
	if !ok {
		return
	}
	if p.headline == "" {
		p.headline = strings.TrimSpace(box.GetTitle())
	}
	box.SetTitle(" " + p.headline + " (" + standing + ") ")
}

// Replay is what the player does with a match that was recorded.
type Replay struct {
	Match *playback.Match // which is the Session's, too
	Own   string          // name of the player's pilot in it, who is looked at first; "" for none
}

// loudest is up to how fast a recorded match is heard, in eighths of how fast it was.
const loudest = 16

// tooFast reports whether it plays too fast to be heard.
func (r *Replay) tooFast() bool { return r != nil && r.Match.Speed() > loudest }
