package replay

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"slices"

	"dogfight/game"
	"dogfight/proto"
)

// Tail is the newest part of a file that is being written, without states, index and seal. It begins with a keyframe. The zero value is
// empty. A copy does not change with the original, so one goroutine may read it while another adds.
type Tail struct {
	head, setup []byte        // chunks
	roster      []proto.Pilot // before the first stretch; not changed in place
	stretches   []stretch     // without the last
	last        stretch
	size        int // bytes
}

// stretch is a part from a keyframe to the next one.
type stretch struct {
	tick   game.Tick
	chunks []byte
}

// Add adds the bytes of the next Piece.
func (t *Tail) Add(piece []byte) {
	if t.head == nil {
		piece = piece[startLength:]
	}
	for chunk := range chunksOf(piece) {
		t.add(chunk)
	}
}

func (t *Tail) add(chunk []byte) {
	switch chunk[0] {
	case stateChunk, indexChunk, sealChunk:
		return
	case headChunk:
		t.head = bytes.Clone(chunk)
	case setupChunk:
		t.setup = bytes.Clone(chunk)
	case keyframeChunk:
		if t.last.chunks != nil {
			t.stretches = append(t.stretches, t.last)
		}
		t.last = stretch{tick: game.Tick(binary.BigEndian.Uint32(payloadOf(chunk)))}
		fallthrough
	default:
		t.last.chunks = append(t.last.chunks, chunk...)
	}
	t.size += len(chunk)
}

// Shorten drops the oldest stretches until at most so many bytes are left, or the last stretch.
func (t *Tail) Shorten(most int) {
	if t.size <= most {
		return
	}
	t.roster = slices.Clone(t.roster)
	dropped := 0
	for ; t.size > most && dropped < len(t.stretches); dropped++ {
		oldest := &t.stretches[dropped]
		t.roster = oldest.apply(t.roster)
		t.size -= len(oldest.chunks)
	}
	t.stretches = slices.Clone(t.stretches[dropped:]) // without the memory of the dropped ones
}

// apply applies the notes of the stretch to a roster, which it changes, and returns it.
func (s *stretch) apply(roster []proto.Pilot) []proto.Pilot {
	for chunk := range chunksOf(s.chunks) {
		if chunk[0] != notesChunk {
			continue
		}
		notes, _ := parseNotes(payloadOf(chunk), 0, math.MaxUint32, maxNotes)
		for i := range notes {
			roster = notes[i].Apply(roster)
		}
	}
	return roster
}

// File returns the part from the last keyframe up to a tick on, or all if that is dropped.
func (t *Tail) File(from game.Tick) (*File, error) {
	if t.last.chunks == nil {
		return nil, errors.New("nothing was recorded")
	}
	head, err := parseHead(payloadOf(t.head))
	if err != nil {
		return nil, err
	}
	stretches, roster := append(slices.Clip(t.stretches), t.last), slices.Clone(t.roster)
	for len(stretches) > 1 && stretches[1].tick <= from {
		roster = stretches[0].apply(roster)
		stretches = stretches[1:]
	}
	if first := stretches[0].tick; first != head.First {
		head.First, head.Whole, head.Seed = first, false, 0
	}
	e := Writer{out: appendStart(make([]byte, 0, t.size+1024)), now: head.First}
	e.begin(headChunk)
	e.code(head.fields)
	e.end()
	e.copy(t.setup)
	for i, s := range stretches {
		for chunk := range chunksOf(s.chunks) {
			if e.copy(chunk); i == 0 && chunk[0] == keyframeChunk {
				e.Roster(roster)
				e.flushNotes()
			}
		}
	}
	return Parse(e.out)
}

// copy writes a chunk of another file.
func (e *Writer) copy(chunk []byte) {
	e.start = len(e.out)
	e.out = append(e.out, chunk[:len(chunk)-4]...)
	e.crc = crcOf(e.crc, e.out[e.start:])
	e.out = binary.BigEndian.AppendUint32(e.out, e.crc)
}
