package play

import (
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/proto/replay"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/play/hud"
	"dogfight/ui/play/model"
)

// killCam shows the loss of the own ship from the killer's place while the pilot waits. The package comment says which
// parts it may show.
type killCam struct {
	clip   *clip     // nil while it is off
	of     time.Time // time of the death that it has shown or skipped
	tried  time.Time // last attempt to begin
	since  game.Tick // tick of its begin
	banner hud.Clip
}

const (
	killCamTries = 80 * time.Millisecond // between two attempts, as the replay arrives in pieces
	killCamLate  = time.Second           // after the death, it no longer begins
	killCamHolds = game.TickRate / 4     // of the last picture, time permitting
	killCamTurn  = game.TickRate / 4     // before the hit it turns to the own ship, if the killer's view does not include it
	fireRests    = 500 * time.Millisecond
)

// follow begins, advances and ends it.
func (k *killCam) follow(s *Screen, m *model.Match, now time.Time) {
	if k.clip != nil {
		passed := clipTime(m.World.Tick - k.since)
		if !m.Dead() || m.World.Status != game.InProgress || s.known.killer.At != k.of || m.World.Tick < k.since ||
			passed > k.clip.plan.length()+clipTime(killCamHolds) || k.clip.show(k.clip.plan.at(passed)) != nil {
			k.clip = nil
		} else {
			k.banner.Shown = min(passed, k.banner.Takes)
		}
		return
	}
	if at := s.known.killer.At; at.IsZero() || at == k.of || !k.wanted(s, m) || now.Sub(at) < killCamDelay || now.Sub(k.tried) < killCamTries {
		return
	}
	k.tried = now
	begun := k.begin(s, m)
	if begun || now.Sub(s.known.killer.At) > killCamLate {
		k.of = s.known.killer.At
	}
}

// wanted reports whether the last death should be shown.
func (k *killCam) wanted(s *Screen, m *model.Match) bool {
	return s.assigned.recording != nil && !s.options.Settings.NoKillCam && !s.options.Settings.ReducedMotion && s.assigned.lesson == nil && s.assigned.drill == nil && !m.Foreign &&
		m.Dead() && m.World.Status == game.InProgress && s.known.killer.By >= 0 &&
		m.Setup.Mode.State() != game.RaceState && m.Setup.Mode.State() != game.TrailState
}

// begin tries to begin, and reports whether the question is settled.
func (k *killCam) begin(s *Screen, m *model.Match) bool {
	now := m.World.Tick
	f, err := s.assigned.recording.File(now - min(now, killCamShows+2*game.TickRate))
	if err != nil {
		return true
	}
	hit, _, ok := lastKill(f, now-min(now, 2*game.TickRate), m.Me)
	if !ok || f.LastTick < hit+killCamAfter/2 {
		return false // not recorded yet
	}
	left := game.Tick(m.World.Ships[m.Me].Respawn)
	if m.Out() {
		left = 2 * killCamShows
	}
	cursor, err := f.Play()
	if err != nil {
		return true
	}
	first, sees, err := firstShown(f, cursor, s, m, hit)
	if err != nil {
		return true
	}
	plan, ok := killCamPlan(hit, first, f.LastTick, left)
	if !ok {
		return true
	}
	by := clipView{me: m.Me, slot: s.known.killer.By, beside: m.Me, veiled: f.Setup.Teams() > 0}
	if !sees {
		by.turn = hit - killCamTurn
	}
	c, err := s.newClip(f, cursor, plan, by)
	if err != nil {
		return true
	}
	k.clip, k.since = c, now
	k.banner = hud.Clip{Title: "KILL-CAM", Words: hud.KillWords(&s.known.killer, m), Takes: plan.length(), Back: true, Keys: s.keys.controls.Bindings().First(input.Fire) + " skips"}
	return true
}

// lastKill returns the last loss of the ship in a slot, or of any with -1, after a tick.
func lastKill(f *replay.File, after game.Tick, slot int) (game.Tick, *replay.Deed, bool) {
	for i := len(f.Notes) - 1; i >= 0 && f.Notes[i].Tick > after; i-- {
		if n := &f.Notes[i]; n.Kind == replay.NoteDeed && n.Deed.Kind == game.EventKill && (slot < 0 || int(n.Deed.Slot) == slot) {
			return n.Tick, &n.Deed, true
		}
	}
	return 0, nil, false
}

// firstShown returns the first tick before a hit that may show: the killer is in space throughout and, in teams, was
// visible to the pilot. It also reports whether the last picture shows both.
func firstShown(f *replay.File, c *replay.Cursor, s *Screen, m *model.Match, hit game.Tick) (first game.Tick, sees bool, err error) {
	by := s.known.killer.By
	if err = c.Seek(hit - min(hit, killCamShows)); err != nil {
		return 0, false, err
	}
	first = c.World.Tick
	for more := true; more && c.World.Tick < hit; {
		killer, own := &c.World.Ships[by], &c.World.Ships[m.Me]
		if killer.State != game.Flying || own.State != game.Flying || f.Setup.Teams() > 0 && c.World.Hidden(f.Setup, by, m.Me) {
			first = c.World.Tick + 1
		}
		sees = s.camera().Sees(game.Point{X: killer.X, Y: killer.Y}, game.Point{X: own.X, Y: own.Y})
		if _, more, err = c.Step(nil); err != nil {
			return 0, false, err
		}
	}
	return first, sees, nil
}

// rows returns the rows under the top line.
func (k *killCam) rows() int {
	if k.clip == nil {
		return 0
	}
	return hud.ClipRows
}

// below returns the rows above the bottom line.
func (k *killCam) below(f *hud.Frame) int {
	if f.Match.Out() {
		return 1
	}
	return 1 + hud.StripRows
}

// key handles a key that skips it, and reports whether it was one. Fire held at the time of death does not skip.
func (k *killCam) key(s *Screen, ev input.Event, does input.Action, now time.Time) bool {
	rested := now.Sub(s.keys.fired) > fireRests
	if does == input.Fire {
		s.keys.fired = now
	}
	if k.clip == nil || s.pages.overlay != noOverlay || ev.Kind != input.Press {
		return false
	}
	if ev.Key != input.KeyEscape && !(does == input.Fire && rested) {
		return false
	}
	k.clip = nil
	return true
}

// matchPlay shows the kill that ends a match in slow motion. With the results it offers the play of the match, and shows it on request.
type matchPlay struct {
	ended  time.Time // when the match ended; zero while it is played
	end    game.Tick
	looked bool              // for the kill that ended it
	play   *replay.Highlight // nil: none
	words  string            // its name and description
	clip   *clip             // nil while it is not shown
	since  time.Time         // when it began
	banner hud.Clip
}

const (
	playKey   = 'w'
	playHolds = 800 * time.Millisecond // of the last picture

	lastKillLate   = 600 * time.Millisecond // after the end, the last kill is no longer shown
	lastKillWithin = game.TickRate / 4      // of the end
)

// follow finds the play of a finished match, and advances its clip.
func (p *matchPlay) follow(s *Screen, m *model.Match, now time.Time) {
	if m.World.Status != game.Closed || s.assigned.recording == nil || m.Foreign {
		*p = matchPlay{}
		return
	}
	best := s.assigned.recording.Highlight()
	if best != nil && best.To > m.World.Tick {
		best = nil // a later match: the replay is the host's, and a spectator's view is delayed
	}
	if best != p.play {
		p.play, p.words = best, ""
		if best != nil {
			p.words = canvas.Clean(best.Name) + ", " + best.Words
		}
	}
	if p.ended.IsZero() {
		p.ended, p.end = now, m.World.Tick
	}
	if !p.looked {
		p.looked = p.beginLastKill(s, m, now)
	}
	if p.clip == nil {
		return
	}
	passed := now.Sub(p.since)
	if passed > p.clip.plan.length()+playHolds || p.clip.show(p.clip.plan.at(passed)) != nil {
		p.clip = nil
		return
	}
	p.banner.Shown = min(passed, p.banner.Takes)
}

// key handles a key that starts or ends the clip, and reports whether it was one.
func (p *matchPlay) key(s *Screen, ev input.Event, does input.Action) bool {
	if ev.Kind != input.Press || s.pages.overlay != noOverlay {
		return false
	}
	asked := p.play != nil && ev.Character() == playKey && does <= input.Brake // flying keys are unused here
	switch {
	case p.clip != nil && (asked || ev.Key == input.KeyEscape || does == input.Fire):
		p.clip = nil
	case asked:
		p.begin(s)
	default:
		return false
	}
	return true
}

// begin starts the clip.
func (p *matchPlay) begin(s *Screen) {
	cursor, err := p.play.File.Play()
	if err != nil {
		return // it worked when the play was found
	}
	plan := playPlan(p.play.From, p.play.Climax, p.play.To)
	if p.clip, err = s.newClip(p.play.File, cursor, plan, clipView{me: -1, slot: int(p.play.Slot), beside: -1}); err != nil {
		p.clip = nil
		return
	}
	p.since = s.now
	back := "Esc back to the results"
	if s.keys.controls.Bindings().OfPad() {
		back = canvas.PadHint(back)
	}
	p.banner = hud.Clip{Title: "PLAY OF THE MATCH", Words: p.words, Takes: plan.length(), Keys: back}
}

// awaited reports whether the results wait for the recording of the last kill.
func (p *matchPlay) awaited() bool { return !p.ended.IsZero() && !p.looked }

// beginLastKill tries to show the kill that ended the match, and reports whether the question is settled.
func (p *matchPlay) beginLastKill(s *Screen, m *model.Match, now time.Time) bool {
	state := m.Setup.Mode.State()
	if s.options.Settings.NoKillCam || s.options.Settings.ReducedMotion || s.options.Unattended || s.assigned.lesson != nil || s.assigned.drill != nil ||
		state != 0 && state != game.ZoneState || now.Sub(p.ended) > lastKillLate {
		return true
	}
	f, err := s.assigned.recording.File(p.end - min(p.end, 2*game.TickRate))
	if err != nil {
		return true
	}
	hit, kill, ok := lastKill(f, p.end-min(p.end, lastKillWithin), -1)
	if !ok {
		return f.LastTick >= p.end
	}
	cursor, err := f.Play()
	if err != nil {
		return true
	}
	plan := lastKillPlan(hit, f.LastTick)
	if p.clip, err = s.newClip(f, cursor, plan, clipView{me: -1, slot: int(kill.By), beside: int(kill.Slot)}); err != nil {
		p.clip = nil
		return true
	}
	p.since = now
	words := canvas.Cut(m.Name(int(kill.By)), 24) + " destroys " + m.Name(int(kill.Slot))
	if kill.By == kill.Slot {
		words = m.Name(int(kill.Slot)) + " crashes"
	}
	p.banner = hud.Clip{Title: "THE LAST KILL", Words: words, Takes: plan.length(), Keys: s.keys.controls.Bindings().First(input.Fire) + " skips"}
	return true
}

// draw draws the clip over the whole field.
func (p *matchPlay) draw(s *Screen, f *hud.Frame) {
	g := p.clip.drawSpace(f, 0)
	g.Space.LiftShips(&s.drawing.front)
	below := ""
	if f.Match.Phase == net.Playing {
		below = hud.NextMatch(f.Match)
	}
	f.DrawClip(&p.banner, below)
	s.drawChat(f)
	s.putShips(&g.Space)
	f.DrawPhase()
	p.clip.drawMarks(g)
	g.Space.DrawStars()
}
