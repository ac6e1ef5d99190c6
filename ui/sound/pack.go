package sound

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"math"
)

// PackList describes packed effects to a mixer elsewhere, the page in a browser.
type PackList struct {
	Samples string                  `json:"samples"` // their address, relative to the page
	Rate    int                     `json:"rate"`    // samples a second
	Mix     Mix                     `json:"mix"`
	Effects map[string]PackedEffect `json:"effects"` // by name
}

// PackedEffect is the place of an effect in the samples, and in the mix.
type PackedEffect struct {
	At    int `json:"at"`    // its first byte
	Count int `json:"count"` // of samples, in IMA ADPCM, two a byte, the low bits first
	Place
}

// PackAll makes all effects, some 100 ms of work, and returns their list and their samples. whereOf returns the address of a
// version of the samples, which never changes there.
func PackAll(whereOf func(version string) string) (list, samples []byte) {
	l := PackList{Rate: Rate, Mix: mixSettings, Effects: map[string]PackedEffect{}}
	for e := range Effects {
		if all := e.Samples(); len(all) > 0 {
			l.Effects[e.String()] = PackedEffect{len(samples), len(all), e.Place()}
			samples = appendADPCM(samples, all)
		}
	}
	sum := sha256.Sum256(samples)
	l.Samples = whereOf(base64.RawURLEncoding.EncodeToString(sum[:9]))
	list, err := json.Marshal(l)
	if err != nil {
		panic(err) // only numbers and names
	}
	return list, samples
}

// IMA ADPCM (IMA Digital Audio Focus and Technical Working Groups, 1992): 4 bits are the difference of a sample from the last
// one, in quarters of a step that grows and shrinks with these values. It begins at 0 with the smallest step.

// steps are the step sizes by index.
var steps = [89]int32{
	7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31, 34, 37, 41, 45, 50, 55, 60, 66, 73, 80, 88, 97, 107, 118, 130,
	143, 157, 173, 190, 209, 230, 253, 279, 307, 337, 371, 408, 449, 494, 544, 598, 658, 724, 796, 876, 963, 1060, 1166, 1282,
	1411, 1552, 1707, 1878, 2066, 2272, 2499, 2749, 3024, 3327, 3660, 4026, 4428, 4871, 5358, 5894, 6484, 7132, 7845, 8630,
	9493, 10442, 11487, 12635, 13899, 15289, 16818, 18500, 20350, 22385, 24623, 27086, 29794, 32767,
}

// turns are the changes of the index, by the three low bits of a code.
var turns = [8]int{-1, -1, -1, -1, 2, 4, 6, 8}

// coder is the state of encoder and decoder.
type coder struct {
	last  int32
	index int
}

// decode returns the next sample.
func (c *coder) decode(code byte) int32 {
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

// code returns the code of the nearest sample.
func (c *coder) code(sample int32) (nearest byte) {
	least := int32(math.MaxInt32)
	for code := range byte(16) {
		try := *c
		if off := try.decode(code) - sample; max(off, -off) < least {
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
		if c.decode(code); i%2 == 0 {
			b = append(b, code)
		} else {
			b[len(b)-1] |= code << 4
		}
	}
	return b
}
