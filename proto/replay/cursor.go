package replay

import (
	"fmt"
	"sort"

	"dogfight/game"
	"dogfight/proto"
)

// Cursor plays a File: it is at a tick, and goes to others. It belongs to one caller.
type Cursor struct {
	World game.World // of the tick

	f      *File
	span   int            // whose orders come next
	orders [][]game.Order // of that span; nil: not read yet
	kept   []game.World   // of some ticks after a keyframe, for going back
	keptOf int            // which keyframe
}

// keepEvery is how many ticks lie between Worlds that are kept for going back.
const keepEvery = 30

// WrongError says that what a file has is not what comes of it.
type WrongError struct {
	Tick game.Tick // after which, at the latest, the World is another
	Want string
}

func (e *WrongError) Error() string { return fmt.Sprintf("tick %d: %s", e.Tick, e.Want) }

// Play returns a Cursor at the first tick. The error says why the file cannot be played.
func (f *File) Play() (*Cursor, error) {
	if f.Unplayable != nil {
		return nil, f.Unplayable
	}
	c := &Cursor{f: f, keptOf: -1}
	return c, c.load(0)
}

// load goes to a keyframe.
func (c *Cursor) load(n int) error {
	k := &c.f.keys[n]
	w, err := proto.ParseWorld(c.f.Setup, k.world)
	if err != nil {
		return fmt.Errorf("keyframe of tick %d: %w", k.tick, err)
	}
	if err := c.f.checkKeyframe(n, &w); err != nil {
		return err
	}
	c.World, c.span, c.orders = w, k.span, nil
	c.keptOf, c.kept = n, append(c.kept[:0], w)
	return nil
}

// checkKeyframe holds the World of a keyframe against what the file says of it elsewhere.
func (f *File) checkKeyframe(n int, w *game.World) error {
	k := &f.keys[n]
	switch {
	case w.Tick != k.tick:
		return &WrongError{k.tick, fmt.Sprintf("the keyframe is of tick %d", w.Tick)}
	case k.span > 0 && f.spans[k.span-1].hash != w.Hash():
		return &WrongError{k.tick, "the keyframe is another World than the orders lead to"}
	case n == 0 && f.Head.Whole && *w != game.NewWorldAt(f.Setup, f.Head.Seed, w.Tick):
		return &WrongError{k.tick, "the match does not begin as its seed says"}
	}
	return nil
}

// Step goes one tick on, and reports whether there was one. Events, if not nil, takes what happened; the orders are good until
// the next call.
func (c *Cursor) Step(events *game.Events) (orders []game.Order, ok bool, err error) {
	return c.step(events, true)
}

// step is Step, which holds the World against what the file says of it at the end of a span, and if asked in between.
func (c *Cursor) step(events *game.Events, check bool) (orders []game.Order, ok bool, err error) {
	if c.World.Tick >= c.f.LastTick {
		return nil, false, nil
	}
	s := &c.f.spans[c.span]
	if c.orders == nil {
		base := proto.BaselineOf(&c.World)
		if c.orders, err = proto.ParseOrderRun(s.coded, &base, s.ticks, mostOrders); err != nil {
			return nil, false, fmt.Errorf("orders after tick %d: %w", s.base, err)
		}
	}
	n := int(c.World.Tick - s.base)
	orders = c.orders[n]
	c.World.Step(c.f.Setup, orders, events)
	last := n == s.ticks-1
	if check || last {
		if hash := c.World.Hash(); hash&1 != s.check(n) || last && hash != s.hash {
			return nil, false, &WrongError{c.World.Tick, "the orders lead to another World"}
		}
	}
	if last {
		c.span++
		c.orders = nil
	}
	c.keep()
	return orders, true, nil
}

// keep keeps some Worlds after the keyframe that was gone on from.
func (c *Cursor) keep() {
	since := c.World.Tick - c.f.keys[c.keptOf].tick
	switch at := int(since / keepEvery); {
	case since == KeyframeEvery && c.keptOf+1 < len(c.f.keys):
		c.keptOf++
		c.kept = append(c.kept[:0], c.World)
	case since%keepEvery == 0 && at == len(c.kept):
		c.kept = append(c.kept, c.World)
	}
}

// Seek goes to a tick, or the nearest that there is.
func (c *Cursor) Seek(t game.Tick) error {
	t = min(max(t, c.f.Head.First), c.f.LastTick)
	n := sort.Search(len(c.f.keys), func(i int) bool { return c.f.keys[i].tick > t }) - 1
	if n != c.keptOf {
		if err := c.load(n); err != nil {
			return err
		}
	} else if at := min(int(t-c.f.keys[n].tick)/keepEvery, len(c.kept)-1); t < c.World.Tick || c.kept[at].Tick > c.World.Tick {
		c.back(at)
	}
	for c.World.Tick < t {
		if _, _, err := c.step(nil, c.World.Tick+1 == t); err != nil {
			return err
		}
	}
	return nil
}

// back goes to a World that was kept, or one before it where the orders that come next can be read.
func (c *Cursor) back(at int) {
	for ; ; at-- {
		t := c.kept[at].Tick
		span := c.f.spanAt(t)
		if span == c.span && c.orders != nil {
			break
		}
		if span == len(c.f.spans) || c.f.spans[span].base == t { // a keyframe is at one
			c.span, c.orders = span, nil
			break
		}
	}
	c.World = c.kept[at]
}

// spanAt returns which span's orders come after a tick.
func (f *File) spanAt(t game.Tick) int {
	return sort.Search(len(f.spans), func(i int) bool { return f.spans[i].end() > t })
}
