package keeper

import (
	"dogfight/internal/fleet"
)

// logFile is the file of a match's log as far as it has come: pieces of the highest epoch, from the first of its last file on, in whatever
// order they come. The zero logFile is empty.
type logFile struct {
	epoch  uint32
	began  bool // the first piece is there
	first  uint32
	next   uint32 // the number after the highest
	pieces map[uint32][]byte
	size   int // of memory
}

// pieceCosts is how much memory a piece takes beside its bytes, at most.
const pieceCosts = 96

// add takes a piece, which it keeps.
func (f *logFile) add(c *fleet.Chunk) {
	switch {
	case c.Epoch < f.epoch:
		return
	case c.Epoch > f.epoch:
		*f = logFile{epoch: c.Epoch}
	}
	if f.began && c.Number < f.first {
		return
	}
	if c.First {
		f.began, f.first = true, c.Number
		for n, b := range f.pieces { // what was told before it is of no use any more
			if n < c.Number {
				f.size -= len(b) + pieceCosts
				delete(f.pieces, n)
			}
		}
	}
	if f.pieces == nil {
		f.pieces = map[uint32][]byte{}
	}
	if _, twice := f.pieces[c.Number]; !twice {
		f.pieces[c.Number] = c.Bytes
		f.size += len(c.Bytes) + pieceCosts
	}
	f.next = max(f.next, c.Number+1)
}

// addKept takes a piece of a stream, unless the file has become too long for memory. A file that begins anew is taken.
func (f *logFile) addKept(c *fleet.Chunk) {
	if f.size < mostLog || c.First || c.Epoch > f.epoch {
		f.add(c)
	}
}

// whole reports whether the log of an epoch is there without a gap.
func (f *logFile) whole(epoch uint32) bool {
	return f.epoch == epoch && f.began && uint32(len(f.pieces)) == f.next-f.first
}

// bytes returns the file up to its first gap.
func (f *logFile) bytes() []byte {
	if !f.began {
		return nil
	}
	b := make([]byte, 0, f.size)
	for n := f.first; n < f.next; n++ {
		piece, ok := f.pieces[n]
		if !ok {
			break
		}
		b = append(b, piece...)
	}
	return b
}
