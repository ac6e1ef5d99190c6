package replay

import (
	"encoding/binary"
	"fmt"
	"slices"
	"testing"

	"dogfight/assets"
	"dogfight/game"
)

// logged returns the bytes of a log as a host writes it: the state beside the World is another after each span of 15 ticks, or
// after every other.
func logged(t *testing.T, spans int) []byte {
	t.Helper()
	arena, err := assets.Arena("open")
	if err != nil {
		t.Fatal(err)
	}
	s := &game.Setup{Arena: arena, Classes: assets.Classes(), Weapons: assets.Weapons()}
	w := game.NewWorldAt(s, 7, 100)
	e := NewWriter(NewHead(s, 100), s, &w)
	e.State([]byte("at 100"), 100)
	for range spans {
		for n := range 15 {
			w.Step(s, nil, nil)
			if n == 14 && (w.Tick-100)%30 == 0 {
				e.State(fmt.Appendf(nil, "at %d", w.Tick), w.Tick)
			}
			e.Tick(nil, &w, w.Hash(), nil)
		}
		e.Flush(&w)
	}
	return e.Take(nil)
}

func TestTheStateOfALogCutAnywhereIsTheOneBeforeTheCut(t *testing.T) {
	whole := logged(t, 45) // and so over a keyframe
	last := game.Tick(0)
	for n := len(whole) % every(7); n <= len(whole); n += every(7) { // the last is all of it
		f, err := Parse(whole[:n])
		if err != nil {
			continue
		}
		if want := fmt.Sprint("at ", f.LastTick-(f.LastTick-100)%30); f.State != nil && string(f.State) != want {
			t.Fatalf("%d bytes: at tick %d there is %q, expected %q", n, f.LastTick, f.State, want)
		}
		if f.State == nil && f.LastTick > 100 {
			t.Fatalf("%d bytes: no state at tick %d", n, f.LastTick)
		}
		last = f.LastTick
	}
	if last != 100+45*15 {
		t.Errorf("the log goes up to tick %d", last)
	}
}

func TestOnlyOneStateATickIsStoredAhead(t *testing.T) {
	pieces := piecesOf(t, logged(t, 0))
	for i := range 5 * KeyframeEvery {
		from := 100 + 1 + i*7%KeyframeEvery
		pieces = append(pieces, piece{stateChunk, fmt.Appendf(binary.BigEndian.AppendUint32(nil, uint32(from)), "state %d", i)})
	}
	f := readBack(t, forged(pieces))
	if string(f.State) != "at 100" || len(f.ahead) > KeyframeEvery { // otherwise the time for a file grows with its square
		t.Errorf("the state is %q, %d are ahead", f.State, len(f.ahead))
	}
	f.LastTick += KeyframeEvery
	if f.updateState(); string(f.State) != fmt.Sprintf("state %d", 5*KeyframeEvery-1) {
		t.Errorf("at tick %d there is %q", f.LastTick, f.State)
	}
}

func TestAFileHasSoManyChunksOfAKind(t *testing.T) {
	whole := logged(t, 1)
	pieces := piecesOf(t, whole)
	f := readBack(t, whole)
	for _, p := range pieces[3:] {
		f.chunks[p.kind] = maxChunks
		b := forged(append(slices.Clone(pieces), p))[len(whole):]
		if err := f.takeChunk(b); err == nil || f.Whole != len(whole) {
			t.Errorf("one more of kind %d is accepted: %v", p.kind, err)
		}
	}
}

func TestAContinuedLogHasTheStateOfItsNewWriter(t *testing.T) {
	whole := logged(t, 10)
	f, err := Parse(whole)
	if err != nil {
		t.Fatal(err)
	}
	for cut := f.Whole - 1; ; cut-- { // up to where a state is there and the orders that lead there are not
		if f, err = Parse(whole[:cut]); err != nil {
			t.Fatal("there is no such place")
		}
		if len(f.ahead) > 0 {
			break
		}
	}
	c, err := f.Play()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Seek(f.LastTick); err != nil {
		t.Fatal(err)
	}
	e := f.Continue(&c.World)
	e.State([]byte("another life"), c.World.Tick)
	for range 40 {
		c.World.Step(f.Setup, nil, nil)
		e.Tick(nil, &c.World, c.World.Hash(), nil)
	}
	e.Flush(&c.World)
	again, err := Parse(e.Take(whole[:f.Whole:f.Whole]))
	if err != nil || again.Torn != nil {
		t.Fatal(err, again.Torn)
	}
	if string(again.State) != "another life" || again.LastTick != f.LastTick+40 {
		t.Errorf("at tick %d there is %q", again.LastTick, again.State)
	}
	if err := again.Verify(nil); err != nil {
		t.Error(err)
	}
	if kept, _, err := again.Cut(0, again.LastTick); err != nil {
		t.Error(err)
	} else if f, err := Parse(kept.Take(nil)); err != nil || f.State != nil {
		t.Errorf("the stored part has the state %q, %v", f.State, err)
	}
}

func TestALogContinuesFromAnyCut(t *testing.T) {
	t.Parallel()
	whole := logged(t, 41)
	for n := len(whole); n > 0; n -= every(9) * (1 + n%7) {
		f, err := Parse(whole[:n])
		if err != nil {
			break
		}
		c, err := f.Play()
		if err == nil {
			err = c.Seek(f.LastTick)
		}
		if err != nil {
			t.Fatal(err)
		}
		e := f.Continue(&c.World)
		for range 620 {
			c.World.Step(f.Setup, nil, nil)
			e.Tick(nil, &c.World, c.World.Hash(), nil)
		}
		e.Flush(&c.World)
		again, err := Parse(e.Take(whole[:f.Whole:f.Whole]))
		if err != nil || again.Torn != nil || again.LastTick != f.LastTick+620 {
			t.Fatalf("cut to %d bytes, it continues to tick %d: %v, %v", n, again.LastTick, err, again.Torn)
		}
	}
}
