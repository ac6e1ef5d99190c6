package sound

import "math"

// IMA ADPCM (IMA Digital Audio Focus and Technical Working Groups, 1992): 4 bits say by how many quarters of a step, that
// grows and shrinks with what they say, the next sample is off from the last. It begins at 0 with the smallest step.

// steps are by index.
var steps = [89]int32{
	7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31, 34, 37, 41, 45, 50, 55, 60, 66, 73, 80, 88, 97, 107, 118, 130,
	143, 157, 173, 190, 209, 230, 253, 279, 307, 337, 371, 408, 449, 494, 544, 598, 658, 724, 796, 876, 963, 1060, 1166, 1282,
	1411, 1552, 1707, 1878, 2066, 2272, 2499, 2749, 3024, 3327, 3660, 4026, 4428, 4871, 5358, 5894, 6484, 7132, 7845, 8630,
	9493, 10442, 11487, 12635, 13899, 15289, 16818, 18500, 20350, 22385, 24623, 27086, 29794, 32767,
}

// turns are by how much a code moves the index, by its three low bits.
var turns = [8]int{-1, -1, -1, -1, 2, 4, 6, 8}

// coder is what both ends know after a sample.
type coder struct {
	last  int32
	index int
}

// take goes on by a code, and returns the sample.
func (c *coder) take(code byte) int32 {
	step := steps[c.index]
	by := step >> 3
	if code&4 != 0 {
		by += step
	}
	if code&2 != 0 {
		by += step >> 1
	}
	if code&1 != 0 {
		by += step >> 2
	}
	if code&8 != 0 {
		by = -by
	}
	c.last = min(max(c.last+by, math.MinInt16), math.MaxInt16)
	c.index = min(max(c.index+turns[code&7], 0), len(steps)-1)
	return c.last
}

// code returns what comes nearest to a sample.
func (c *coder) code(sample int32) (nearest byte) {
	least := int32(math.MaxInt32)
	for code := range byte(16) {
		try := *c
		if off := try.take(code) - sample; max(off, -off) < least {
			nearest, least = code, max(off, -off)
		}
	}
	return nearest
}

// appendADPCM appends samples from -1 to 1, two a byte, the first in the low bits.
func appendADPCM(b []byte, samples []float32) []byte {
	var c coder
	for i, sample := range samples {
		code := c.code(int32(sample * math.MaxInt16))
		if c.take(code); i%2 == 0 {
			b = append(b, code)
		} else {
			b[len(b)-1] |= code << 4
		}
	}
	return b
}
