package ui

import (
	"cmp"
	"errors"
	"strings"
	"time"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/tview"

	"dogfight/game"
	"dogfight/game/career"
	"dogfight/net"
	"dogfight/net/playback"
	"dogfight/proto"
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
	partner *partner  // nil unless two pilots share the keyboard
	view    *net.View // of the newest frame
	ear     sound.Ear

	closedAt time.Time // first frame after the end of the match; zero during it
	reported bool      // the end, to Session.Ended
}

func newFlight(a *app, s *Session) *flight {
	f := &flight{app: a, session: s, screen: play.New(a.screenOptions()), partner: newPartner(a, s), view: &net.View{Me: -1}}
	f.applySettings()
	f.screen.SetRecording(s.Recent)
	f.showHosting()
	if r := s.Replay; r != nil {
		f.screen.Watch(r.Match, r.Pilot)
	}
	return f
}

// screenOptions returns the options of the match screen.
func (a *app) screenOptions() play.Options {
	return play.Options{
		Settings: a.conf.Settings, Mode: a.mode(), Palette: a.palette, LowBandwidth: a.lowBandwidth(), Guest: a.conf.Guest, Range: a.hasRange(),
	}
}

// showHosting shows the facts that only the host's own player knows.
func (f *flight) showHosting() {
	if c := f.session.Host; c != nil {
		f.screen.Host(&play.HostInfo{Fill: c.Match.Fill, Skill: c.Match.Skill, Join: c.JoinHints, Web: c.Web, Code: canvas.QRCodeOf(c.Web)})
	}
}

// showResult adds the player's records and the state of the replay to the results.
func (f *flight) showResult() {
	var news *career.News
	var recorded string
	if f.status() == game.Closed {
		if f.session.News != nil {
			news = f.session.News()
		}
		if f.session.Recorded != nil {
			recorded = f.session.Recorded()
		}
	}
	f.screen.SetResult(news, recorded)
}

// settleTime is how long after the end of a match, which the client predicts, all its events are confirmed.
const settleTime = 500 * time.Millisecond

// reportEnd calls Session.Ended once a match.
func (f *flight) reportEnd(now time.Time) {
	switch {
	case f.status() != game.Closed:
		f.closedAt, f.reported = time.Time{}, false
	case f.closedAt.IsZero():
		f.closedAt = now
	case !f.reported && now.Sub(f.closedAt) >= settleTime:
		f.reported = true
		if f.session.Ended != nil {
			f.session.Ended(f.view, f.screen.Tally())
		}
	}
}

// status returns the state of the match.
func (f *flight) status() game.Status {
	if f.view.World == nil {
		return game.Waiting
	}
	return f.view.World.Status
}

// mayPlayAgain reports whether results are shown and the player can start the next match.
func (f *flight) mayPlayAgain() bool {
	return f.status() == game.Closed && f.view.Me >= 0 && !f.view.Foreign
}

// tables returns the Setup for the help. The ships of a foreign server are unknown.
func (f *flight) tables() *game.Setup {
	if f.view.Foreign {
		return &game.Setup{}
	}
	return f.view.Setup
}

// frame advances the match to now.
func (f *flight) frame(now time.Time) {
	f.screen.Releases(f.app.term.Releases())
	f.screen.OfPad(f.app.usesPad)
	f.screen.TerminalLag(f.app.term.RoundTrip())
	f.session.Match.Pause(f.idle())
	f.screen.Gun(f.view)
	f.view = f.session.Match.Frame(now, f.screen.Input(now))
	f.screen.See(f.view, now)
	if f.partner != nil {
		f.partner.frame(f, now)
	}
	f.playSounds(f.view, now)
	f.showResult()
	f.reportEnd(now)
	f.teach(now)
	f.showDrill()
	if f.view.World != nil && f.session.Replay == nil {
		f.app.noNewcomer()
	}
	switch f.view.Phase {
	case net.Refused:
		if !f.app.asksPassword(f.session, f.view.Err) {
			headline := "Could not join"
			if f.view.World != nil {
				headline = "You are out of the match"
			}
			f.app.land(headline, cmp.Or(f.view.Err, errors.New("the host refused the connection")))
		}
	case net.Ended:
		f.app.land("The match is over", cmp.Or(f.view.Err, errors.New("the host closed the match")))
	}
}

// onTop reports whether no page is above the match.
func (f *flight) onTop() bool { return f.app.pages[len(f.app.pages)-1] == page(f) }

// steered reports whether the keys steer the ship, instead of a menu or a text.
func (f *flight) steered() bool { return f.onTop() && !f.screen.Typing() }

// idle reports whether the player cannot play: in a menu, on a page of text, or in a window that is too small.
func (f *flight) idle() bool { return !f.onTop() || f.screen.Reading() || !fits(f.app.screen) }

func (f *flight) Draw(s tcell.Screen, now time.Time) {
	if f.view.Phase == net.Joining {
		f.drawConnecting(s, now)
		return
	}
	if f.partner != nil {
		f.partner.draw(f, now)
		return
	}
	f.screen.Draw(f.app.term.Grid())
}

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
	f.screen.Releases(f.app.term.Releases()) // this key may be the first that has a release
	if f.partner != nil && f.partner.takes(ev, f.view) && f.status() == game.InProgress {
		f.partner.event(ev, now)
		return
	}
	match := f.session.Match
	switch act := f.screen.Event(ev, f.view, now); act.Kind {
	case play.Menu:
		f.app.push(newPause(f.app))
	case play.SendChat:
		if err := match.Say(act.Text); err != nil {
			f.screen.Refuse(act.Text, err)
		}
	case play.Quip:
		match.Say(act.Text) // too many quips in a row fail without a message
	case play.Choose:
		match.Choose(act.Class, act.Weapon, act.Team)
	case play.SetReady:
		f.setReady(&act)
	case play.Recolour:
		f.app.nextColour()
	case play.CastYes, play.CastNo:
		if voter, ok := match.(voter); ok {
			voter.CastVote(act.Kind == play.CastYes)
		}
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

// isOther reports whether a pilot is another player.
func (f *flight) isOther(p *proto.Pilot) bool {
	return p.ID != f.view.Pilot && p.Flags&proto.BotPilot == 0
}

// matchState describes the match below a page; "" if there is none.
func (a *app) matchState() string {
	switch {
	case a.flight == nil || a.flight.view.Phase != net.Playing:
		return ""
	case a.flight.status() == game.Waiting && a.flight.session.Replay == nil:
		return "not started yet"
	case a.flight.view.Paused, a.flight.session.Replay != nil:
		return "paused"
	}
	return "match still running"
}

// showMatchState shows the state of the match in the titles of the pages over it.
func (a *app) showMatchState() {
	state := a.matchState()
	for _, p := range a.pages {
		if p, ok := p.(interface{ showMatchState(string) }); ok && state != "" {
			p.showMatchState(state)
		}
	}
}

// showMatchState appends the state to the title of the box.
func (p *panel) showMatchState(state string) {
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
	box.SetTitle(" " + p.headline + " (" + state + ") ")
}

// Replay is a recorded match.
type Replay struct {
	Match *playback.Playback // also the Session's
	Pilot string             // the player's pilot in it, to show first; or ""
}

// maxAudibleSpeed is the fastest playback with sound, in eighths of the original speed.
const maxAudibleSpeed = 16

// silent reports whether the playback is too fast for sound.
func (r *Replay) silent() bool { return r != nil && r.Match.Speed() > maxAudibleSpeed }
