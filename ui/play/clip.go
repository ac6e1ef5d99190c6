package play

import (
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/proto/replay"
	"dogfight/ui/canvas"
	"dogfight/ui/play/hud"
)

// Recording is the recording of the match.
type Recording interface {
	// File returns the replay from a tick on, or from a little before, as far as it exists.
	File(from game.Tick) (*replay.File, error)
	// Highlight returns the play of the finished match; nil for none, or none yet. It does not block.
	Highlight() *replay.Highlight
}

// SetRecording sets the recording of the match; nil if there is none.
func (s *Screen) SetRecording(r Recording) { s.assigned.recording = r }

// clip is a part of the match's past, shown in place of the present by a Screen of its own.
type clip struct {
	plan   clipPlan
	file   *replay.File
	cursor *replay.Cursor
	notes  int // of the file, applied to the roster
	view   net.View
	events game.Events
	screen *Screen
	by     clipView
	turned bool // to the own ship
}

// clipView is the point of view of a clip.
type clipView struct {
	me     int       // slot of the viewing pilot; -1 for a spectator
	slot   int       // of the followed ship
	beside int       // of a ship to show too, or -1
	veiled bool      // hidden ships stay hidden, the followed one too
	turn   game.Tick // the tick to turn to the pilot's own ship; 0 for never
}

// clipLead is played before the first picture, for bursts that began earlier.
const clipLead = game.TickRate * 3 / 4

// clipNoon is the time of a clip's first picture.
var clipNoon = time.Unix(1_000_000_000, 0)

// newClip returns a clip of a file, played by a cursor.
func (s *Screen) newClip(f *replay.File, c *replay.Cursor, p clipPlan, by clipView) (*clip, error) {
	if err := c.Seek(p.from - min(p.from, clipLead)); err != nil {
		return nil, err
	}
	past := New(s.options)
	past.drawing.target, past.known.mutes = &s.drawing.canvas, s.known.mutes
	past.camera().Zoom = s.camera().Zoom
	past.camera().Bind(by.slot, by.beside)
	if !by.veiled {
		past.known.unveiled = by.slot + 1
	}
	view := net.View{Phase: net.Playing, Setup: f.Setup, World: &c.World, Me: by.me}
	of := &clip{plan: p, file: f, cursor: c, screen: past, by: by, view: view}
	return of, of.show(0)
}

// show advances to a time after the start of the plan. On an error the last picture remains.
func (c *clip) show(at time.Duration) (err error) {
	goal := c.plan.from + game.Tick(at*game.TickRate/time.Second)
	for more := true; more && c.cursor.World.Tick < goal && err == nil; {
		c.events.List = c.events.List[:0]
		if _, more, err = c.cursor.Step(&c.events); more {
			c.see(clipTime(c.cursor.World.Tick) - clipTime(c.plan.from))
		}
	}
	c.events.List = c.events.List[:0]
	c.see(at)
	return err
}

// see shows the cursor's state to the past's screen.
func (c *clip) see(at time.Duration) {
	v := &c.view
	for ; c.notes < len(c.file.Notes) && c.file.Notes[c.notes].Tick <= c.cursor.World.Tick; c.notes++ {
		v.Roster = c.file.Notes[c.notes].Apply(v.Roster)
	}
	v.Events, v.Decided = c.events.List, c.events.List
	if c.by.turn > 0 && c.cursor.World.Tick >= c.by.turn && !c.turned {
		c.turned = true
		c.screen.camera().Bind(c.by.me, -1)
	}
	c.screen.seeClip(v, clipNoon.Add(at), c.by.slot)
}

// seeClip reads the space of a View of the past, and the ship in a slot.
func (s *Screen) seeClip(v *net.View, now time.Time, slot int) {
	m := s.read(v, now)
	for i := range v.Events {
		s.space.bursts.Add(now, s.options.LowBandwidth, &v.Events[i])
		s.space.callouts.Note(m, now, slot, !s.options.Settings.NoDamageNumbers, &v.Events[i])
	}
	s.camera().Still = s.options.Settings.ReducedMotion
	s.camera().Turn(m, now, &s.known.killer)
	s.space.positions.Update(m, now, s.detail().Pace, s.Place())
}

// drawSpace draws the clip's space instead of the present, and returns its frame. below is the rows of text above the
// bottom line.
func (c *clip) drawSpace(f *hud.Frame, below int) *hud.Frame {
	s := c.screen
	g := s.frame()
	g.Sheet.Side, g.Sheet.Above, g.Sheet.Covered, g.Sheet.Colourless = f.Sheet.Side, f.Sheet.Above, f.Sheet.Covered, f.Sheet.Colourless
	g.Space.Beside = f.Space.Beside
	s.drawing.aim(g)
	g.Space.Top += c.hidden(g, below)
	s.drawing.findShips(g)
	f.Space.Grain, f.Space.Left, f.Space.Top, f.Space.Ships = g.Space.Grain, g.Space.Left, g.Space.Top, g.Space.Ships
	s.drawSpace(&g.Space)
	return g
}

// hidden returns the dots to move the picture up, so that the important ships are not under the text.
func (c *clip) hidden(g *hud.Frame, below int) int {
	const room = 3 // rows, with a ship
	_, height := g.Sheet.Dots()
	lowest := height - canvas.Down*(1+below+room)
	most := 0
	for _, slot := range [...]int{c.by.slot, c.by.me} {
		if slot < 0 {
			continue
		}
		if _, y := g.Space.LocateShip(slot); y < height {
			most = max(most, y-lowest)
		}
	}
	return (most + canvas.Down - 1) &^ (canvas.Down - 1)
}

// drawMarks draws the marks of its ships.
func (c *clip) drawMarks(g *hud.Frame) {
	g.Space.DrawBracketsAround(c.by.slot, canvas.Bad)
	g.Space.DrawBrackets()
	g.Space.DrawBars()
	g.DrawGoal()
	g.DrawPlayerMark()
	c.screen.drawing.next.tags.Draw(g)
	c.screen.space.callouts.Draw(&g.Space)
}

// surface is the canvas to draw on.
func (s *Screen) surface() *canvas.Canvas {
	if s.drawing.target != nil {
		return s.drawing.target
	}
	return &s.drawing.canvas
}

// clipPlan maps the time of a clip to the past: real time, slower around the important part, and faster before it if
// time is short.
type clipPlan struct {
	from, to         game.Tick // of the past
	slowFrom, slowTo game.Tick // the slow part
	num, den         int64     // its speed
	fast             int64     // speed of the part before; 0 is 1
}

// clipTime converts ticks to time.
func clipTime(ticks game.Tick) time.Duration {
	return time.Duration(ticks) * time.Second / game.TickRate
}

// clipTicks converts time to ticks.
func clipTicks(d time.Duration) game.Tick {
	return game.Tick((d*game.TickRate + time.Second/2) / time.Second)
}

// slowed is the length of the slow part.
func (p *clipPlan) slowed() time.Duration {
	return clipTime(p.slowTo-p.slowFrom) * time.Duration(p.den) / time.Duration(p.num)
}

// lead is the length of the part before.
func (p *clipPlan) lead() time.Duration {
	return clipTime(p.slowFrom-p.from) / time.Duration(max(p.fast, 1))
}

// length is the length of the clip.
func (p *clipPlan) length() time.Duration {
	return p.lead() + p.slowed() + clipTime(p.to-p.slowTo)
}

// at returns the time in the past at a time of the clip.
func (p *clipPlan) at(passed time.Duration) time.Duration {
	lead, slowed := p.lead(), p.slowed()
	switch {
	case passed <= lead:
		return max(passed, 0) * time.Duration(max(p.fast, 1))
	case passed <= lead+slowed:
		return clipTime(p.slowFrom-p.from) + (passed-lead)*time.Duration(p.num)/time.Duration(p.den)
	}
	return min(clipTime(p.slowTo-p.from)+passed-lead-slowed, clipTime(p.to-p.from))
}

// The timing of a kill-cam.
const (
	killCamShows = 4 * game.TickRate      // before the hit, at most
	killCamLeast = game.TickRate / 2      // before the hit, at least
	killCamAfter = game.TickRate / 5      // after the hit, at most
	killCamSlow  = game.TickRate / 4      // before the hit it gets slow
	killCamDelay = 350 * time.Millisecond // after the death, for the wreck to show
)

// killCamPlan returns the plan for a hit at a tick, with so many ticks left and a replay from first to last: the time
// that fits, with the hit at its end. The approach is twice as fast if it does not fit.
func killCamPlan(hit, first, last, left game.Tick) (p clipPlan, ok bool) {
	p = clipPlan{slowFrom: hit - min(hit, killCamSlow), slowTo: min(hit+killCamAfter, last), num: 2, den: 3}
	if left > killCamShows {
		p.num, p.den = 1, 2
	}
	p.to = p.slowTo
	slowed := clipTicks(p.slowed())
	if last < hit || slowed >= left {
		return p, false
	}
	const leads = killCamShows - killCamSlow
	lead := left - slowed
	if lead < leads {
		p.fast = 2
		lead *= 2
	}
	lead = min(lead, leads)
	p.from = max(p.slowFrom-min(p.slowFrom, lead), first)
	return p, p.from+killCamLeast <= hit
}

// The timing of the play of the match.
const (
	climaxBefore = game.TickRate / 2
	climaxAfter  = game.TickRate / 3
)

// playPlan returns the plan of a play, slower around its climax.
func playPlan(from, climax, to game.Tick) clipPlan {
	p := clipPlan{from: from, to: max(to, from), num: 1, den: 2}
	p.slowFrom = min(max(climax-min(climax, climaxBefore), from), p.to)
	p.slowTo = max(min(climax+climaxAfter, p.to), p.slowFrom)
	return p
}

// lastKillPlan returns the plan of the kill that ends a match, in a replay up to last: half a second, three times as slow.
func lastKillPlan(hit, last game.Tick) clipPlan {
	const before, after = game.TickRate * 2 / 5, game.TickRate / 10
	p := clipPlan{from: hit - min(hit, before), to: min(hit+after, last), num: 1, den: 3}
	p.slowFrom, p.slowTo = p.from, p.to
	return p
}
