package gateway

import (
	"context"
	"math"
	"sync"

	"dogfight/game"
)

// spot is a ship as a protocol tells of it, in arena units.
type spot struct {
	id   uint64
	x, y float64
	mine bool
}

// pilot plays by some protocol.
type pilot interface {
	// look waits for the next news and returns the ships that fly.
	look() ([]spot, error)
	hold(in game.Input)
	leave()
}

// hunter flies for a pilot, and notes what it was told.
type hunter struct {
	pilot
	name string
	axes bool // it knows four courses

	mu     sync.Mutex
	sawOne bool // another ship has moved
	flew   bool
	died   bool // it was told
	back   bool // and again in space
	calm   bool // it is to stop
	err    error

	were map[uint64]spot
}

// hunt plays until ctx is done.
func (h *hunter) hunt(ctx context.Context) {
	h.were = map[uint64]spot{}
	for ctx.Err() == nil {
		ships, err := h.look()
		if err != nil {
			h.mu.Lock()
			h.err = err
			h.mu.Unlock()
			return
		}
		h.note(ships)
		h.hold(h.decide(ships))
	}
	h.leave()
}

func (h *hunter) note(ships []spot) {
	h.mu.Lock()
	defer h.mu.Unlock()
	mine := false
	for _, s := range ships {
		was, known := h.were[s.id]
		h.sawOne = h.sawOne || known && !s.mine && (was.x != s.x || was.y != s.y)
		h.were[s.id] = s
		mine = mine || s.mine
	}
	h.died = h.died || h.flew && !mine
	h.back = h.back || h.died && mine
	h.flew = h.flew || mine
}

// content reports whether it has been told all that there is to tell.
func (h *hunter) content() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.sawOne && h.died && h.back || h.err != nil
}

// lane is how far from a straight line a target may be to be hit.
const lane = 5.0

// decide flies to where the nearest ship is straight ahead, and fires.
func (h *hunter) decide(ships []spot) game.Input {
	h.mu.Lock()
	calm := h.calm
	h.mu.Unlock()
	me, foe, ok := nearest(ships)
	if !ok || calm {
		return game.Steer(game.Idle)
	}
	dx, dy := foe.x-me.x, foe.y-me.y
	ax, ay := math.Abs(dx), math.Abs(dy)
	switch {
	case ax < lane:
		return game.Steer(towards(0, dy)) | game.Fire
	case ay < lane:
		return game.Steer(towards(dx, 0)) | game.Fire
	case !h.axes && math.Abs(ax-ay) < lane:
		return game.Steer(towards(dx, dy)) | game.Fire
	case ax < ay:
		return game.Steer(towards(dx, 0))
	}
	return game.Steer(towards(0, dy))
}

func towards(dx, dy float64) game.Course { return game.CourseOf(int32(dx*16), int32(dy*16)) }

func nearest(ships []spot) (me, foe spot, ok bool) {
	for _, s := range ships {
		if s.mine {
			me, ok = s, true
		}
	}
	best := math.Inf(1)
	for _, s := range ships {
		if d := math.Hypot(s.x-me.x, s.y-me.y); !s.mine && d < best {
			best, foe = d, s
		}
	}
	return me, foe, ok && !math.IsInf(best, 1)
}
