package replay

import (
	"encoding/binary"
	"errors"
	"slices"

	"dogfight/game"
	"dogfight/proto"
)

// Tail stores a file as it is written, or its newest part: beyond Most bytes it drops the oldest, from one keyframe to the next.
// The zero value is empty.
type Tail struct {
	Most int // bytes, of chunks; 0 for no limit. The part after the last keyframe stays, however long

	head   Head
	setup  []byte // the payload
	parts  []part // the oldest first
	size   int
	begun  bool   // there was a chunk
	crc    uint32 // of the last
	roster []proto.Pilot
	now    game.Tick
	result []byte // the payload; nil for none yet
	err    error
}

// part is a keyframe, and the chunks up to the next.
type part struct {
	tick   game.Tick
	roster []proto.Pilot // at the keyframe
	chunks []byte        // with their old CRCs
}

var errNoFilm = errors.New("nothing was recorded")

// Reset empties the tail for another file.
func (t *Tail) Reset() { *t = Tail{Most: t.Most} }

// Append adds the next bytes of the file: whole chunks, and at first its beginning. After an error it takes nothing until Begin.
func (t *Tail) Append(b []byte) error {
	if t.err != nil {
		return t.err
	}
	if !t.begun && len(b) >= startLength {
		b = b[startLength:]
	}
	for len(b) > 0 && t.err == nil {
		chunk, payload, ok := cutChunk(b, t.crc)
		if !ok {
			t.err = errors.New("a chunk is broken or cut off")
			break
		}
		t.err = t.chunk(chunk, payload)
		t.begun, t.crc = true, crcIn(chunk)
		b = b[len(chunk):]
	}
	t.drop()
	return t.err
}

// chunk takes a chunk.
func (t *Tail) chunk(chunk, payload []byte) (err error) {
	switch kind := chunk[0]; kind {
	case headChunk:
		t.head, err = parseHead(payload)
		t.now = t.head.First
		return err
	case setupChunk:
		t.setup = slices.Clone(payload)
		return nil
	case resultChunk:
		t.result = slices.Clone(payload)
		return nil
	case keyframeChunk:
		t.parts = append(t.parts, part{tick: t.now, roster: slices.Clone(t.roster)})
	case ordersChunk:
		if len(payload) < 6 {
			return errors.New("a chunk of orders is too short")
		}
		t.now = game.Tick(binary.BigEndian.Uint32(payload)) + game.Tick(binary.BigEndian.Uint16(payload[4:]))
	case notesChunk:
		notes, err := parseNotes(payload, 0, ^game.Tick(0), maxNotes)
		if err != nil {
			return err
		}
		for i := range notes {
			t.roster = notes[i].Apply(t.roster)
		}
	default: // not needed for playing
		return nil
	}
	if len(t.parts) == 0 {
		return errors.New("a match begins without a keyframe")
	}
	p := &t.parts[len(t.parts)-1]
	p.chunks = append(p.chunks, chunk...)
	t.size += len(chunk)
	return nil
}

// drop drops the oldest parts.
func (t *Tail) drop() {
	for t.Most > 0 && t.size > t.Most && len(t.parts) > 1 {
		t.size -= len(t.parts[0].chunks)
		t.parts = slices.Delete(t.parts, 0, 1)
	}
}

// Now returns the last tick.
func (t *Tail) Now() game.Tick { return t.now }

// Size returns the bytes stored of the match.
func (t *Tail) Size() int { return t.size }

// Bytes returns a file, for Parse, from the last keyframe before a tick on, or of everything stored if that is later. The caller
// owns them.
func (t *Tail) Bytes(from game.Tick) ([]byte, error) {
	if t.err != nil {
		return nil, t.err
	}
	first := 0
	for first+1 < len(t.parts) && t.parts[first+1].tick <= from {
		first++
	}
	if first == len(t.parts) {
		return nil, errNoFilm
	}
	return t.bytes(first), nil
}

// bytes returns a file that begins with a part.
func (t *Tail) bytes(first int) []byte {
	e := Writer{out: appendStart(make([]byte, 0, t.size+len(t.setup)+len(t.result)+1024))}
	head := t.head
	if head.First = t.parts[first].tick; head.First != t.head.First {
		head.Whole, head.Seed = false, 0
	}
	e.begin(headChunk)
	e.code(head.fields)
	e.end()
	e.again(setupChunk, t.setup)
	for i := first; i < len(t.parts); i++ {
		t.parts[i].append(&e, i == first && head.First != t.head.First)
	}
	if t.result != nil {
		e.again(resultChunk, t.result)
	}
	return e.out
}

// append appends the chunks of a part, and with cast a note of the roster.
func (p *part) append(e *Writer, cast bool) {
	for b := p.chunks; len(b) > 0; {
		length := around + int(binary.BigEndian.Uint32(b[1:]))
		e.again(b[0], b[around-4:length-4])
		if cast {
			cast = false
			e.now = p.tick
			e.Roster(p.roster)
			e.flushNotes()
		}
		b = b[length:]
	}
}

// again writes a chunk of another file. This one gets no seal.
func (e *Writer) again(kind byte, payload []byte) {
	e.begin(kind)
	e.out = append(e.out, payload...)
	binary.BigEndian.PutUint32(e.out[e.start+1:], uint32(len(payload)))
	e.out = binary.BigEndian.AppendUint32(e.out, crcOf(e.crc, e.out[e.start:]))
	e.crc = crcIn(e.out[e.start:])
}
