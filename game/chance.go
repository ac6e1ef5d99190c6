package game

// Chance is a state of chance, never 0 (xorshift64*, Vigna 2016, "An experimental
// exploration of Marsaglia's xorshift generators").
type Chance uint64

// NewChance returns the state that the seed gives.
func NewChance(seed uint64) Chance { return Chance(seed*0x9e3779b97f4a7c15 | 1) }

// Below returns a number from 0 to n-1 and moves the state on.
func (c *Chance) Below(n uint32) uint32 {
	*c ^= *c >> 12
	*c ^= *c << 25
	*c ^= *c >> 27
	return uint32(uint64(*c*0x2545f4914f6cdd1d>>32) * uint64(n) >> 32)
}
