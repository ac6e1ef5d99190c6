package replay

import (
	"dogfight/game"
	"dogfight/proto"
)

// DifferenceError says where a file first is not what its orders lead to.
type DifferenceError struct {
	WrongError
	// Slots are those whose ships or shots differ, in the next keyframe from there, or of which something else is told. None: the
	// rest of the World does, or there is no such keyframe.
	Slots []uint8
}

// Verify plays the whole file, and holds all Worlds, hashes, deeds and the result in it against that. It calls passed, if not nil, after each
// keyframe, and ends if that returns an error. The error is a *DifferenceError if the file is not what its orders lead to, and otherwise says why it cannot be
// played.
func (f *File) Verify(passed func(t game.Tick) error) error {
	c, err := f.Play()
	notes, events := f.Notes, game.Events{}
	for err == nil && c.World.Tick < f.LastTick {
		events.List = events.List[:0]
		if _, _, err = c.Step(&events); err != nil {
			break
		}
		if notes, err = checkDeeds(notes, c.World.Tick, events.List); err != nil {
			return err
		}
		if n := int(c.World.Tick-f.Head.First) / KeyframeEvery; (c.World.Tick-f.Head.First)%KeyframeEvery == 0 && n < len(f.keys) {
			if err = f.compare(n, &c.World); err == nil && passed != nil {
				err = passed(c.World.Tick)
			}
		}
	}
	if wrong, is := err.(*WrongError); is && c != nil {
		return &DifferenceError{*wrong, c.differs()}
	}
	if err == nil {
		err = f.checkResult(&c.World)
	}
	return err
}

// compare holds a keyframe against the World that was played.
func (f *File) compare(n int, w *game.World) error {
	key, err := proto.ParseWorld(f.Setup, f.keys[n].world)
	if err == nil && key != *w {
		return &WrongError{w.Tick, "the keyframe is another World than the orders lead to"}
	}
	return err
}

// differs goes on from where the World was found to be wrong to the next keyframe, and returns which slots differ there.
func (c *Cursor) differs() (slots []uint8) {
	n := int(c.World.Tick-c.f.Head.First+KeyframeEvery-1) / KeyframeEvery
	if n >= len(c.f.keys) {
		return nil
	}
	for c.World.Tick < c.f.keys[n].tick {
		s := &c.f.spans[c.span]
		if at := int(c.World.Tick - s.base); at < s.ticks && c.orders != nil {
			c.World.Step(c.f.Setup, c.orders[at], nil)
			continue
		}
		c.span++
		base := proto.BaselineOf(&c.World)
		var err error
		if c.orders, err = proto.ParseOrderRun(c.f.spans[c.span].coded, &base, c.f.spans[c.span].ticks, mostOrders); err != nil {
			return nil
		}
	}
	key, err := proto.ParseWorld(c.f.Setup, c.f.keys[n].world)
	if err != nil {
		return nil
	}
	for slot := range key.Ships {
		if key.Ships[slot] != c.World.Ships[slot] || key.Shots[slot] != c.World.Shots[slot] {
			slots = append(slots, uint8(slot))
		}
	}
	return slots
}
