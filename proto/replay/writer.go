package replay

import (
	"bytes"
	"encoding/binary"

	"dogfight/game"
	"dogfight/proto"
)

// KeyframeEvery is the number of ticks between two keyframes, and the most in a chunk of orders.
const KeyframeEvery = 10 * game.TickRate

// Writer writes a file while the match is played. It begins with the World before the first tick, and gets each tick by Tick. Take
// and Piece return the bytes.
type Writer struct {
	setup *game.Setup
	out   []byte
	start int    // of the current chunk in it
	taken int    // bytes of the file before out
	crc   uint32 // of the last chunk
	chain chain

	first, now game.Tick
	keys       []key
	base       game.Tick // of the pending orders
	held       proto.Baseline
	ticks      [][]game.Order // pending; reused
	checks     []byte
	hash       uint64
	notes      []Note // pending
	noted      int    // notes in all
	roster     []proto.Pilot
	changes    []proto.PilotChange // reused
	state      []byte              // the last

	headSum, resultSum [32]byte
}

// NewWriter begins a file of a match with the World at head.First.
func NewWriter(head Head, s *game.Setup, w *game.World) *Writer {
	e := &Writer{setup: s, first: w.Tick, now: w.Tick, base: w.Tick}
	e.out = appendStart(nil)
	e.chain = startChain()
	e.begin(headChunk)
	e.code(head.fields)
	e.headSum = sum(e.end())
	e.begin(setupChunk)
	e.out = proto.AppendSetup(e.out, s)
	e.end()
	e.keyframe(w)
	return e
}

// begin begins a chunk. Its payload is appended to out until end.
func (e *Writer) begin(kind byte) {
	e.start = len(e.out)
	e.out = append(e.out, kind, 0, 0, 0, 0)
}

// code appends fields to the payload.
func (e *Writer) code(fields func(*proto.FieldCoder)) {
	c := proto.FieldCoder{Out: e.out}
	fields(&c)
	e.out = c.Out
}

// end ends the chunk, and returns it.
func (e *Writer) end() []byte {
	binary.BigEndian.PutUint32(e.out[e.start+1:], uint32(len(e.out)-e.start-5))
	e.out = binary.BigEndian.AppendUint32(e.out, crcOf(e.crc, e.out[e.start:]))
	chunk := e.out[e.start:]
	e.crc = crcIn(chunk)
	e.chain = e.chain.with(chunk)
	return chunk
}

// Size returns the length of the file in bytes, without the orders and notes since the last Flush.
func (e *Writer) Size() int { return e.taken + len(e.out) }

// Tick adds a tick: the orders that led to the World w, which has that hash, and its events.
func (e *Writer) Tick(orders []game.Order, w *game.World, hash uint64, events []game.Event) {
	e.now = w.Tick
	for i := range events {
		if ev := &events[i]; isDeed(ev.Kind) {
			e.note(Note{Tick: e.now, Kind: NoteDeed, Deed: Deed{ev.Kind, ev.Slot, ev.By, ev.What}})
		}
	}
	e.add(orders, hash)
	if (w.Tick-e.first)%KeyframeEvery == 0 {
		e.Flush(w)
		e.keyframe(w)
	}
}

// add adds the orders of a tick, and the hash after them, to the pending ones.
func (e *Writer) add(orders []game.Order, hash uint64) {
	n := len(e.ticks)
	if e.ticks = e.ticks[:min(n+1, cap(e.ticks))]; len(e.ticks) == n {
		e.ticks = append(e.ticks, nil)
	}
	e.ticks[n] = append(e.ticks[n][:0], orders...)
	if n%8 == 0 {
		e.checks = append(e.checks, 0)
	}
	e.checks[n/8] |= byte(hash&1) << (7 - n%8)
	e.hash = hash
}

// note adds a pending note, up to maxNotes in all.
func (e *Writer) note(n Note) {
	if e.noted < maxNotes {
		e.noted++
		e.notes = append(e.notes, n)
	}
}

// Say notes a line of chat.
func (e *Writer) Say(pilot uint16, text string) {
	e.note(Note{Tick: e.now, Kind: NoteChat, Pilot: proto.Pilot{ID: pilot}, Text: text})
}

// Mark marks the current tick.
func (e *Writer) Mark(text string) {
	e.note(Note{Tick: e.now, Kind: NoteMark, Text: text})
}

// Roster notes the changes to a new roster, by rising ids.
func (e *Writer) Roster(now []proto.Pilot) {
	e.changes = proto.ChangesOf(e.changes[:0], e.roster, now)
	for _, c := range e.changes {
		n := Note{Tick: e.now, Kind: NoteLeft, Pilot: proto.Pilot{ID: c.ID}}
		if c.Change != proto.HasLeft {
			n.Kind, n.Pilot = NoteJoined, pilotOf(now, c.ID)
		}
		e.note(n)
	}
	if len(e.changes) > 0 {
		e.roster = append(e.roster[:0], now...)
	}
}

// pilotOf returns the pilot with that id in the roster.
func pilotOf(roster []proto.Pilot, id uint16) proto.Pilot {
	for i := range roster {
		if roster[i].ID == id {
			p := roster[i]
			p.Ping = 0
			return p
		}
	}
	return proto.Pilot{ID: id}
}

// State writes the state that a host needs beside the World after a tick to resume, unless it is unchanged or longer than a chunk.
// The tick is the newest or the next one: a state before the orders that lead to it is there whenever these are.
func (e *Writer) State(state []byte, tick game.Tick) {
	if len(state) > maxState || bytes.Equal(state, e.state) {
		return
	}
	e.state = append(e.state[:0], state...)
	e.begin(stateChunk)
	e.out = binary.BigEndian.AppendUint32(e.out, uint32(tick))
	e.out = append(e.out, state...)
	e.end()
}

// Flush writes the pending orders and notes. The World is that after the last tick.
func (e *Writer) Flush(w *game.World) {
	if n := len(e.ticks); n > 0 {
		e.begin(ordersChunk)
		e.out = binary.BigEndian.AppendUint32(e.out, uint32(e.base))
		e.out = binary.BigEndian.AppendUint16(e.out, uint16(n))
		e.out = binary.BigEndian.AppendUint64(e.out, e.hash)
		e.out = append(e.out, e.checks...)
		e.out = proto.AppendOrderRun(e.out, &e.held, e.ticks)
		e.end()
	}
	e.ticks, e.checks = e.ticks[:0], e.checks[:0]
	e.base, e.held = e.now, proto.BaselineOf(w)
	e.flushNotes()
}

func (e *Writer) flushNotes() {
	if len(e.notes) == 0 {
		return
	}
	e.begin(notesChunk)
	since := e.notes[0].Tick
	e.out = binary.BigEndian.AppendUint32(e.out, uint32(since))
	c := proto.FieldCoder{Out: e.out}
	for i := range e.notes {
		e.notes[i].fields(&c, since)
	}
	e.out = c.Out
	e.end()
	e.notes = e.notes[:0]
}

// keyframe writes a keyframe.
func (e *Writer) keyframe(w *game.World) {
	e.keys = append(e.keys, key{w.Tick, uint32(e.Size())})
	e.begin(keyframeChunk)
	e.out = binary.BigEndian.AppendUint32(e.out, uint32(w.Tick))
	e.out = proto.AppendWorld(e.out, e.setup, w)
	e.end()
	e.held = proto.BaselineOf(w)
}

// End ends the file of a match that is over, with its result and the index, and with a seal if sign is not nil: it returns the
// signature of a digest by the key of the certificate.
func (e *Writer) End(r *Result, w *game.World, certificate []byte, sign func(digest []byte) ([]byte, error)) error {
	e.Flush(w)
	if r != nil {
		r.Tick = e.now
		e.begin(resultChunk)
		e.code(r.fields)
		e.resultSum = sum(e.end())
	}
	e.begin(indexChunk)
	for _, k := range e.keys {
		e.out = k.append(e.out)
	}
	e.end()
	if sign == nil {
		return nil
	}
	digest := digestOf(e.headSum, e.resultSum, e.chain)
	signature, err := sign(digest[:])
	if err != nil {
		return err
	}
	e.begin(sealChunk)
	e.out = binary.BigEndian.AppendUint16(e.out, uint16(len(certificate)))
	e.out = append(append(e.out, certificate...), signature...)
	e.end()
	return nil
}

// Take appends to b the bytes since the last call.
func (e *Writer) Take(b []byte) []byte {
	b = append(b, e.out...)
	e.taken += len(e.out)
	e.out = e.out[:0]
	return b
}

// Piece is the next bytes of a file that is being written. Its receivers must not change Bytes.
type Piece struct {
	First bool // a file begins; an earlier one that has not ended is useless
	Bytes []byte
	Ended bool // the file is complete
}

// Piece returns the bytes since the last call. They are the last of the file if it has ended.
func (e *Writer) Piece(ended bool) Piece {
	first := e.taken == 0
	return Piece{First: first, Bytes: e.Take(nil), Ended: ended}
}

// Roster returns the roster after a tick, by rising ids.
func (f *File) Roster(t game.Tick) (roster []proto.Pilot) {
	for _, i := range f.cast {
		if f.Notes[i].Tick > t {
			break
		}
		roster = f.Notes[i].Apply(roster)
	}
	return roster
}

// Cut returns a Writer with the part of a file from one tick to another, or to its end, and the World there. It has no result and
// no seal: End ends it. State chunks are left out.
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
	for c.World.Tick < to {
		orders, ok, err := c.Step(nil)
		if err != nil {
			return nil, nil, err
		}
		if !ok {
			break
		}
		for _, n := range f.NotesAt(c.World.Tick) {
			w.note(n)
			w.roster = n.Apply(w.roster)
		}
		w.Tick(orders, &c.World, c.World.Hash(), nil)
	}
	return w, &c.World, nil
}

// Continue returns a Writer that continues the file after its first f.Whole bytes. The World is that of its last tick, and the
// file has not Ended. The caller must write the State at once: the last one in the file may be of a later tick.
func (f *File) Continue(w *game.World) *Writer {
	e := &Writer{
		setup: f.Setup, taken: f.Whole, crc: f.crc, chain: f.chain, headSum: f.headSum,
		first: f.Head.First, now: f.LastTick, base: f.LastTick, held: proto.BaselineOf(w),
		roster: f.Roster(f.LastTick), noted: len(f.Notes),
	}
	for _, k := range f.keys {
		e.keys = append(e.keys, k.key)
	}
	if due := f.Head.First + game.Tick(len(f.keys))*KeyframeEvery; due == f.LastTick { // it was lost
		e.keyframe(w)
	}
	return e
}
