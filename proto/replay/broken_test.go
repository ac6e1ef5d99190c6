package replay

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"dogfight/game"
)

// broken fails unless a reader accepts at most a beginning of the true file from a spoilt one.
func (of truth) broken(t *testing.T, what string, spoilt, whole []byte, play bool) {
	t.Helper()
	f, err := Parse(spoilt)
	if err != nil {
		return // it was found
	}
	if f.Whole > len(whole) || !bytes.Equal(spoilt[:f.Whole], whole[:f.Whole]) {
		t.Fatalf("%s: a chunk of another match is accepted, up to byte %d", what, f.Whole)
	}
	if (f.Torn == nil) != (f.Whole == len(spoilt)) {
		t.Fatalf("%s: torn is %v, of %d bytes %d are whole", what, f.Torn, len(spoilt), f.Whole)
	}
	if f.Torn == nil && !bytes.HasPrefix(whole, spoilt) {
		t.Fatalf("%s: nothing is found", what)
	}
	if play {
		if wrong := of.falseWorld(f); wrong != "" {
			t.Fatalf("%s: %s", what, wrong)
		}
	}
}

func TestAnyByteThatIsAnotherIsFound(t *testing.T) {
	b := liveMatch(t, 7, 1300)
	of := truthOf(t, b)
	r := rand.New(rand.NewPCG(1, 2))
	chunks := slices.Collect(chunksOf(b[startLength:]))
	last := len(chunks[len(chunks)-1]) // its greater length looks like a missing end
	tried := 0
	for at := 0; at < len(b); at += every(31) {
		spoilt := slices.Clone(b)
		spoilt[at] ^= byte(1 + r.IntN(255))
		of.broken(t, "a byte is another", spoilt, b, tried%29 == 0)
		tried++
		f, err := Parse(spoilt)
		if err == nil && (f.Torn == nil || f.Whole > at) {
			t.Fatalf("byte %d is another, and bytes up to %d are accepted", at, f.Whole)
		}
		if err == nil && !f.Broken && at < len(b)-last {
			t.Fatalf("byte %d is another, and it passes for a file that was cut off", at)
		}
	}
	t.Logf("%d of %d bytes, each of which was another", tried, len(b))
}

func TestAnyBeginningPlays(t *testing.T) {
	b := liveMatch(t, 7, 1300)
	of := truthOf(t, b)
	last, parsed, tried := game.Tick(0), 0, 0
	for n := 0; n < len(b); n += every(31) {
		of.broken(t, "it is cut off", b[:n:n], b, tried%29 == 0)
		tried++
		f, err := Parse(b[:n:n])
		if err != nil {
			if parsed > 0 {
				t.Fatalf("the first %d bytes do not parse, fewer did: %v", n, err)
			}
			continue
		}
		if parsed++; f.Broken {
			t.Fatalf("the first %d bytes pass for a file that was changed", n)
		}
		if f.LastTick < last {
			t.Fatalf("the first %d bytes play up to tick %d, fewer up to tick %d", n, f.LastTick, last)
		}
		last = f.LastTick
	}
	t.Logf("%d of %d beginnings play", parsed, tried)
}

func TestChunksSwappedDoubledOrDroppedAreFound(t *testing.T) {
	t.Parallel()
	b := liveMatch(t, 7, 700)
	of := truthOf(t, b)
	chunks := slices.Collect(chunksOf(b[startLength:]))
	put := func(chunks ...[]byte) []byte { return append(appendStart(nil), bytes.Join(chunks, nil)...) }
	n := 0
	for i := range chunks {
		doubled := slices.Insert(slices.Clone(chunks), i, chunks[i])
		of.broken(t, "a chunk is doubled", put(doubled...), b, i%every(6) == 0)
		dropped := slices.Delete(slices.Clone(chunks), i, i+1)
		of.broken(t, "a chunk is dropped", put(dropped...), b, i%every(6) == every(6)/2)
		for j := i % every(17); j < i; j += every(17) {
			swapped := slices.Clone(chunks)
			swapped[i], swapped[j] = swapped[j], swapped[i]
			of.broken(t, "two chunks are swapped", put(swapped...), b, n%29 == 0)
			again := slices.Insert(slices.Clone(chunks), i, chunks[j])
			of.broken(t, "a chunk comes again later", put(again...), b, n%29 == 0)
			n++
		}
	}
	t.Logf("%d chunks, %d pairs", len(chunks), n)
}

func TestChunksOfAnotherFileAreFound(t *testing.T) {
	b, other := liveMatch(t, 7, 700), liveMatch(t, 8, 700)
	of := truthOf(t, b)
	chunks, others := slices.Collect(chunksOf(b[startLength:])), slices.Collect(chunksOf(other[startLength:]))
	n := 0
	for i := range chunks {
		for j := i % every(31); j < len(others); j += every(31) {
			if i > 1 && bytes.Equal(chunks[i], others[j]) {
				continue
			}
			spliced := slices.Clone(chunks)
			spliced[i] = others[j]
			of.broken(t, "a chunk is of another file", append(appendStart(nil), bytes.Join(spliced, nil)...), b, n%29 == 0)
			n++
		}
		tail := append(slices.Clone(chunks[:i+1]), others[min(i+1, len(others)):]...)
		of.broken(t, "the rest is of another file", append(appendStart(nil), bytes.Join(tail, nil)...), b, i%every(3) == 0)
	}
	t.Logf("%d times a chunk of another file", n)
}
