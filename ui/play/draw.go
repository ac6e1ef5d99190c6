package play

import (
	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/keys"
)

// outlook is what a picture hands on to the next.
type outlook struct {
	camera camera
	corner corner
	feedAt feedSide
	tags   tags
}

// Draw draws the View that was seen last. It learns nothing: drawn once more, that View
// looks the same.
func (s *Screen) Draw(t canvas.Screen) {
	s.canvas.Resize(t.Size())
	f := s.frame()
	s.ship = spot{}
	if f.World == nil || f.Setup == nil {
		f.shift = usual(f.Mode)
		f.drawStars()
		f.drawPhase()
	} else {
		s.lay(&f)
		s.locate(&f)
		s.drawSpace(&f)
		s.drawHUD(&f)
	}
	s.drawOverlay(&f)
	s.canvas.Draw(t)
}

// lay sets what shows where.
func (s *Screen) lay(f *frame) {
	s.next, s.drawn = s.outlook, true
	f.side, f.above = f.sideColumns(), s.lesson.rows()
	f.corner = s.figures.lay(f)
	s.next.camera.frame(f)
	f.findShips(s.ships)
	s.ships = f.ships
	s.next.corner, f.radarAt = s.corner.settle(f, f.cornerRadar())
	s.next.feedAt = s.feedAt.settle(f)
}

// settle has the next picture follow on the one that was drawn.
func (s *Screen) settle() {
	if s.drawn {
		s.outlook, s.drawn = s.next, false
	}
}

// locate notes where the own ship is drawn.
func (s *Screen) locate(f *frame) {
	if f.flying(f.Me) != nil {
		s.ship.drawn = true
		x, y := f.locateShip(f.Me)
		s.ship.X, s.ship.Y = floorDiv(x, f.Mode.Fine()), floorDiv(y, f.Mode.Fine())
	}
}

// spot is where the own ship was last drawn, if it was.
type spot struct {
	keys.Spot
	drawn bool
}

func (s *spot) seen() *keys.Spot {
	if !s.drawn {
		return nil
	}
	return &s.Spot
}

// drawSpace draws what is in the arena, the farthest first.
func (s *Screen) drawSpace(f *frame) {
	f.drawBorder()
	f.drawRocks()
	s.lesson.drawRings(f)
	f.drawItems()
	f.drawBarrels()
	f.drawShots()
	f.drawShips(&s.bursts)
	f.drawBars()
	f.drawBrackets()
	s.bursts.draw(f)
}

// drawHUD draws what lies over it, but behind the ships. Names take the room that this
// leaves, and the stars, which are but characters, what then is empty.
func (s *Screen) drawHUD(f *frame) {
	s.ranks = f.rank(s.ranks)
	if s.overlay != scoreOverlay && f.World.Status != game.Closed {
		s.board = scroll{}
	}
	if f.World.Status == game.InProgress {
		s.liftShips(f)
	}
	f.drawArrows()
	f.drawCornerRadar(&s.blips)
	s.figures.draw(f)
	f.drawTopLine(s.ranks)
	f.drawBottomLine(s.next.camera.followed, s.hints(f))
	s.drawSidePanel(f)
	s.drawStatus(f)
	s.drawLesson(f)
	f.drawPhase()
	if s.overlay == noOverlay {
		s.chat.draw(f)
	}
	s.front.Put(f.Canvas)
	s.next.tags.draw(f)
	f.drawStars()
}

// drawStatus draws what is to be told of the match as it stands.
func (s *Screen) drawStatus(f *frame) {
	switch {
	case f.World.Status == game.Waiting:
		s.drawLobby(f)
	case f.World.Status == game.Closed:
		s.drawResults(f)
	case f.dead():
		s.feed.draw(f, s.next.feedAt)
		s.drawDeath(f)
	default:
		s.feed.draw(f, s.next.feedAt)
		if s.lesson == nil { // which says all that itself
			f.drawStart()
		}
	}
}

// drawOverlay draws what the player has opened, over all else.
func (s *Screen) drawOverlay(f *frame) {
	known := f.World != nil && f.Setup != nil
	switch {
	case s.overlay == pilotsOverlay:
		s.list.draw(f)
	case s.overlay == talkOverlay:
		bottom := f.height() - 1
		if s.chat.typing {
			bottom -= s.chat.entry.draw(f, bottom-1)
		}
		s.talk.draw(f, &s.chat, bottom)
	case !known:
		s.chat.draw(f)
	case s.overlay == scoreOverlay:
		s.drawScores(f)
		s.chat.draw(f)
	case s.overlay == helpOverlay:
		f.drawHelp()
		s.chat.draw(f)
	}
	if known && s.overlay != noOverlay {
		f.drawPhase()
	}
}

// drawLesson draws what is taught, if anything.
func (s *Screen) drawLesson(f *frame) {
	switch {
	case s.lesson == nil:
	case !s.lesson.Over:
		s.lesson.drawPointers(f)
		s.lesson.drawTask(f)
	default:
		f.drawAfter()
	}
}
