package enet

// window remembers which of the newest groups came. Its zero value is ready. All
// comparisons are of differences, so that nothing happens where the numbers wrap.
type window struct {
	newest uint16
	came   [windowSize / 64]uint64 // a bit a number, at the number modulo windowSize
}

const windowSize = 1024

// take reports whether n is neither taken nor too old to know, and notes it.
func (w *window) take(n uint16) bool {
	switch ahead := int(int16(n - w.newest)); {
	case ahead > 0:
		w.advance(ahead)
	case ahead <= -windowSize:
		return false
	}
	word, bit := n%windowSize/64, uint64(1)<<(n%64)
	fresh := w.came[word]&bit == 0
	w.came[word] |= bit
	return fresh
}

// advance makes the number that is so much ahead the newest, and forgets what was in
// the places of those up to it.
func (w *window) advance(ahead int) {
	for range min(ahead, windowSize) {
		w.newest++
		w.came[w.newest%windowSize/64] &^= 1 << (w.newest % 64)
	}
	w.newest += uint16(ahead - min(ahead, windowSize))
}
