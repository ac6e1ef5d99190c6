package sound

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// The format for a line: an endless file of Sun audio (AU) with samples of 8 bits by the mu-law (ITU-T G.711), left and right in turn, at
// half the rate. Programs play it from their standard input without options.
const LineRate = Rate / 2

// LineHeader returns the start of the file, with a note in it.
func LineHeader(note string) []byte {
	samples := 24 + (len(note)+4)&^3 // the note ends in 0
	b := []byte(".snd")
	for _, word := range []uint32{uint32(samples), math.MaxUint32, 1, LineRate, Channels} { // of unknown length, in mu-law
		b = binary.BigEndian.AppendUint32(b, word)
	}
	return append(append(b, note...), make([]byte, samples-len(b)-len(note))...)
}

// LineCoder converts a Mixer's sound for a line. Its zero value is ready.
type LineCoder struct {
	samples [Channels][lineTaps - 1 + BlockFrames]float32 // of a block, after the last ones of the block before
}

// lineTaps is the length of the filter: it is flat to 3.8 kHz and passes little above 7 kHz, which would sound as another tone.
const lineTaps = 23

// lineFilter has every second factor of a half-band filter, a sinc in a window of von Hann. The others are 0, but for one half in the middle.
var lineFilter = func() (taps [lineTaps/2 + 1]float32) {
	for i := range taps {
		x := float64(2*i - lineTaps/2)
		taps[i] = float32(math.Sin(x*math.Pi/2) / (x * math.Pi) * (0.5 + 0.5*math.Cos(x*math.Pi/(lineTaps/2+1))))
	}
	return taps
}()

// Append appends the bytes for a block, a quarter as many.
func (c *LineCoder) Append(b, block []byte) []byte {
	for side := range c.samples {
		s := c.samples[side][:]
		copy(s, s[BlockFrames:])
		for i := range BlockFrames {
			s[lineTaps-1+i] = float32(int16(binary.LittleEndian.Uint16(block[i*FrameBytes+2*side:])))
		}
	}
	for at := 0; at < BlockFrames; at += 2 {
		for side := range c.samples {
			s := c.samples[side][at : at+lineTaps]
			sum := s[lineTaps/2] / 2
			for i, tap := range lineFilter {
				sum += tap * s[2*i]
			}
			b = append(b, muLaw(int32(sum)))
		}
	}
	return b
}

// muLaw returns a sample of 16 bits as one of 8: its sign, the position of its highest bit and the four bits after that.
func muLaw(sample int32) byte {
	const bias, most = 132, 32635
	sign := byte(0)
	if sample < 0 {
		sample, sign = -sample, 0x80
	}
	sample = min(sample, most) + bias
	exponent := bits.Len32(uint32(sample)) - 8
	return ^(sign | byte(exponent)<<4 | byte(sample>>(exponent+3)&0xF))
}
