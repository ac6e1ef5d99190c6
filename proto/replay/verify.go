package replay

import (
	"errors"
	"slices"

	"dogfight/game"
	"dogfight/proto"
)

// DifferenceError reports the first place where a file differs from the match that its orders play.
type DifferenceError struct {
	WrongError
	// Slots are the differing ones: the one with another input in the match, if that explains everything, or else those with
	// other ships or shots in the next keyframe, or with other records. None: the difference is elsewhere, or there is no such
	// keyframe.
	Slots []uint8
}

// Verify plays the whole file, and checks all Worlds, hashes, deeds and the result in it. It calls see, if not nil, after each
// tick with the World and its events. The error is a *DifferenceError if the file differs from the match that its orders play, and
// otherwise the reason why it cannot be played.
func (f *File) Verify(see func(w *game.World, events []game.Event)) error {
	c, err := f.Play()
	if err != nil {
		return different(err, nil)
	}
	if err := f.checkDeeds(c.World.Tick, nil); err != nil {
		return err
	}
	for events := (game.Events{}); c.World.Tick < f.LastTick; {
		events.List = events.List[:0]
		if _, _, err := c.Step(&events); err != nil {
			return c.explain(err)
		}
		if err := f.checkDeeds(c.World.Tick, events.List); err != nil {
			return err
		}
		if n := f.keyBefore(c.World.Tick); f.keys[n].tick == c.World.Tick {
			if err := f.compare(n, &c.World); err != nil {
				return err
			}
		}
		if see != nil {
			see(&c.World, events.List)
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

// compare compares a keyframe with the played World.
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

// otherShips returns the slots with different ships or shots.
func otherShips(a, b *game.World) (slots []uint8) {
	for slot := range a.Ships {
		if a.Ships[slot] != b.Ships[slot] || a.Shots[slot] != b.Shots[slot] {
			slots = append(slots, uint8(slot))
		}
	}
	return slots
}

// explain searches for the cause of an error of the next step.
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

// differs plays to the next keyframe, without checks, and returns the slots that differ there.
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

// checkDeeds compares the notes of a tick with its events. A missing note is no difference. Programs with other rules show deeds
// and the result without playing, so they must be true.
func (f *File) checkDeeds(t game.Tick, events []game.Event) error {
	for _, n := range f.NotesAt(t) {
		if n.Kind == NoteDeed && !slices.ContainsFunc(events, func(ev game.Event) bool {
			return n.Deed == Deed{ev.Kind, ev.Slot, ev.By, ev.What}
		}) {
			return &DifferenceError{WrongError{t, "it has an event that did not happen"}, n.Deed.slots()}
		}
	}
	return nil
}

// slots returns the ships that a deed is about.
func (d *Deed) slots() (slots []uint8) {
	for _, slot := range []uint8{d.Slot, d.By} {
		if slot < game.MaxShips && !slices.Contains(slots, slot) {
			slots = append(slots, slot)
		}
	}
	return slots
}

// checkResult compares the result, for pilots that flew to the end, with the last World.
func (f *File) checkResult(w *game.World) error {
	r := f.Result
	if r == nil || len(r.Flights) == 0 {
		return nil
	}
	if !slices.Equal(r.TeamScores[1:], w.TeamScores[1:]) {
		return &DifferenceError{WrongError{w.Tick, "the result has other scores of the teams"}, nil}
	}
	var wrong []uint8
	for i := range r.Flights {
		l := &r.Flights[i]
		if l.Place == 0 {
			continue // it left, and is no longer in the World
		}
		if l.Slot >= game.MaxShips {
			return &DifferenceError{WrongError{w.Tick, "the result has an impossible ship"}, nil}
		}
		s := &w.Ships[l.Slot]
		if l.Score != s.Score || l.Kills != int(s.Kills) || l.Deaths != int(s.Deaths) || l.Assists != int(s.Assists) || l.Team != s.Team {
			wrong = append(wrong, l.Slot)
		}
	}
	if len(wrong) > 0 {
		return &DifferenceError{WrongError{w.Tick, "the result is another than the one played"}, wrong}
	}
	return nil
}

// suspects is the number of ticks before the first differing World that are searched for the cause: one bit of each was checked,
// so of a million faults one stays hidden for longer.
const suspects = 20

// findInput searches for one input, of one slot, with which the orders lead to all hashes of the span. It returns the tick after
// that input. The cursor is before the first differing World, and stays there.
func (c *Cursor) findInput() (tick game.Tick, slot uint8, found bool) {
	s := &c.f.spans[c.span]
	at := c.World.Tick
	defer func() { c.goBack(at) }()
	for t := at - min(at-s.base, suspects); t <= at; t++ { // of several, the first causes the others
		c.goBack(t)
		for slot := range c.World.Ships {
			if c.World.Ships[slot].State != game.Empty && c.inputExplains(s, uint8(slot)) {
				return t + 1, uint8(slot), true
			}
		}
	}
	return 0, 0, false
}

// inputExplains reports whether the span is right if the slot holds another input from the next tick to its next order.
func (c *Cursor) inputExplains(s *span, slot uint8) bool {
	next := c.ticks[c.World.Tick-c.f.keys[c.key].tick]
	held := c.World.Ships[slot].Input
	others := make([]game.Order, 0, len(next)+1)
	for _, o := range next {
		if o.Kind == game.OrderInput && o.Slot == slot {
			held = o.Input
		} else {
			others = append(others, o)
		}
	}
	for in := range game.Input(1 << 6) {
		if in.Valid() && in != held && c.leadsOn(s, append(others, game.Order{Kind: game.OrderInput, Slot: slot, Input: in})) {
			return true
		}
	}
	return false
}

// leadsOn reports whether the span is right with other orders in the next tick.
func (c *Cursor) leadsOn(s *span, orders []game.Order) bool {
	w := c.World
	for {
		w.Step(c.f.Setup, orders, nil)
		if !s.agrees(&w) {
			return false
		}
		if w.Tick == s.end() {
			return true
		}
		orders = c.ticks[w.Tick-c.f.keys[c.key].tick]
	}
}
