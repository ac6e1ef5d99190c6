package play

import (
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/proto/replay"
	"dogfight/ui/canvas"
	"dogfight/ui/play/hud"
	"dogfight/ui/play/model"
)

// Reel has what was filmed of the match.
type Reel interface {
	// File returns the film from a tick on, or a little before, as far as there is any.
	File(from game.Tick) (*replay.File, error)
	// Best returns the play of the match that has ended; nil for none, or none yet. It does not wait.
	Best() *replay.Highlight
}

// Film gives the screen what is filmed of the match; nil if nothing is.
func (s *Screen) Film(r Reel) { s.reel = r }

// clip is a piece of the match's past, shown in place of the present. What it has to remember of that, a Screen of its own does,
// whose time is that of the past.
type clip struct {
	plan   clipPlan
	file   *replay.File
	cursor *replay.Cursor
	notes  int // of the file, that the roster has
	view   net.View
	events game.Events
	past   *Screen
	by     clipView
	turned bool // to the own ship
}

// clipView says from whose view a clip is.
type clipView struct {
	me     int       // the slot of the pilot who sees it; -1 for one who looks on
	slot   int       // of the ship that it follows
	beside int       // of one to be seen as well, or -1
	veiled bool      // a ship that hides stays hidden, also the one that it follows
	turn   game.Tick // from which on it follows the pilot's own ship instead; 0 for never
}

// clipLead is what is played before the first picture, for bursts that began sooner.
const clipLead = game.TickRate * 3 / 4

// clipNoon is when the clocks of clips show the moment of their plan's beginning.
var clipNoon = time.Unix(1_000_000_000, 0)

// newClip returns a clip of a file, which a cursor goes through.
func (s *Screen) newClip(f *replay.File, c *replay.Cursor, p clipPlan, by clipView) (*clip, error) {
	if err := c.Seek(p.from - min(p.from, clipLead)); err != nil {
		return nil, err
	}
	of := &clip{plan: p, file: f, cursor: c, past: New(s.options), by: by}
	of.view = net.View{Phase: net.Playing, Setup: f.Setup, World: &c.World, Me: by.me}
	of.past.on, of.past.mutes = &s.canvas, s.mutes
	of.past.camera.Zoom = s.camera.Zoom
	of.past.camera.Bind(by.slot, by.beside)
	if !by.veiled {
		of.past.unveiled = by.slot + 1
	}
	return of, of.show(0)
}

// show goes on to so long after the first moment of the plan. At an error what was shown last stays.
func (c *clip) show(at time.Duration) (err error) {
	goal := c.plan.from + game.Tick(at*game.TickRate/time.Second)
	for more := true; more && c.cursor.World.Tick < goal && err == nil; {
		c.events.List = c.events.List[:0]
		if _, more, err = c.cursor.Step(&c.events); more {
			c.look(clipTime(c.cursor.World.Tick) - clipTime(c.plan.from))
		}
	}
	c.events.List = c.events.List[:0]
	c.look(at)
	return err
}

// look has the past's screen see what there is.
func (c *clip) look(at time.Duration) {
	v := &c.view
	for ; c.notes < len(c.file.Notes) && c.file.Notes[c.notes].Tick <= c.cursor.World.Tick; c.notes++ {
		v.Roster = c.file.Notes[c.notes].Apply(v.Roster)
	}
	v.Events, v.Decided = c.events.List, c.events.List
	if c.by.turn > 0 && c.cursor.World.Tick >= c.by.turn && !c.turned {
		c.turned = true
		c.past.camera.Bind(c.by.me, -1)
	}
	c.past.seePast(v, clipNoon.Add(at), c.by.slot)
}

// seePast takes in what a View of the past tells of space, and of the ship in a slot.
func (s *Screen) seePast(v *net.View, now time.Time, slot int) {
	s.settle()
	s.view, s.now = v, now
	s.pilots.Read(v)
	s.match = model.Match{View: v, Pilots: &s.pilots, Mutes: &s.mutes, Unveiled: s.unveiled}
	for i := range v.Events {
		s.bursts.Add(now, s.options.FewerBytes, &v.Events[i])
		s.callouts.Note(&s.match, now, slot, !s.options.NoDamageNumbers, &v.Events[i])
	}
	s.camera.Still = s.options.ReducedMotion
	s.camera.Turn(&s.match, now, &s.killer)
	s.positions.Look(&s.match, now, s.detail().Pace, game.Point{X: int32(s.camera.At.X), Y: int32(s.camera.At.Y)})
}

// drawSpace draws the clip's space in place of the present one in a picture, which it returns as one of the past. So many rows
// above the bottom line are for text.
func (c *clip) drawSpace(f *hud.Frame, below int) *hud.Frame {
	s := c.past
	s.picture = s.frame()
	g := &s.picture
	g.Side, g.Above, g.Covered, g.Colourless = f.Side, f.Above, f.Covered, f.Colourless
	g.Beside = f.Beside
	s.next, s.drawn = s.outlook, true
	s.next.camera.Aim(&g.Frame)
	g.Top += c.hidden(g, below)
	g.FindShips(s.ships)
	s.ships = g.Ships
	f.Shift, f.Left, f.Top, f.Ships = g.Shift, g.Left, g.Top, g.Ships
	s.drawSpace(&g.Frame)
	return g
}

// hidden returns how many dots of space are to be seen more below, for the ships that matter not to be under so many rows of text.
func (c *clip) hidden(g *hud.Frame, below int) int {
	const room = 3 // rows, with a ship
	_, height := g.Dots()
	lowest := height - canvas.Down*(1+below+room)
	most := 0
	for _, slot := range [...]int{c.by.slot, c.by.me} {
		if slot < 0 {
			continue
		}
		if _, y := g.LocateShip(slot); y < height {
			most = max(most, y-lowest)
		}
	}
	return (most + canvas.Down - 1) &^ (canvas.Down - 1)
}

// drawMarks draws what tells of its ships.
func (c *clip) drawMarks(g *hud.Frame) {
	g.DrawBracketsAround(c.by.slot, canvas.Bad)
	g.DrawBrackets()
	g.DrawBars()
	g.DrawGoals()
	g.DrawOwnMark()
	c.past.next.tags.Draw(g)
	c.past.callouts.Draw(&g.Frame)
}

// surface is what the screen paints on.
func (s *Screen) surface() *canvas.Canvas {
	if s.on != nil {
		return s.on
	}
	return &s.canvas
}
