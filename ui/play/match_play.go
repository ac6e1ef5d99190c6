package play

import (
	"fmt"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/proto/replay"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/play/hud"
	"dogfight/ui/play/model"
)

// matchPlay offers the play of the match with the results, and shows it on request.
type matchPlay struct {
	play   *replay.Highlight // nil: none
	words  string            // its name and description
	clip   *clip             // nil while it is not shown
	since  time.Time         // when it began
	banner hud.Clip
}

const (
	playKey   = 'w'
	playHolds = 800 * time.Millisecond // of the last picture
)

// follow finds the play of a finished match, and advances its clip.
func (p *matchPlay) follow(s *Screen, m *model.Match, now time.Time) {
	if m.World.Status != game.Closed || s.reel == nil || m.Foreign {
		*p = matchPlay{}
		return
	}
	best := s.reel.Best()
	if best != nil && best.To > m.World.Tick {
		best = nil // a later match: the replay is the host's, and a spectator's view is delayed
	}
	if best != p.play {
		*p = matchPlay{play: best}
		if best != nil {
			p.words = canvas.Clean(best.Name) + ", " + best.Words
		}
	}
	if p.clip == nil {
		return
	}
	passed := now.Sub(p.since)
	if passed > p.clip.plan.takes()+playHolds || p.clip.show(p.clip.plan.at(passed)) != nil {
		p.clip = nil
		return
	}
	p.banner.Shown = min(passed, p.banner.Takes)
}

// key handles a key that starts or ends the clip, and reports whether it was one.
func (p *matchPlay) key(s *Screen, ev input.Event, does input.Action) bool {
	if p.play == nil || ev.Kind != input.Press || s.overlay != noOverlay {
		return false
	}
	asked := ev.Character() == playKey && does <= input.Brake // flying keys are unused here
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
	if s.controls.Bindings().OfPad() {
		back = canvas.PadHint(back)
	}
	p.banner = hud.Clip{Title: "PLAY OF THE MATCH", Words: p.words, Takes: plan.takes(), Keys: back}
}

// draw draws the clip over the whole field.
func (p *matchPlay) draw(s *Screen, f *hud.Frame) {
	g := p.clip.drawSpace(f, 0)
	g.Space.LiftShips(&s.front)
	below := ""
	if f.Match.Phase == net.Playing && f.Match.NextMatch > 0 {
		below = fmt.Sprintf("next match in %d s", (f.Match.NextMatch+time.Second-1)/time.Second)
	}
	f.DrawClip(&p.banner, below)
	s.drawChat(f)
	s.front.Put(f.Sheet.Canvas)
	f.DrawPhase()
	p.clip.drawMarks(g)
	g.Space.DrawStars()
}
