package replay

import (
	"errors"

	"dogfight/game"
	"dogfight/proto"
)

// DifferenceError says where a file first is not what its orders lead to.
type DifferenceError struct {
	WrongError
	// Slots are those that the difference is in: the one whose input was another in the match, where that explains it all, or
	// else those whose ships or shots are other ones in the next keyframe, or of which something else is told. None: the rest of
	// the World is, or there is no such keyframe.
	Slots []uint8
}

// Verify plays the whole file, and holds all Worlds, hashes, deeds and the result in it against that. It calls passed, if not
// nil, after each keyframe, and ends if that returns an error. The error is a *DifferenceError if the file is not what its orders
// lead to, and otherwise says why it cannot be played.
func (f *File) Verify(passed func(t game.Tick) error) error {
	return f.Witness(func(w *game.World, _ []game.Event) error {
		if passed == nil || f.keys[f.keyBefore(w.Tick)].tick != w.Tick {
			return nil
		}
		return passed(w.Tick)
	})
}

// Witness is Verify, which calls see after each tick with the World and what happened.
func (f *File) Witness(see func(w *game.World, events []game.Event) error) error {
	c, err := f.Play()
	if err != nil {
		return different(err, nil)
	}
	notes, events := f.Notes, game.Events{}
	for c.World.Tick < f.LastTick {
		events.List = events.List[:0]
		if _, _, err := c.Step(&events); err != nil {
			return c.explain(err)
		}
		if notes, err = checkDeeds(notes, c.World.Tick, events.List); err != nil {
			return err
		}
		if n := f.keyBefore(c.World.Tick); f.keys[n].tick == c.World.Tick {
			if err := f.compare(n, &c.World); err != nil {
				return err
			}
		}
		if err := see(&c.World, events.List); err != nil {
			return err
		}
	}
	return f.checkResult(&c.World)
}

// different makes a *DifferenceError of a *WrongError.
func different(err error, slots []uint8) error {
	if wrong := (*WrongError)(nil); errors.As(err, &wrong) {
		return &DifferenceError{*wrong, slots}
	}
	return err
}

// compare holds a keyframe against the World that was played.
func (f *File) compare(n int, w *game.World) error {
	key, err := f.readKeyframe(n)
	if wrong := (*WrongError)(nil); err != nil && !errors.As(err, &wrong) {
		return err
	}
	if key != *w {
		err = &WrongError{w.Tick, "the keyframe is another World than the orders lead to"}
	}
	return different(err, otherShips(&key, w))
}

// otherShips returns the slots whose ships or shots differ.
func otherShips(a, b *game.World) (slots []uint8) {
	for slot := range a.Ships {
		if a.Ships[slot] != b.Ships[slot] || a.Shots[slot] != b.Shots[slot] {
			slots = append(slots, uint8(slot))
		}
	}
	return slots
}

// explain looks for what is behind an error of the step from where the cursor is.
func (c *Cursor) explain(err error) error {
	wrong := (*WrongError)(nil)
	if !errors.As(err, &wrong) {
		return err
	}
	if tick, slot, found := c.findInput(); found {
		return &DifferenceError{WrongError{tick, wrong.Want}, []uint8{slot}}
	}
	return &DifferenceError{*wrong, c.differs()}
}

// differs goes on to the next keyframe, whatever the file says in between, and returns which slots differ there.
func (c *Cursor) differs() []uint8 {
	n := c.f.keyBefore(c.World.Tick) + 1
	if n >= len(c.f.keys) {
		return nil
	}
	for k := &c.f.keys[n]; c.World.Tick < k.tick; {
		if _, err := c.advance(nil); err != nil {
			return nil
		}
		if c.World.Tick == c.f.spans[c.span].end() {
			c.span++
		}
	}
	key, err := proto.ParseWorld(c.f.Setup, c.f.keys[n].world)
	if err != nil {
		return nil
	}
	return otherShips(&key, &c.World)
}
