package replay

import (
	"encoding/binary"

	"dogfight/game"
)

// From returns a file, for Parse, with the part from the last keyframe up to a tick on. It plays nothing, so the File may be
// skimmed. States, the index and the seal are left out. The caller owns the bytes.
func (f *File) From(t game.Tick) []byte { return f.from(f.keyBefore(max(t, f.Head.First))) }

// Newest is From for the first keyframe from which on there are at most so many bytes, or for the last one.
func (f *File) Newest(bytes int) []byte {
	n := 0
	for n+1 < len(f.keys) && f.Whole-int(f.keys[n].at) > bytes {
		n++
	}
	return f.from(n)
}

// from returns a file that begins with keyframe n.
func (f *File) from(n int) []byte {
	head, at := f.Head, int(f.keys[n].at)
	if head.First = f.keys[n].tick; n > 0 {
		head.Whole, head.Seed = false, 0
	}
	setup := f.chunkAt(startLength + len(f.chunkAt(startLength)))
	keyframe := f.chunkAt(at)
	e := Writer{out: appendStart(make([]byte, 0, f.Whole-at+len(setup)+1024)), now: head.First}
	e.begin(headChunk)
	e.code(head.fields)
	e.end()
	e.copy(setup)
	e.copy(keyframe)
	if n > 0 {
		e.Roster(f.Roster(head.First))
		e.flushNotes()
	}
	e.copy(f.bytes[at+len(keyframe) : f.Whole])
	return e.out
}

// chunkAt returns the chunk at an offset.
func (f *File) chunkAt(at int) []byte { return f.bytes[at : at+chunkLength(f.bytes[at:])] }

func chunkLength(b []byte) int { return around + int(binary.BigEndian.Uint32(b[1:])) }

// Append appends the bytes of a Piece to those of the pieces before, or to the Newest part of them; b is nil for the first piece.
// States, the index and the seal are left out.
func Append(b, piece []byte) []byte {
	e := Writer{out: b}
	if b == nil {
		e.out, piece = appendStart(nil), piece[startLength:]
	} else {
		e.crc = crcIn(b)
	}
	e.copy(piece)
	return e.out
}

// copy writes chunks of another file, without states, index and seal.
func (e *Writer) copy(chunks []byte) {
	for len(chunks) > 0 {
		n := chunkLength(chunks)
		if kind := chunks[0]; kind != stateChunk && kind != indexChunk && kind != sealChunk {
			e.start = len(e.out)
			e.out = append(e.out, chunks[:n-4]...)
			e.crc = crcOf(e.crc, e.out[e.start:])
			e.out = binary.BigEndian.AppendUint32(e.out, e.crc)
		}
		chunks = chunks[n:]
	}
}
