package rivals_test

import (
	"bytes"
	"cmp"
	"math/bits"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// huffman is a static prefix code for bytes and an end, made once from how often
// they came in a match of the same kind.
type huffman struct {
	code  [symbols]uint16 // its first bit is the lowest
	size  [symbols]uint8  // in bits
	table [1 << longestCode]uint16
}

const (
	symbols     = 257
	end         = 256
	longestCode = 12 // so that decoding is a look into one table that a cache holds
)

// tally counts symbols to make a huffman of.
type tally [symbols]int

func newHuffman(seen *tally) *huffman {
	h := &huffman{size: codeSizes(seen)}
	next := uint16(0)
	for size := uint8(1); size <= longestCode; size++ {
		for symbol := range h.code {
			if h.size[symbol] == size {
				h.assign(uint16(symbol), next)
				next++
			}
		}
		next <<= 1
	}
	return h
}

// assign gives the symbol a code, whose first bit is the highest, and every place
// in the table that begins with it.
func (h *huffman) assign(symbol, code uint16) {
	size := h.size[symbol]
	code = bits.Reverse16(code) >> (16 - size)
	h.code[symbol] = code
	for at := int(code); at < len(h.table); at += 1 << size {
		h.table[at] = symbol
	}
}

// codeSizes returns how long every symbol's code is. Rare symbols count for more
// than they are until none is too long.
func codeSizes(seen *tally) (size [symbols]uint8) {
	for floor := 1; ; floor *= 2 {
		weights := *seen
		for i := range weights {
			weights[i] += floor
		}
		if size = huffmanSizes(&weights); slices.Max(size[:]) <= longestCode {
			return size
		}
	}
}

// huffmanSizes joins the two lightest trees until one is left.
func huffmanSizes(weights *tally) (size [symbols]uint8) {
	type tree struct {
		weight int
		leaves []int
	}
	var trees []tree
	for symbol, weight := range weights {
		trees = append(trees, tree{weight, []int{symbol}})
	}
	for len(trees) > 1 {
		slices.SortStableFunc(trees, func(a, b tree) int { return cmp.Compare(a.weight, b.weight) })
		leaves := slices.Concat(trees[0].leaves, trees[1].leaves)
		for _, symbol := range leaves {
			size[symbol]++
		}
		trees = append(trees[2:], tree{trees[0].weight + trees[1].weight, leaves})
	}
	return size
}

func (h *huffman) put(w *bitWriter, symbol uint16) {
	w.put(uint32(h.code[symbol]), uint(h.size[symbol]))
}

func (h *huffman) get(r *bitReader) uint16 {
	symbol := h.table[r.peek(longestCode)]
	r.skip(uint(h.size[symbol]))
	return symbol
}

func TestHuffmanGivesTheSameBytesAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var seen tally
		for _, b := range rapid.SliceOf(rapid.Byte()).Draw(t, "seen") {
			seen[b] += 1 << (b % 20) // up to very uneven
		}
		want := rapid.SliceOf(rapid.Byte()).Draw(t, "bytes")
		h := newHuffman(&seen)
		var w bitWriter
		for _, b := range want {
			h.put(&w, uint16(b))
		}
		h.put(&w, end)
		r := bitReader{b: w.finish()}
		var got []byte
		for symbol := h.get(&r); symbol != end && !r.short; symbol = h.get(&r) {
			got = append(got, byte(symbol))
		}
		if !bytes.Equal(got, want) || r.short {
			t.Errorf("expected %x, %x came", want, got)
		}
	})
}

func TestHuffmanGivesFrequentBytesShortCodes(t *testing.T) {
	var seen tally
	seen['a'], seen['b'] = 100_000, 50_000
	h := newHuffman(&seen)
	if a, b, c := h.size['a'], h.size['b'], h.size['c']; a != 1 || b != 2 || c < 8 {
		t.Errorf("expected codes of 1, 2 and 8 bits or more, %d, %d and %d came", a, b, c)
	}
}
