package play

import (
	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/play/hud"
	"dogfight/ui/play/scene"
)

// outlook is the state that one picture passes to the next.
type outlook struct {
	camera scene.Camera
	tags   hud.Tags
}

// Draw draws the latest View. It does not change the state: repeated, it draws the same.
func (s *Screen) Draw(t canvas.Screen) {
	if s.replay != nil && !s.options.Unattended {
		t = s.replayed(t)
	}
	on := s.surround.middle(t, !s.options.FewerBytes)
	s.surround.draw(t, &s.canvas)
	s.paint(on)
	s.canvas.Draw(on)
	s.surround.settle(t)
	s.ship.X, s.ship.Y = s.ship.X+s.surround.on.X, s.ship.Y+canvas.Down/canvas.Across*s.surround.on.Y
}

func (s *Screen) paint(t canvas.Screen) {
	s.canvas.Fit(t.Size())
	s.beside.settle(&s.canvas, t.Colours())
	s.picture = s.frame() // a field, as a mode's hooks would make a local one escape
	f := &s.picture
	f.Sheet.Colourless = t.Colours() == 0
	s.ship = spot{}
	if f.Match.World == nil || f.Match.Setup == nil {
		f.Space.Shift = scene.Usual
		s.canvas.Resize(s.canvas.Size())
		f.Space.DrawStars()
		f.DrawPhase()
	} else {
		s.lay(f)
		s.locate(f)
		s.drawMatch(f)
	}
	s.drawOverlay(f)
}

// drawMatch draws the present match, or a clip of its past.
func (s *Screen) drawMatch(f *hud.Frame) {
	switch {
	case s.best.clip != nil:
		s.best.draw(s, f)
	case s.killCam.clip != nil:
		g := s.killCam.clip.drawSpace(f, s.killCam.below(f))
		s.drawHUD(f)
		s.killCam.clip.drawMarks(g)
		g.Space.DrawStars()
	default:
		s.drawSpace(&f.Space)
		s.drawHUD(f)
		s.drawMarks(f)
		f.Space.DrawStars()
	}
}

// lay lays out the parts of the screen.
func (s *Screen) lay(f *hud.Frame) {
	s.next, s.drawn = s.last, true
	f.Sheet.Side, f.Sheet.Above = f.SideColumns(), max(s.lesson.Rows(), s.drill.Rows())+f.BarRows()+s.killCam.rows()+f.VoteRows()
	f.Sheet.Covered = s.figures.Lay(f.Sheet)
	s.next.camera.Aim(&f.Space)
	f.Space.FindShips(s.ships)
	s.ships = f.Space.Ships
}

// settle keeps the state of the drawn picture.
func (s *Screen) settle() {
	if s.drawn {
		s.last, s.drawn = s.next, false
	}
}

// locate notes the cell of the own ship.
func (s *Screen) locate(f *hud.Frame) {
	if f.Match.Flying(f.Match.Me) != nil {
		s.ship.drawn = true
		x, y := f.Space.LocateShip(f.Match.Me)
		s.ship.X, s.ship.Y = scene.FloorDiv(x, canvas.Across), scene.FloorDiv(y, canvas.Across)
	}
}

// spot is the last drawn place of the own ship.
type spot struct {
	input.Spot
	drawn bool
}

func (s *spot) seen() *input.Spot {
	if !s.drawn {
		return nil
	}
	return &s.Spot
}

// drawSpace draws the arena, the farthest things first.
func (s *Screen) drawSpace(f *scene.Frame) {
	f.DrawGround()
	if !f.Sheet.Wordless { // light on the ground takes more bytes than everything else
		s.bursts.DrawLight(f)
	}
	f.DrawNebulas()
	f.DrawWells()
	f.DrawLanes()
	f.DrawModeGround()
	s.lesson.DrawRings(f)
	f.DrawItems()
	f.DrawBarrels()
	f.DrawModeThings()
	s.bursts.Draw(f)
	f.DrawHitEdge(&s.hurt)
	f.DrawShots()
	if !f.Sheet.Wordless {
		f.DrawPlayerRing(f.Sheet.Now.Sub(s.vitals.Spawned))
	}
	if at, ok := s.laps.Ghost(&s.match); ok {
		f.DrawPhantom(at)
	}
	f.DrawShips(&s.bursts)
}

// drawHUD draws what lies over it, but all save a death behind the ships. Marks take the room that this
// leaves, and the stars, which are but characters, what then is empty.
func (s *Screen) drawHUD(f *hud.Frame) {
	s.ranks = f.Match.Rank(s.ranks)
	if s.overlay != scoreOverlay && f.Match.World.Status != game.Closed {
		s.board = hud.Scroll{}
	}
	if f.Match.World.Status == game.InProgress {
		f.Space.LiftShips(&s.front)
	}
	s.figures.Draw(f.Sheet)
	f.DrawTopLine(s.ranks)
	f.DrawBottomLine(s.next.camera.Followed, &s.vitals, s.hints(f))
	f.DrawTask()
	f.DrawSidePanel(s.ranks, &s.blips, &s.feed)
	s.drawStatus(f)
	f.DrawVote()
	f.DrawLesson(s.lesson)
	f.DrawDrill(s.drill, &s.choice)
	f.DrawCountdown()
	if s.overlay == noOverlay {
		s.drawChat(f)
	}
	s.front.Put(f.Sheet.Canvas)
	f.DrawPhase() // before all ships: none can be flown then
	s.drawDeath(f)
}

// drawDeath shows the loss of the own ship in front of all ships, as there is none to steer.
func (s *Screen) drawDeath(f *hud.Frame) {
	switch {
	case f.Match.World.Status != game.InProgress:
	case s.killCam.clip != nil:
		s.killCam.draw(s, f)
	case f.Match.Out():
		f.DrawOut(&s.killer)
	case f.Match.Dead():
		f.DrawDeath(&s.killer, &s.choice)
	}
}

// drawMarks draws the marks of ships in free cells, the most important first.
func (s *Screen) drawMarks(f *hud.Frame) {
	f.Space.DrawBrackets()
	f.DrawHitMarks(&s.hurt)
	f.Space.DrawBars()
	f.DrawGoals()
	f.DrawArrows()
	s.phrases.Draw(f)
	s.next.tags.Draw(f)
	s.callouts.Draw(&f.Space)
}

// hints returns the key hints of the bottom line.
func (s *Screen) hints(f *hud.Frame) []string {
	if s.Typing() || s.options.Unattended {
		return nil
	}
	return f.Hints(s.lesson, s.flown)
}

// drawStatus draws the messages of the match's state.
func (s *Screen) drawStatus(f *hud.Frame) {
	switch {
	case f.Match.World.Status == game.Waiting:
		s.drawLobby(f)
	case f.Match.World.Status == game.Closed:
		s.drawResults(f)
	case f.Match.Out():
		s.feed.Draw(f)
		s.headline.Draw(f)
	case f.Match.Dead():
		s.feed.Draw(f)
	default:
		s.feed.Draw(f)
		if s.lesson == nil && s.drill == nil { // they say it themselves
			f.DrawStart()
			s.headline.Draw(f)
		}
	}
}

func (s *Screen) drawLobby(f *hud.Frame) {
	l := hud.Lobby{Sheet: f.Sheet, Match: f.Match, Ranks: s.ranks, Choice: &s.choice, Hosting: s.hosting, Range: s.options.Range, Keys: f.Keys}
	l.Draw()
}

func (s *Screen) drawResults(f *hud.Frame) {
	b := hud.Board{Sheet: f.Sheet, Match: f.Match, Ranks: s.ranks, Tally: &s.tally, Scroll: &s.board, Result: s.own, Play: s.best.words}
	b.DrawResults()
}

// drawChat draws the recent chat above the bottom line.
func (s *Screen) drawChat(f *hud.Frame) {
	row := f.Sheet.Height() - 2
	if f.Match.World != nil && f.Match.World.Status == game.InProgress && f.Match.Dead() && !f.Match.Out() {
		row -= hud.StripRows
	}
	if s.killCam.clip != nil || s.best.clip != nil {
		row-- // the lower edge of the clip
	}
	if in := f.ChatArea(); in.Height > 1 {
		in.Y, in.Height = in.Y+1, in.Height-1 // below its heading
		s.chat.DrawIn(f.Sheet, f.Match, in)
		if s.chat.Typing {
			s.chat.Entry.Draw(f.Sheet, row)
		}
		return
	}
	s.chat.Draw(f.Sheet, f.Match, row)
}

// drawOverlay draws the open overlay over everything else.
func (s *Screen) drawOverlay(f *hud.Frame) {
	known := f.Match.World != nil && f.Match.Setup != nil
	switch {
	case s.overlay == pilotsOverlay:
		s.list.Draw(f.Sheet, f.Match)
	case s.overlay == talkOverlay:
		s.drawTalk(f)
	case !known:
		s.drawChat(f)
	case s.overlay == scoreOverlay:
		b := hud.Board{Sheet: f.Sheet, Match: f.Match, Ranks: s.ranks, Tally: &s.tally, Scroll: &s.board}
		s.liftShip(f)
		b.DrawScores()
		s.drawShipBehind(f)
		s.drawChat(f)
	case s.overlay == helpOverlay:
		h := hud.Help{Sheet: f.Sheet, Match: f.Match, Keys: f.Keys, Scheme: f.Scheme}
		h.Draw()
		s.drawChat(f)
	}
	if known && s.overlay != noOverlay {
		f.DrawPhase()
	}
}

// liftShip lets the own ship show through blanks of the scores.
func (s *Screen) liftShip(f *hud.Frame) {
	if f.Match.Fights() {
		a := f.Space.ShipArea(f.Match.Me)
		s.front.Lift(f.Sheet.Canvas, a.X, max(a.Y, 1), a.Width, min(a.Height, f.Sheet.Height()-1-a.Y))
	}
}

// drawShipBehind draws it there, in a ring.
func (s *Screen) drawShipBehind(f *hud.Frame) {
	s.front.PutBehind(f.Sheet.Canvas)
	f.Space.DrawFoundRing()
}

// drawTalk draws the chat log, above the line being typed.
func (s *Screen) drawTalk(f *hud.Frame) {
	bottom := f.Sheet.Height() - 1
	if s.chat.Typing {
		bottom -= s.chat.Entry.Draw(f.Sheet, bottom-1)
	}
	s.talk.Draw(f.Sheet, f.Match, &s.chat, bottom)
}
