package play

import (
	"time"

	"dogfight/net"
	"dogfight/net/playback"
	"dogfight/ui/canvas"
	"dogfight/ui/controls"
	"dogfight/ui/keys"
	"dogfight/ui/play/draw"
	"dogfight/ui/play/model"
	"dogfight/ui/play/watch"
)

// What is special of a screen that shows a recorded match.

// Watch has the screen show a recorded match, whose Views it will be given, with a time line and the keys to go through it. The
// pilot of the viewer's name is followed as long as nobody else is chosen; "" for none.
func (s *Screen) Watch(m *playback.Match, own string) { s.replay = watch.New(m, own) }

// replayed draws the time line, and returns the rest of the terminal.
func (s *Screen) replayed(t canvas.Screen) canvas.Screen {
	width, height := t.Size()
	s.replay.Draw(t, &s.canvas, &s.match, s.camera.Free())
	s.above = draw.Inset{Screen: t, Width: width, Height: height - watch.Rows}
	return &s.above
}

// replayKey takes a key while a recorded match is watched.
func (s *Screen) replayKey(ev keys.Event, v *net.View, now time.Time) Action {
	does, _ := s.controls.Bindings().Press(ev)
	known := v.World != nil && v.Setup != nil
	switch {
	case ev.Key == keys.Escape && s.overlay != noOverlay:
		s.open(noOverlay)
	case ev.Key == keys.Escape:
		return Action{Kind: Menu}
	case s.pageKey(ev, v):
	case does == controls.Help && ev.Kind == keys.Press:
		s.toggle(helpOverlay)
	case does == controls.Talk:
		s.toggle(talkOverlay)
	case s.overlay.takesKeys() || !known:
	case s.replay.Key(ev, does, &model.Match{View: v, Pilots: &s.pilots, Mutes: &s.mutes}, s.ranks, &s.camera):
		s.flown = true
	case does == controls.Scores:
		s.pressScores(now, ev)
	case does == controls.Closer:
		s.camera.Zoom.In()
	case does == controls.Farther:
		s.camera.Zoom.Out()
	}
	return Action{}
}
