package replay

import (
	"dogfight/game"
	"dogfight/proto"
)

// Roster returns who was in the match after a tick, by rising ids.
func (f *File) Roster(t game.Tick) (roster []proto.Pilot) {
	for _, i := range f.cast {
		if f.Notes[i].Tick > t {
			break
		}
		roster = f.Notes[i].Apply(roster)
	}
	return roster
}

// Cut returns a Writer that has what a file has from one tick to another, or as much as there is of that, and the World at the
// end. It has neither result nor seal: End ends it. What the state chunks have is left out.
func (f *File) Cut(from, to game.Tick) (*Writer, *game.World, error) {
	c, err := f.Play()
	if err == nil {
		err = c.Seek(from)
	}
	if err != nil {
		return nil, nil, err
	}
	head := f.Head
	if head.First = c.World.Tick; head.First != f.Head.First {
		head.Whole, head.Seed = false, 0
	}
	w := NewWriter(head, f.Setup, &c.World)
	w.Roster(f.Roster(c.World.Tick))
	notes := f.Notes
	for len(notes) > 0 && notes[0].Tick <= c.World.Tick {
		notes = notes[1:]
	}
	for c.World.Tick < to {
		orders, ok, err := c.Step(nil)
		if err != nil {
			return nil, nil, err
		}
		if !ok {
			break
		}
		for ; len(notes) > 0 && notes[0].Tick == c.World.Tick; notes = notes[1:] {
			w.note(notes[0])
			w.roster = notes[0].Apply(w.roster)
		}
		w.Tick(f.Setup, orders, &c.World, c.World.Hash(), nil)
	}
	return w, &c.World, nil
}

// Continue returns a Writer that goes on where the file ends, after its first f.Whole bytes. The World is that of its last tick,
// and the file has not Ended. What a host needs beside it must be kept at once: the file may have what was to hold later than it now
// comes to.
func (f *File) Continue(w *game.World) *Writer {
	e := &Writer{
		taken: f.Whole, crc: f.crc, chain: f.chain, headSum: f.headSum,
		first: f.Head.First, now: f.LastTick, base: f.LastTick, held: proto.BaselineOf(w),
		roster: f.Roster(f.LastTick), noted: len(f.Notes),
	}
	for _, k := range f.keys {
		e.keys = append(e.keys, k.key)
	}
	if due := f.Head.First + game.Tick(len(f.keys))*KeyframeEvery; due == f.LastTick { // it was lost
		e.keyframe(f.Setup, w)
	}
	return e
}
