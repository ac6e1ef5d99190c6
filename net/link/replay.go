package link

// window remembers which of the newest sequence numbers came. Its zero value is
// ready for a sequence that starts at 0. All comparisons are of differences, so
// that nothing happens where the numbers wrap.
type window struct {
	newest uint64
	came   [windowSize / 64]uint64 // a bit a number, at the number modulo windowSize
}

// windowSize is how many numbers are remembered: those of four seconds at 60 Hz.
// A packet that is later than that is of no use.
const windowSize = 256

// fresh reports whether seq is neither taken nor too old to know.
func (w *window) fresh(seq uint64) bool {
	if isAfter(seq, w.newest) {
		return true
	}
	word, bit := place(seq)
	return w.newest-seq < windowSize && w.came[word]&bit == 0
}

// take notes that seq, which must be fresh, came.
func (w *window) take(seq uint64) {
	if isAfter(seq, w.newest) {
		w.advance(seq)
	}
	word, bit := place(seq)
	w.came[word] |= bit
}

// advance makes seq the newest, and forgets what was in the places of the
// numbers up to it.
func (w *window) advance(seq uint64) {
	for i := range min(seq-w.newest, windowSize) {
		word, bit := place(seq - i)
		w.came[word] &^= bit
	}
	w.newest = seq
}

func isAfter(a, b uint64) bool { return int64(a-b) > 0 }

func place(seq uint64) (word int, bit uint64) {
	return int(seq % windowSize / 64), 1 << (seq % 64)
}

// nearest returns the number nearest to newest whose lowest sequenceBits are those of low.
func nearest(newest uint64, low uint16) uint64 {
	const above = 16 - sequenceBits
	return newest + uint64(int16((low-uint16(newest))<<above)>>above)
}
