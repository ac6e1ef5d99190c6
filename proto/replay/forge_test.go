package replay

import (
	"encoding/binary"
	"fmt"
	"slices"
	"testing"

	"dogfight/game"
	"dogfight/game/career"
)

// piece is the kind and the payload of a chunk.
type piece struct {
	kind    byte
	payload []byte
}

// piecesOf splits a whole file into its chunks.
func piecesOf(t testing.TB, b []byte) (pieces []piece) {
	t.Helper()
	crc := uint32(0)
	for b = b[startLength:]; len(b) > 0; {
		chunk, payload, ok := cutChunk(b, crc)
		if !ok {
			t.Fatal("the file is broken")
		}
		pieces, crc = append(pieces, piece{chunk[0], payload}), crcIn(chunk)
		b = b[len(chunk):]
	}
	return pieces
}

// forged puts a file together, with CRCs as they have to be, and with an index that fits if it has one.
func forged(pieces []piece) []byte {
	e := &Writer{out: appendStart(nil)}
	for _, p := range pieces {
		if p.kind == keyframeChunk && len(p.payload) >= 4 {
			e.keys = append(e.keys, key{game.Tick(binary.BigEndian.Uint32(p.payload)), uint32(len(e.out))})
		}
		if p.kind == indexChunk {
			p.payload = nil
			for _, k := range e.keys {
				p.payload = k.append(p.payload)
			}
		}
		e.begin(p.kind)
		e.out = append(e.out, p.payload...)
		e.end()
	}
	return e.out
}

// truth is a match as it was played, by tick.
type truth map[game.Tick]uint64

func truthOf(t testing.TB, b []byte) truth {
	t.Helper()
	c, err := readBack(t, b).Play()
	of := truth{}
	for ok := err == nil; ok; {
		of[c.World.Tick] = c.World.Hash()
		if _, ok, err = c.Step(nil); err != nil {
			t.Fatal(err)
		}
	}
	return of
}

// falseWorld plays a file, there and back, and reports a World that was not in the match. It ignores errors.
func (of truth) falseWorld(f *File) string {
	c, err := f.Play()
	if err != nil {
		return ""
	}
	shows := func(doing string) string {
		if hash, is := of[c.World.Tick]; !is || hash != c.World.Hash() {
			return fmt.Sprintf("%s it shows another World of tick %d", doing, c.World.Tick)
		}
		return ""
	}
	for _, t := range []game.Tick{f.LastTick, f.Head.First, f.Head.First + (f.LastTick-f.Head.First)/2, f.LastTick - 3} {
		if c.Seek(t); shows("by Seek") != "" {
			return shows("by Seek")
		}
	}
	if c, err = f.Play(); err != nil {
		return "it plays only once"
	}
	for ok := true; ok && err == nil; _, ok, err = c.Step(nil) {
		if shows("by Step") != "" {
			return shows("by Step")
		}
	}
	return ""
}

// liveMatch returns the file of a match with all kinds of chunks but a seal, in pieces as a host writes them.
func liveMatch(t testing.TB, seed uint64, ticks int) []byte {
	t.Helper()
	return once(fmt.Sprint("live", seed, ticks), func() []byte { return playLiveMatch(t, seed, ticks) })
}

func playLiveMatch(t testing.TB, seed uint64, ticks int) []byte {
	t.Helper()
	f := readBack(t, aSeededMatch(t, seed, game.Teams, 4, ticks))
	e := NewWriter(f.Head, f.Setup, worldAt(t, f, f.Head.First))
	e.Roster(f.Roster(f.Head.First))
	c, err := f.Play()
	var events game.Events
	for ok := err == nil; ok; {
		var orders []game.Order
		events.List = events.List[:0]
		if orders, ok, err = c.Step(&events); err != nil {
			t.Fatal(err)
		}
		if !ok {
			break
		}
		e.Tick(orders, &c.World, c.World.Hash(), events.List)
		if c.World.Tick%15 == 0 {
			e.Flush(&c.World)
		}
		switch c.World.Tick % 450 {
		case 117:
			e.Say(1, "well flown")
			e.Mark("here")
		case 200:
			e.State(fmt.Append(nil, "seats", c.World.Tick), c.World.Tick)
		case 333:
			e.Roster(f.Roster(f.Head.First)[1:])
		}
	}
	result := &career.Match{Finished: true, Flights: []career.Flight{{Pilot: 1, Name: "bot", Class: "scout", Weapon: "laser"}}}
	copy(result.TeamScores[:], c.World.TeamScores[1:])
	if err := e.End(result, &c.World, []byte("certificate"), func([]byte) ([]byte, error) { return []byte("signature"), nil }); err != nil {
		t.Fatal(err)
	}
	return e.Take(nil)
}

func worldAt(t testing.TB, f *File, at game.Tick) *game.World {
	t.Helper()
	c, err := f.Play()
	if err == nil {
		err = c.Seek(at)
	}
	if err != nil {
		t.Fatal(err)
	}
	return &c.World
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// kindsOf returns which kinds of chunks there are.
func kindsOf(pieces []piece) (kinds []byte) {
	for _, p := range pieces {
		kinds = append(kinds, p.kind)
	}
	slices.Sort(kinds)
	return slices.Compact(kinds)
}
