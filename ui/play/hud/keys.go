package hud

import (
	"time"

	"dogfight/game"
	"dogfight/net/playback"
	"dogfight/ui/input"
	"dogfight/ui/play/model"
	"dogfight/ui/play/scene"
)

const jumpTime = 5 * time.Second

// Key handles a key of a recorded match, and reports whether it was one. ranks are the slots, the best first.
func (w *Watch) Key(ev input.Event, does input.Action, m *model.Match, ranks []int, c *scene.Camera) bool {
	return w.travel(ev, c.Free()) || ev.Kind == input.Press && w.once(ev, c) || w.look(ev, does, m, ranks, c)
}

// travel handles a key that moves in time. A free camera uses the arrows itself.
func (w *Watch) travel(ev input.Event, free bool) bool {
	p := w.match
	switch {
	case ev.Key == input.KeyLeft && !free, ev.Character() == 'j':
		p.Jump(-jumpTime)
	case ev.Key == input.KeyRight && !free, ev.Character() == 'l':
		p.Jump(jumpTime)
	case ev.Key == input.KeyHome:
		p.SeekTo(p.First())
	case ev.Key == input.KeyEnd:
		p.SeekTo(p.Last())
	case ev.Key == ',':
		p.Nudge(true)
	case ev.Key == '.':
		p.Nudge(false)
	case ev.Key == '[':
		p.Slower()
	case ev.Key == ']':
		p.Faster()
	case ev.Key == 'n':
		w.leap(false)
	case ev.Key == 'N':
		w.leap(true)
	default:
		return false
	}
	return true
}

// once handles a key that must not repeat.
func (w *Watch) once(ev input.Event, c *scene.Camera) bool {
	p := w.match
	switch {
	case ev.Key == input.Space, ev.Character() == 'k':
		p.Play(!p.Playing())
	case ev.Character() == 'r':
		p.Reverse(!p.Backwards())
		p.Play(true)
	case ev.Character() == 'd':
		w.direct(c)
	case ev.Key == input.KeyBackspace:
		p.Normal()
	default:
		return false
	}
	return true
}

// look handles a key that selects a ship.
func (w *Watch) look(ev input.Event, does input.Action, m *model.Match, ranks []int, c *scene.Camera) bool {
	if n := int(ev.Character() - '1'); n >= 0 && n < 9 {
		if n < len(ranks) {
			w.follow(ranks[n], c)
		}
		return true
	}
	if does >= input.UpLeft && does <= input.DownRight || !c.WatchKey(ev, does, m.World, m.Setup.Arena) {
		return false
	}
	if !c.Free() && ev.Character() != 'c' && ev.Character() != 'v' {
		w.own, w.chosen = "", true // another ship
	}
	return true
}

// beforeKill is how long before a kill a jump lands.
const beforeKill = 3 * game.TickRate

// leap jumps to the next or previous mark or kill.
func (w *Watch) leap(back bool) {
	p, at := w.match, w.match.Tick()
	list := p.Moments()
	if back {
		for i := len(list) - 1; i >= 0; i-- {
			if t, ok := lead(&list[i], p.First()); ok && t+beforeKill/3 < at {
				p.SeekTo(t)
				return
			}
		}
		p.SeekTo(p.First())
		return
	}
	for i := range list {
		if t, ok := lead(&list[i], p.First()); ok && t > at {
			p.SeekTo(t)
			return
		}
	}
}

// lead returns the tick to jump to for a moment, if it is worth a jump.
func lead(m *playback.Moment, first game.Tick) (t game.Tick, ok bool) {
	switch {
	case m.Mark():
		return m.Tick, m.Tick >= first
	case m.Event == game.EventStart, m.Event == game.EventClose:
		return 0, false
	}
	return max(m.Tick, beforeKill+first) - beforeKill, true
}
