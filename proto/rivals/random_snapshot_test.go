package rivals_test

import (
	"testing"

	"pgregory.net/rapid"

	"dogfight/game"
)

// randomSnapshot draws one with some of the few entities that there may be, so
// that two have some in common.
func randomSnapshot(t *rapid.T, tick game.Tick) snapshot {
	sn := snapshot{tick: tick}
	for _, number := range []uint16{0, 1, 63, 64, 575, 576, 640, 703, 704, 767, 768} {
		if rapid.Bool().Draw(t, "there") {
			sn.entities = append(sn.entities, randomEntity(t, number))
		}
	}
	return sn
}

func randomEntity(t *rapid.T, number uint16) entity {
	e := entity{number: number}
	for i, f := range kinds[kindOf(number)].fields {
		e.fields[i] = unfold(fold(rapid.Int32().Draw(t, f.name), f.bits), f.bits)
	}
	return e
}

func TestDeltasLeadFromAnySnapshotToAny(t *testing.T) {
	for _, c := range []codec{&quake3{}, &quake3{code: quake3Code()}, &teeworlds{code: teeworldsCode()}} {
		rapid.Check(t, func(t *rapid.T) {
			base := frame{snapshot: randomSnapshot(t, 1000)}
			now := frame{snapshot: randomSnapshot(t, 1006)}
			b := c.encode(nil, &base, &now)
			if err := c.decode(b, &base); err != nil {
				t.Fatal(err)
			}
			if !c.arrived(&now) {
				t.Error("a snapshot came back different")
			}
			for n := range b {
				if c.decode(b[:n], &base) == nil {
					t.Errorf("%d of %d bytes were taken", n, len(b))
				}
			}
		})
	}
}

func TestDeltaOfAnotherBaseIsRefused(t *testing.T) {
	m := theMatch()
	for _, c := range []codec{&quake3{}, &teeworlds{code: teeworldsCode()}, &ours{match: m}} {
		b := c.encode(nil, &m.frames[100], &m.frames[103])
		if c.decode(b, &m.frames[101]) == nil {
			t.Errorf("%T: a delta was taken from another base", c)
		}
	}
}
