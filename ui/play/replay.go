package play

import (
	"time"

	"dogfight/net"
	"dogfight/net/playback"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/play/hud"
	"dogfight/ui/play/model"
)

// Watch makes the screen show a recorded match, whose Views it will be given, with a time line and its keys. It
// follows the pilot named own until another is chosen; "" for none.
func (s *Screen) Watch(m *playback.Match, own string) { s.replay = hud.NewWatch(m, own) }

// replayed draws the time line, and returns the rest of the terminal.
func (s *Screen) replayed(t canvas.Screen) canvas.Screen {
	width, height := t.Size()
	s.replay.Draw(t, &s.canvas, &s.match, s.last.camera.Free())
	s.above = canvas.Inset{Screen: t, Width: width, Height: height - hud.WatchRows}
	return &s.above
}

// replayKey handles a key in a recorded match.
func (s *Screen) replayKey(ev input.Event, v *net.View, now time.Time) Action {
	does, _ := s.controls.Bindings().Press(ev)
	known := v.World != nil && v.Setup != nil
	switch {
	case ev.Key == input.KeyEscape && s.overlay != noOverlay:
		s.open(noOverlay)
	case ev.Key == input.KeyEscape:
		return Action{Kind: Menu}
	case s.pageKey(ev, v):
	case does == input.Help && ev.Kind == input.Press:
		s.toggle(helpOverlay)
	case does == input.Talk:
		s.toggle(talkOverlay)
	case s.overlay.usesKeys() || !known:
	case s.replay.Key(ev, does, &model.Match{View: v, Pilots: &s.pilots, Mutes: &s.mutes}, s.ranks, &s.last.camera):
		s.flown = true
	case does == input.Scores:
		s.pressScores(now, ev)
	case does == input.Closer:
		s.last.camera.Zoom.In()
	case does == input.Farther:
		s.last.camera.Zoom.Out()
	}
	return Action{}
}
