package replay

import (
	"errors"
	"fmt"
	"sort"

	"dogfight/game"
	"dogfight/proto"
)

// Cursor plays a File: it is at a tick, and goes to others. It belongs to one caller, which must not change the World.
//
// It stores the orders that it has read of the stretch from a keyframe to the next one, so that it goes back without reading them
// again.
type Cursor struct {
	World game.World // of the tick

	f      *File
	key    int            // the first keyframe of the stretch
	ticks  [][]game.Order // of the stretch, as far as they were read
	played game.Tick      // the last one played in the stretch
	saved  []game.World   // after every saveEvery of those ticks, from the keyframe on
	span   int            // of the next tick
}

// saveEvery is the number of ticks between the Worlds that are saved for going back.
const saveEvery = 30

// maxOrders is the most orders in a span: two of each ship in each tick.
const maxOrders = 2 * KeyframeEvery * game.MaxShips

// WrongError reports a World or hash in the file that differs from the one played.
type WrongError struct {
	Tick game.Tick // from which on, at the latest, the World differs
	Want string
}

func (e *WrongError) Error() string { return fmt.Sprintf("tick %d: %s", e.Tick, e.Want) }

var errSkimmed = errors.New("it was skimmed, not read")

// Play returns a Cursor at the first tick, or the reason why the file cannot be played.
func (f *File) Play() (*Cursor, error) {
	if f.Unplayable != nil {
		return nil, f.Unplayable
	}
	if f.skims {
		return nil, errSkimmed
	}
	c := &Cursor{f: f}
	if err := c.load(0); err != nil {
		return nil, err
	}
	return c, nil
}

// load goes to a keyframe. After an error the cursor is unchanged.
func (c *Cursor) load(n int) error {
	w, err := c.f.readKeyframe(n)
	if err == nil {
		c.World = w
		c.begin(n)
	}
	return err
}

// begin begins the stretch at keyframe n, which is the World.
func (c *Cursor) begin(n int) {
	c.key, c.span = n, c.f.keys[n].span
	c.ticks, c.played = c.ticks[:0], c.World.Tick
	c.saved = append(c.saved[:0], c.World)
}

// readKeyframe returns the World of a keyframe, and checks it against the hash and the head in the file.
func (f *File) readKeyframe(n int) (game.World, error) {
	k := &f.keys[n]
	w, err := proto.ParseWorld(f.Setup, k.world)
	switch {
	case err != nil:
		return w, fmt.Errorf("keyframe of tick %d: %w", k.tick, err)
	case w.Tick != k.tick:
		return w, &WrongError{k.tick, fmt.Sprintf("the keyframe is of tick %d", w.Tick)}
	case k.span > 0 && f.spans[k.span-1].hash() != w.Hash():
		return w, &WrongError{k.tick, "the keyframe is another World than the orders lead to"}
	case n == 0 && f.Head.Whole && w != game.NewWorldAt(f.Setup, f.Head.Seed, w.Tick):
		return w, &WrongError{k.tick, "the match does not begin as its seed says"}
	}
	return w, nil
}

// Step plays the next tick, and reports whether there was one. It adds the events to events, if not nil; the orders are good
// until the next call. After an error the cursor is unchanged.
func (c *Cursor) Step(events *game.Events) (orders []game.Order, ok bool, err error) {
	if c.World.Tick >= c.f.LastTick {
		return nil, false, nil
	}
	orders, err = c.step(events, true)
	return orders, err == nil, err
}

// step is Step when there is another tick. It checks the World against the hash at the end of a span, and with check in between.
func (c *Cursor) step(events *game.Events, check bool) ([]game.Order, error) {
	from := c.World.Tick
	orders, err := c.advance(events)
	if err != nil {
		return nil, err
	}
	s := &c.f.spans[c.span]
	last := c.World.Tick == s.end()
	if (check || last) && !s.agrees(&c.World) {
		c.goBack(from)
		return nil, &WrongError{from + 1, "the orders lead to another World"}
	}
	if last {
		c.span++
	}
	c.save()
	return orders, nil
}

// advance plays the orders of the next tick, without a check. After an error the World is unchanged.
func (c *Cursor) advance(events *game.Events) ([]game.Order, error) {
	n := int(c.World.Tick - c.f.keys[c.key].tick)
	if n == len(c.ticks) {
		if c.f.Interrupted != nil {
			if err := c.f.Interrupted(); err != nil {
				return nil, err
			}
		}
		s := &c.f.spans[c.span]
		base := proto.BaselineOf(&c.World)
		ticks, err := proto.ParseOrderRun(s.coded(), &base, int(s.ticks), maxOrders)
		if err != nil {
			return nil, fmt.Errorf("orders after tick %d: %w", s.base, err)
		}
		c.ticks = append(c.ticks, ticks...)
	}
	c.World.Step(c.f.Setup, c.ticks[n], events)
	return c.ticks[n], nil
}

// agrees reports whether a World in the span has its hash.
func (s *span) agrees(w *game.World) bool {
	hash := w.Hash()
	return hash&1 == s.check(int(w.Tick-s.base)-1) && (w.Tick != s.end() || hash == s.hash())
}

// save saves the World of a new tick, if it is needed for going back.
func (c *Cursor) save() {
	if c.World.Tick <= c.played {
		return
	}
	c.played = c.World.Tick
	switch since := c.World.Tick - c.f.keys[c.key].tick; {
	case since == KeyframeEvery && c.key+1 < len(c.f.keys):
		c.begin(c.key + 1)
	case since%saveEvery == 0:
		c.saved = append(c.saved, c.World)
	}
}

// checkedBefore is the number of ticks before its goal that Seek checks, beside the ends of spans: as many bits as leave no
// doubt.
const checkedBefore = 16

// Seek goes to a tick, or the nearest one in the file. After an error the cursor is at some other tick.
func (c *Cursor) Seek(t game.Tick) error {
	t = min(max(t, c.f.Head.First), c.f.LastTick)
	if n := c.f.keyBefore(t); n != c.key {
		if err := c.load(n); err != nil {
			return err
		}
	}
	c.goBack(min(t, c.played))
	for c.World.Tick < t {
		if _, err := c.step(nil, t-c.World.Tick <= checkedBefore); err != nil {
			return err
		}
	}
	return nil
}

// keyBefore returns the last keyframe up to a tick.
func (f *File) keyBefore(t game.Tick) int {
	return min(int(t-f.Head.First)/KeyframeEvery, len(f.keys)-1)
}

// goBack goes to a played tick of the stretch.
func (c *Cursor) goBack(t game.Tick) {
	saved := &c.saved[min(int(t-c.f.keys[c.key].tick)/saveEvery, len(c.saved)-1)]
	if c.World.Tick > t || c.World.Tick < saved.Tick {
		c.World = *saved
	}
	for c.World.Tick < t {
		c.World.Step(c.f.Setup, c.ticks[c.World.Tick-c.f.keys[c.key].tick], nil)
	}
	c.span = c.f.spanAfter(t)
}

// spanAfter returns the span of the tick after t.
func (f *File) spanAfter(t game.Tick) int {
	return sort.Search(len(f.spans), func(i int) bool { return f.spans[i].end() > t })
}
