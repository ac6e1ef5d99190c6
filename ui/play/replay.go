package play

import (
	"time"

	"dogfight/net"
	"dogfight/net/playback"
	"dogfight/ui/input"
	"dogfight/ui/play/hud"
	"dogfight/ui/play/model"
)

// Watch makes the screen show the Views of a recorded match, with a time line and its keys. It
// follows the pilot named own until another is chosen; "" for none.
func (s *Screen) Watch(m *playback.Playback, own string) { s.assigned.replay = hud.NewWatch(m, own) }

// replayKey handles a key in a recorded match.
func (s *Screen) replayKey(ev input.Event, v *net.View, now time.Time) Action {
	does, _ := s.keys.controls.Bindings().Press(ev)
	known := v.World != nil && v.Setup != nil
	switch {
	case ev.Key == input.KeyEscape && s.pages.overlay != noOverlay:
		s.open(noOverlay)
	case ev.Key == input.KeyEscape:
		return Action{Kind: Menu}
	case s.pageKey(ev, v):
	case s.viewKey(ev, does):
	case s.pages.overlay.usesKeys() || !known:
	case s.assigned.replay.Key(ev, does, &model.Match{View: v, Pilots: &s.known.pilots, Mutes: &s.known.mutes}, s.drawing.ranks, s.camera()):
		s.keys.used.Watching = true
	case does == input.Scores:
		s.pressScores(now, ev)
	case does == input.Closer:
		s.camera().Zoom.Move(-1)
	case does == input.Farther:
		s.camera().Zoom.Move(1)
	}
	return Action{}
}
