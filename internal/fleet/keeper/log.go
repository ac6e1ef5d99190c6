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

const (
	// pieceCosts is how much memory a piece takes beside its bytes, at most.
	pieceCosts = 96
	// mostAhead is how many pieces of a file may come before its first. All others are dropped at once: to go through them for each of many
	// first pieces would take the Keeper's lock for seconds.
	mostAhead = 16
)

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
	if c.First && !(f.began && c.Number == f.first) {
		before := f.pieces
		*f = logFile{epoch: c.Epoch, began: true, first: c.Number}
		for n := c.Number + 1; n <= c.Number+mostAhead && len(before) > 0; n++ {
			if b, ok := before[n]; ok {
				f.put(n, b)
			}
		}
	}
	f.put(c.Number, c.Bytes)
}

// put puts a piece in its place, unless it is there.
func (f *logFile) put(number uint32, b []byte) {
	if f.pieces == nil {
		f.pieces = map[uint32][]byte{}
	}
	if _, twice := f.pieces[number]; !twice {
		f.pieces[number] = b
		f.size += len(b) + pieceCosts
	}
	f.next = max(f.next, number+1)
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
