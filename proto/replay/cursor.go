package replay

import (
	"errors"
	"fmt"
	"sort"

	"dogfight/game"
	"dogfight/proto"
)

// Cursor plays a File: it is at a tick, and goes to others. It belongs to one caller, who must not change the World.
//
// It is in a stretch: from a keyframe to the next one. Of that it keeps what it has read, so that it goes back without beginning
// anew.
type Cursor struct {
	World game.World // of the tick

	f      *File
	key    int            // the keyframe that the stretch begins with
	ticks  [][]game.Order // of the stretch, as far as they were read
	played game.Tick      // up to which the stretch was
	kept   []game.World   // after every keepEvery of those ticks, from the keyframe on
	span   int            // that the next tick is in
}

// keepEvery is how many ticks lie between Worlds that are kept for going back.
const keepEvery = 30

// mostOrders is the most orders in a span: all ships do something else each tick, and then some.
const mostOrders = 2 * KeyframeEvery * game.MaxShips

// WrongError says that what a file has is not what comes of it.
type WrongError struct {
	Tick game.Tick // after which, at the latest, the World is another
	Want string
}

func (e *WrongError) Error() string { return fmt.Sprintf("tick %d: %s", e.Tick, e.Want) }

var errSkimmed = errors.New("it was skimmed, not read")

// Play returns a Cursor at the first tick. The error says why the file cannot be played.
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

// load goes to a keyframe. After an error the cursor is where it was.
func (c *Cursor) load(n int) error {
	w, err := c.f.readKeyframe(n)
	if err == nil {
		c.World = w
		c.begin(n)
	}
	return err
}

// begin begins a stretch, whose keyframe is the World.
func (c *Cursor) begin(n int) {
	c.key, c.span = n, c.f.keys[n].span
	c.ticks, c.played = c.ticks[:0], c.World.Tick
	c.kept = append(c.kept[:0], c.World)
}

// readKeyframe returns the World of a keyframe, and holds it against what the file says of it elsewhere.
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

// Step goes one tick on, and reports whether there was one. Events, if not nil, takes what happened; the orders are good until
// the next call. After an error the cursor is where it was.
func (c *Cursor) Step(events *game.Events) (orders []game.Order, ok bool, err error) {
	if c.World.Tick >= c.f.LastTick {
		return nil, false, nil
	}
	orders, err = c.step(events, true)
	return orders, err == nil, err
}

// step is Step where there is a tick to go on to. It holds the World against what the file says of it at the end of a span, and
// if asked in between.
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
	c.keep()
	return orders, nil
}

// advance takes the orders of the next tick, whatever comes of them. After an error the World is as it was.
func (c *Cursor) advance(events *game.Events) ([]game.Order, error) {
	n := int(c.World.Tick - c.f.keys[c.key].tick)
	if n == len(c.ticks) {
		s := &c.f.spans[c.span]
		base := proto.BaselineOf(&c.World)
		ticks, err := proto.ParseOrderRun(s.coded(), &base, int(s.ticks), mostOrders)
		if err != nil {
			return nil, fmt.Errorf("orders after tick %d: %w", s.base, err)
		}
		c.ticks = append(c.ticks, ticks...)
	}
	c.World.Step(c.f.Setup, c.ticks[n], events)
	return c.ticks[n], nil
}

// agrees reports whether a World of the span is what it says.
func (s *span) agrees(w *game.World) bool {
	hash := w.Hash()
	return hash&1 == s.check(int(w.Tick-s.base)-1) && (w.Tick != s.end() || hash == s.hash())
}

// keep keeps what is needed to go back, of a tick that was played.
func (c *Cursor) keep() {
	if c.World.Tick <= c.played {
		return
	}
	c.played = c.World.Tick
	switch since := c.World.Tick - c.f.keys[c.key].tick; {
	case since == KeyframeEvery && c.key+1 < len(c.f.keys):
		c.begin(c.key + 1)
	case since%keepEvery == 0:
		c.kept = append(c.kept, c.World)
	}
}

// checkedBefore is how many ticks of those that Seek goes through are held against the file, beside the ends of spans: so many
// bits as leave no doubt.
const checkedBefore = 16

// Seek goes to a tick, or the nearest that there is. After an error the cursor is at another tick than that, perhaps where it was.
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

// goBack goes to a tick of the stretch that was played before.
func (c *Cursor) goBack(t game.Tick) {
	kept := &c.kept[min(int(t-c.f.keys[c.key].tick)/keepEvery, len(c.kept)-1)]
	if c.World.Tick > t || c.World.Tick < kept.Tick {
		c.World = *kept
	}
	for c.World.Tick < t {
		c.World.Step(c.f.Setup, c.ticks[c.World.Tick-c.f.keys[c.key].tick], nil)
	}
	c.span = c.f.spanAfter(t)
}

// spanAfter returns the span that the tick after a tick is in.
func (f *File) spanAfter(t game.Tick) int {
	return sort.Search(len(f.spans), func(i int) bool { return f.spans[i].end() > t })
}
