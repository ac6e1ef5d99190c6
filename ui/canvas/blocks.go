package canvas

import "math/bits"

// Blocks are some of the blocks of cells that a row is made of, from the left: a bit each.
// The last one has all that is farther right.
type BlockSet uint64

const (
	BlockWidth = 8 // cells, two cache lines
	maxBlocks  = 64

	AllBlocks BlockSet = 1<<maxBlocks - 1
)

// blocksOf returns those that have a part in the cells up to the one before to.
func blocksOf(from, to int) BlockSet {
	first, last := min(max(from, 0)/BlockWidth, maxBlocks-1), min((to-1)/BlockWidth, maxBlocks-1)
	return AllBlocks << first & (AllBlocks >> (maxBlocks - 1 - last))
}

// BlockOf returns that of a cell.
func blockOf(x int) BlockSet { return 1 << min(uint(x)/BlockWidth, maxBlocks-1) }

// Next returns the leftmost cells of a row of that width that are in blocks side by side,
// and the blocks behind them. There are none left when to is 0.
func (b BlockSet) Next(width int) (from, to int, rest BlockSet) {
	if b == 0 {
		return 0, 0, 0
	}
	first := bits.TrailingZeros64(uint64(b))
	end := first + bits.TrailingZeros64(^uint64(b>>first))
	from, to = first*BlockWidth, end*BlockWidth
	if end >= maxBlocks || to > width {
		to = width
	}
	if from >= to {
		return 0, 0, 0
	}
	return from, to, b >> end << end
}
