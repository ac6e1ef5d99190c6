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
	d := &s.drawing
	if s.assigned.replay != nil && !s.options.Unattended {
		width, height := t.Size()
		s.assigned.replay.Draw(t, &d.canvas, &s.known.match, s.camera().Free())
		d.above = canvas.Inset{Screen: t, Width: width, Height: height - hud.WatchRows}
		t = &d.above
	}
	on := d.surround.middle(t, !s.options.LowBandwidth)
	d.surround.draw(t, &d.canvas)
	s.paint(on)
	d.canvas.Draw(on)
	d.surround.settle(t)
	d.ship.X += d.surround.on.X
	d.ship.Y += canvas.Down / canvas.Across * d.surround.on.Y
}

func (s *Screen) paint(t canvas.Screen) {
	s.drawing.canvas.Fit(t.Size())
	s.drawing.beside.settle(&s.drawing.canvas, t.Colours())
	f := s.frame()
	f.Sheet.Colourless = t.Colours() == 0
	s.drawing.ship = spot{}
	if f.Match.World == nil || f.Match.Setup == nil {
		s.drawing.canvas.Resize(s.drawing.canvas.Size())
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
	case s.play.clip != nil:
		s.play.draw(s, f)
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
	f.Sheet.Side, f.Sheet.Above = f.SideColumns(), max(s.assigned.lesson.Rows(), s.assigned.drill.Rows())+f.BarRows()+s.killCam.rows()+f.VoteRows()
	f.Sheet.Covered = s.news.figures.Lay(f.Sheet)
	s.drawing.aim(f)
	f.Space.Shake(&s.space.hurt)
	s.drawing.findShips(f)
}

// aim places the camera of the next picture.
func (d *drawing) aim(f *hud.Frame) {
	d.next, d.drawn = d.last, true
	d.next.camera.Aim(&f.Space)
}

func (d *drawing) findShips(f *hud.Frame) {
	f.Space.FindShips(d.ships)
	d.ships = f.Space.Ships
}

// settle keeps the state of the drawn picture.
func (d *drawing) settle() {
	if d.drawn {
		d.last, d.drawn = d.next, false
	}
}

// locate notes the cell of the own ship.
func (s *Screen) locate(f *hud.Frame) {
	if f.Match.Flying(f.Match.Me) != nil {
		s.drawing.ship.drawn = true
		x, y := f.Space.LocateShip(f.Match.Me)
		s.drawing.ship.X, s.drawing.ship.Y = scene.FloorDiv(x, canvas.Across), scene.FloorDiv(y, canvas.Across)
	}
}

// spot is the last drawn place of the own ship.
type spot struct {
	input.Spot
	drawn bool
}

// drawSpace draws the arena, the farthest things first.
func (s *Screen) drawSpace(f *scene.Frame) {
	f.DrawGround()
	if !f.Sheet.Wordless { // light on the ground takes more bytes than everything else
		s.space.bursts.DrawLight(f)
	}
	f.DrawNebulas()
	f.DrawWells()
	f.DrawLanes()
	f.DrawModeGround()
	s.assigned.lesson.DrawRings(f)
	f.DrawItems()
	f.DrawBarrels()
	f.DrawModeThings()
	s.space.bursts.Draw(f)
	f.DrawHitEdge(&s.space.hurt)
	f.DrawShots()
	if !f.Sheet.Wordless {
		f.DrawPlayerRing(f.Sheet.Now.Sub(s.known.vitals.Spawned))
	}
	if at, ok := s.known.laps.Ghost(&s.known.match); ok {
		f.DrawPhantom(at)
	}
	f.DrawShips(&s.space.bursts)
}

// drawHUD draws everything over space. Ships show through its blanks. Marks then fill free cells, and stars the rest.
func (s *Screen) drawHUD(f *hud.Frame) {
	s.drawing.ranks = f.Match.Rank(s.drawing.ranks)
	if s.pages.overlay != scoreOverlay && f.Match.World.Status != game.Closed {
		s.pages.scroll = hud.Scroll{}
	}
	if f.Match.World.Status == game.InProgress {
		f.Space.LiftShips(&s.drawing.front)
		s.liftShip(f)
	}
	s.news.figures.Draw(f.Sheet)
	f.DrawTopLine(s.drawing.ranks)
	f.DrawBottomLine(s.drawing.next.camera.Followed, &s.known.vitals, s.hints(f))
	f.DrawTask()
	f.DrawSidePanel(s.drawing.ranks, &s.space.blips, &s.news.feed)
	s.drawStatus(f)
	f.DrawVote()
	f.DrawLesson(s.assigned.lesson)
	f.DrawDrill(s.assigned.drill, &s.known.choice)
	f.DrawCountdown()
	if s.pages.overlay == noOverlay {
		s.drawChat(f)
	}
	s.putShips(&f.Space)
	f.DrawPhase()
	s.drawDeath(f)
}

// putShips lets the lifted ships show through blanks of the text. A ring marks the own ship where text hides it.
func (s *Screen) putShips(f *scene.Frame) {
	own := canvas.Area{}
	if f.Match.Flying(f.Match.Me) != nil {
		own = f.ShipArea(f.Match.Me)
	}
	if s.drawing.front.PutBehind(f.Sheet.Canvas, own) {
		f.DrawFoundRing()
	}
}

// drawDeath shows the loss of the own ship.
func (s *Screen) drawDeath(f *hud.Frame) {
	switch {
	case f.Match.World.Status != game.InProgress:
	case s.killCam.clip != nil:
		f.DrawKillCam(&s.killCam.banner, &s.known.choice)
	case f.Match.Out():
		f.DrawOut(&s.known.killer)
	case f.Match.Dead():
		f.DrawDeath(&s.known.killer, &s.known.choice)
	}
}

// drawMarks draws the marks of ships in free cells, the most important first.
func (s *Screen) drawMarks(f *hud.Frame) {
	f.Space.DrawBrackets()
	f.DrawHitMarks(&s.space.hurt)
	f.Space.DrawBars()
	f.DrawGoal()
	f.DrawArrows()
	s.news.phrases.Draw(f)
	s.drawing.next.tags.Draw(f)
	s.space.callouts.Draw(&f.Space)
}

// hints returns the key hints of the bottom line.
func (s *Screen) hints(f *hud.Frame) []string {
	if s.Typing() || s.options.Unattended {
		return nil
	}
	return f.Hints(s.assigned.lesson, s.keys.used)
}

// drawStatus draws the messages of the match's state.
func (s *Screen) drawStatus(f *hud.Frame) {
	switch {
	case f.Match.World.Status == game.Waiting:
		l := hud.Lobby{
			Sheet: f.Sheet, Match: f.Match, Ranks: s.drawing.ranks, Choice: &s.known.choice, Hosting: s.assigned.hosting,
			Range: s.options.Range, Keys: f.Keys,
		}
		l.Draw()
	case s.play.awaited():
	case f.Match.World.Status == game.Closed:
		b := s.scoreBoard(f)
		b.News, b.Recorded, b.Play = s.assigned.news, s.assigned.recorded, s.play.words
		b.DrawResults()
	case f.Match.Out():
		s.news.feed.Draw(f)
		s.news.headline.Draw(f)
	case f.Match.Dead():
		s.news.feed.Draw(f)
	default:
		s.news.feed.Draw(f)
		if s.assigned.lesson == nil && s.assigned.drill == nil { // they say it themselves
			f.DrawStart()
			s.news.headline.Draw(f)
		}
	}
}

func (s *Screen) scoreBoard(f *hud.Frame) *hud.Board {
	return &hud.Board{Sheet: f.Sheet, Match: f.Match, Ranks: s.drawing.ranks, Tally: &s.known.tally, Scroll: &s.pages.scroll}
}

// drawChat draws the recent chat above the bottom line.
func (s *Screen) drawChat(f *hud.Frame) {
	row := f.Sheet.Height() - 2
	if f.Match.World != nil && f.Match.World.Status == game.InProgress && f.Match.Dead() && !f.Match.Out() {
		row -= hud.StripRows
	}
	if s.killCam.clip != nil || s.play.clip != nil {
		row-- // the lower edge of the clip
	}
	if in := f.ChatArea(); in.Height > 1 {
		in.Y, in.Height = in.Y+1, in.Height-1 // below its heading
		s.pages.chat.DrawIn(f.Sheet, f.Match, in)
		if s.pages.chat.Typing {
			s.pages.chat.Entry.Draw(f.Sheet, row)
		}
		return
	}
	s.pages.chat.Draw(f.Sheet, f.Match, row)
}

// drawOverlay draws the open overlay over everything else.
func (s *Screen) drawOverlay(f *hud.Frame) {
	known := f.Match.World != nil && f.Match.Setup != nil
	switch {
	case s.pages.overlay == pilotsOverlay:
		s.pages.pilots.Draw(f.Sheet, f.Match)
	case s.pages.overlay == talkOverlay:
		s.drawTalk(f)
	case !known:
		s.drawChat(f)
	case s.pages.overlay == scoreOverlay:
		s.scoreBoard(f).DrawScores()
		s.drawing.own.PutBehind(f.Sheet.Canvas, canvas.Area{})
		f.Space.DrawFoundRing()
		s.drawChat(f)
	case s.pages.overlay == helpOverlay:
		h := hud.Help{Sheet: f.Sheet, Match: f.Match, Keys: f.Keys, Scheme: f.Scheme}
		h.Draw()
		s.drawChat(f)
	}
	if known && s.pages.overlay != noOverlay {
		f.DrawPhase()
	}
}

// liftShip lets the own ship show through blanks of the scores.
func (s *Screen) liftShip(f *hud.Frame) {
	if s.pages.overlay == scoreOverlay && f.Match.Fights() {
		a := f.Space.ShipArea(f.Match.Me)
		s.drawing.own.Lift(f.Sheet.Canvas, a.X, max(a.Y, 1), a.Width, min(a.Height, f.Sheet.Height()-1-a.Y))
	}
}

// drawTalk draws the chat log, above the line being typed.
func (s *Screen) drawTalk(f *hud.Frame) {
	bottom := f.Sheet.Height() - 1
	if s.pages.chat.Typing {
		bottom -= s.pages.chat.Entry.Draw(f.Sheet, bottom-1)
	}
	s.pages.log.Draw(f.Sheet, f.Match, &s.pages.chat, bottom)
}
