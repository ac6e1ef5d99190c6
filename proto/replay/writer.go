package replay

import (
	"bytes"
	"encoding/binary"

	"dogfight/game"
	"dogfight/proto"
)

// KeyframeEvery is how many ticks lie between two keyframes, and the most in a chunk of orders.
const KeyframeEvery = 10 * game.TickRate

// Writer makes the bytes of a file while the match is played. It begins with the World before the first tick and is told of each
// tick; what is to be kept it hands out by Take.
type Writer struct {
	out   []byte
	start int    // where the chunk under way begins in it
	taken int    // bytes of the file before out
	crc   uint32 // of the last chunk
	chain chain

	first, now game.Tick
	keys       []key
	base       game.Tick // of the orders that wait
	held       proto.Baseline
	ticks      [][]game.Order // which wait; reused
	checks     []byte
	hash       uint64
	notes      []Note // which wait
	noted      int    // notes in all
	roster     []proto.Pilot
	changes    []proto.PilotChange // reused
	state      []byte              // the last

	headSum, resultSum [32]byte
}

// NewWriter begins a file of a match with the World at head.First.
func NewWriter(head Head, s *game.Setup, w *game.World) *Writer {
	e := &Writer{first: w.Tick, now: w.Tick, base: w.Tick}
	e.out = appendStart(nil)
	e.chain = startChain()
	e.begin(headChunk)
	e.out = head.append(e.out)
	e.headSum = sum(e.end())
	e.begin(setupChunk)
	e.out = proto.AppendSetup(e.out, s)
	e.end()
	e.keyframe(s, w)
	return e
}

// begin begins a chunk, whose payload is appended to out until end.
func (e *Writer) begin(kind byte) {
	e.start = len(e.out)
	e.out = append(e.out, kind, 0, 0, 0, 0)
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

// Now returns the tick up to which the file goes.
func (e *Writer) Now() game.Tick { return e.now }

// Tick tells of a tick: the orders that led to the World w, which has that hash, and what happened in it.
func (e *Writer) Tick(s *game.Setup, orders []game.Order, w *game.World, hash uint64, events []game.Event) {
	e.now = w.Tick
	for i := range events {
		if ev := &events[i]; noted(ev.Kind) {
			e.note(Note{Tick: e.now, Kind: NoteDeed, Deed: Deed{ev.Kind, ev.Slot, ev.By, ev.What}})
		}
	}
	e.add(orders, hash)
	if (w.Tick-e.first)%KeyframeEvery == 0 {
		e.Flush(w)
		e.keyframe(s, w)
	}
}

// add has the orders of a tick wait, and the hash that they lead to.
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

// note has a note wait, unless there are as many as may be.
func (e *Writer) note(n Note) {
	if e.noted < maxNotes {
		e.noted++
		e.notes = append(e.notes, n)
	}
}

// Say notes a line of chat.
func (e *Writer) Say(pilot uint16, text string) {
	e.note(Note{Tick: e.now, Kind: NoteSaid, Pilot: proto.Pilot{ID: pilot}, Text: text})
}

// Mark notes what somebody wants to find again.
func (e *Writer) Mark(text string) {
	e.note(Note{Tick: e.now, Kind: NoteMark, Text: text})
}

// Roster notes who is in the match from now on, by rising ids.
func (e *Writer) Roster(now []proto.Pilot) {
	e.changes = proto.ChangesOf(e.changes[:0], e.roster, now)
	for _, c := range e.changes {
		n := Note{Tick: e.now, Kind: NoteLeft, Pilot: proto.Pilot{ID: c.ID}}
		if c.What != proto.HasLeft {
			n.Kind, n.Pilot = NoteCame, pilotOf(now, c.ID)
		}
		e.note(n)
	}
	if len(e.changes) > 0 {
		e.roster = append(e.roster[:0], now...)
	}
}

// pilotOf returns the pilot with that id, who is there.
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

// State keeps what a host needs beside the World after a tick to go on, unless it is what it was, or longer than a chunk can be. The tick is
// the newest that was told of, or the one that comes next: what is kept before the orders that lead there is there whenever these are.
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

// Flush writes what waits. The World is that after the last tick.
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
	for i := range e.notes {
		e.out = e.notes[i].append(e.out, since)
	}
	e.end()
	e.notes = e.notes[:0]
}

// keyframe writes a whole World.
func (e *Writer) keyframe(s *game.Setup, w *game.World) {
	e.keys = append(e.keys, key{w.Tick, uint32(e.taken + len(e.out))})
	e.begin(keyframeChunk)
	e.out = binary.BigEndian.AppendUint32(e.out, uint32(w.Tick))
	e.out = proto.AppendWorld(e.out, s, w)
	e.end()
	e.held = proto.BaselineOf(w)
}

// End ends the file of a match that is over, with its result and the index, and with a seal if there is something to sign with:
// sign returns the signature of a digest by the key of the certificate.
func (e *Writer) End(r *Result, w *game.World, certificate []byte, sign func(digest []byte) ([]byte, error)) error {
	e.Flush(w)
	if r != nil {
		r.Tick = e.now
		e.begin(resultChunk)
		e.out = r.append(e.out)
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

// Take appends to b what has been written since it was last called.
func (e *Writer) Take(b []byte) []byte {
	b = append(b, e.out...)
	e.taken += len(e.out)
	e.out = e.out[:0]
	return b
}
