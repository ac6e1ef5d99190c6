package sound

import (
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"dogfight/testkit"
)

func TestASampleForALineIsNearTheOriginal(t *testing.T) {
	for sample := int32(math.MinInt16); sample <= math.MaxInt16; sample++ {
		off := math.Abs(testkit.FromMuLaw(muLaw(sample)) - float64(min(max(sample, -32635), 32635)))
		if most := math.Abs(float64(sample))/31 + 4; off > most {
			t.Fatalf("%d is off by %v", sample, off)
		}
	}
}

// TestALineHasTonesUpToFourKilohertz converts tones on one side, of half the full scale.
func TestALineHasTonesUpToFourKilohertz(t *testing.T) {
	for _, c := range []struct{ hertz, least, most float64 }{
		{100, -0.2, 0.2}, {440, -0.2, 0.2}, {1000, -0.2, 0.2}, {3000, -0.2, 0.2}, {4000, -1, 0.2}, {7500, -99, -30}, {10_000, -99, -30},
	} {
		var coder LineCoder
		var coded []byte
		block := make([]byte, BlockBytes)
		for at := 0; at < Rate; at += BlockFrames {
			for i := range BlockFrames {
				sample := int16(math.MaxInt16 / 2 * math.Sin(2*math.Pi*c.hertz*float64(at+i)/Rate))
				binary.LittleEndian.PutUint16(block[i*FrameBytes:], uint16(sample))
			}
			coded = coder.Append(coded, block)
		}
		var sides [2]float64
		for i, b := range coded {
			sides[i%2] += testkit.FromMuLaw(b) * testkit.FromMuLaw(b)
		}
		is := 10 * math.Log10(sides[0]/float64(len(coded)/2)/(math.MaxInt16/2*math.MaxInt16/2/2))
		if is < c.least || is > c.most || sides[1] != 0 {
			t.Errorf("%v Hz: %.2f dB, and %v on the other side", c.hertz, is, sides[1])
		}
	}
}

func TestTheHeaderForALineIsThatOfEndlessSunAudio(t *testing.T) {
	const want = ".snd\x00\x00\x00\x20\xff\xff\xff\xff\x00\x00\x00\x01\x00\x00\x2b\x11\x00\x00\x00\x02hello\x00\x00\x00"
	if got := string(LineHeader("hello")); got != want {
		t.Errorf("%q", got)
	}
	if got := LineHeader("1234"); len(got) != 32 || !strings.HasSuffix(string(got), "\x00") { // a note ends in 0
		t.Errorf("%q", got)
	}
}

func BenchmarkLine(b *testing.B) {
	var coder LineCoder
	block, coded := make([]byte, BlockBytes), []byte{}
	for b.Loop() {
		coded = coder.Append(coded[:0], block)
	}
	b.ReportMetric(100*b.Elapsed().Seconds()/(float64(b.N)*BlockFrames/Rate), "%-of-a-core")
}
