package replay

import (
	"encoding/binary"
	"errors"
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"dogfight/game"
	"dogfight/proto"
)

var long = flag.Bool("long", false, "break every byte of a replay, forge thousands of files and play replays of three hours, not a sample of each")

// every returns the step of a loop over all cases: 1 with -long, and n without, which tries every nth case.
func every(n int) int {
	if *long {
		return 1
	}
	return n
}

// survives does all that can be done with any file: nothing panics or is slow, and a playable part is a consistent match.
func survives(t testing.TB, b []byte) {
	t.Helper()
	f, err := Parse(b)
	if err != nil {
		return
	}
	if f.Whole > len(b) || f.LastTick < f.Head.First || f.Keyframes < 1 {
		t.Fatalf("%d of %d bytes are whole, of the ticks %d to %d, with %d keyframes", f.Whole, len(b), f.Head.First, f.LastTick, f.Keyframes)
	}
	for i := range f.Notes {
		if n := &f.Notes[i]; n.Tick < f.Head.First || n.Tick > f.LastTick || i > 0 && n.Tick < f.Notes[i-1].Tick {
			t.Fatalf("a note is of tick %d", n.Tick)
		}
	}
	f.Roster(f.LastTick)
	if f.Seal != nil && f.Seal.Check() == nil && string(f.Seal.Certificate) == "certificate" {
		t.Fatal("a seal without a certificate is accepted")
	}
	c, err := f.Play()
	if err != nil {
		if f.Verify(nil) == nil {
			t.Fatalf("a file that does not play is verified: %v", err)
		}
		return
	}
	length := f.LastTick - f.Head.First
	for _, at := range []game.Tick{length, 0, length / 2, length - length/3, 1} {
		to := min(f.Head.First+at, f.LastTick)
		if err := c.Seek(to); err == nil && c.World.Tick != to {
			t.Fatalf("Seek goes to tick %d instead of %d", c.World.Tick, to)
		}
		for range 3 {
			before := c.World
			if _, ok, err := c.Step(nil); !ok && c.World != before || ok && (err != nil || c.World.Tick != before.Tick+1) {
				t.Fatalf("a step from tick %d leads to tick %d: %v, %v", before.Tick, c.World.Tick, ok, err)
			}
		}
	}
	if wrong := f.Verify(nil); wrong == nil {
		verified(t, f)
	}
	f.Cut(f.Head.First+length/3, f.LastTick-length/3)
}

// verified fails unless a consistent file can be played everywhere, cut and continued.
func verified(t testing.TB, f *File) {
	t.Helper()
	w, world, err := f.Cut(0, f.LastTick)
	if err != nil {
		t.Fatalf("it is verified, and cannot be cut: %v", err)
	}
	if err := w.End(f.Result, world, nil, nil); err != nil {
		t.Fatal(err)
	}
	again, err := Parse(w.Take(nil))
	if err != nil || again.Torn != nil || again.LastTick != f.LastTick {
		t.Fatalf("the cut part is not a file of its kind: %v", err)
	}
	if !f.Ended {
		e := f.Continue(world)
		for range 3 {
			world.Step(f.Setup, nil, nil)
			e.Tick(nil, world, world.Hash(), nil)
		}
		e.Flush(world)
		if e.now != f.LastTick+3 {
			t.Fatalf("it was continued up to tick %d instead of %d", e.now, f.LastTick+3)
		}
	}
}

func TestAForgedFileWithCorrectCRCsIsAnErrorOrAMatch(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	files := [][]piece{piecesOf(t, liveMatch(t, 7, 1000)), piecesOf(t, aMatch(t, game.Last, 3, 700)), piecesOf(t, aMatch(t, game.Waves, 3, 700))}
	other := piecesOf(t, aSeededMatch(t, 9, game.Teams, 4, 700))
	tries := 150
	if *long {
		tries = 30000
	}
	for range tries {
		pieces := slices.Clone(files[r.IntN(len(files))])
		for range 1 + r.IntN(2) {
			pieces = bend(r, pieces, other)
		}
		survives(t, forged(pieces))
	}
}

// bend changes one value in a file.
func bend(r *rand.Rand, pieces, other []piece) []piece {
	at := r.IntN(len(pieces))
	if r.IntN(2) == 0 { // in one of the many kinds, not in one of the many orders
		kinds := kindsOf(pieces)
		kind := kinds[r.IntN(len(kinds))]
		for pieces[at].kind != kind {
			at = r.IntN(len(pieces))
		}
	}
	p := slices.Clone(pieces[at].payload)
	where := func() int { return r.IntN(min(len(p), 1<<r.IntN(16))) } // mostly in front
	switch what := r.IntN(10); {
	case what == 0:
		return slices.Delete(pieces, at, at+1)
	case what == 1:
		return slices.Insert(pieces, at, pieces[r.IntN(len(pieces))])
	case what == 2:
		pieces[at] = other[r.IntN(len(other))]
		return pieces
	case what == 3:
		pieces[at].kind = byte(r.IntN(12))
	case len(p) == 0:
	case what == 4:
		p = p[:where()]
	case what == 5:
		p = append(p, byte(r.Uint32()))
	case what == 6: // bounds
		copy(p[where():], [][]byte{{0, 0, 0, 0}, {255, 255, 255, 255}, {255, 0, 0, 0}, {0, 1}, {2, 88}, {2, 89}}[r.IntN(6)])
	default:
		p[where()] ^= 1 << r.IntN(8)
	}
	pieces[at].payload = p
	return pieces
}

func TestForgedFilesAtTheBoundsSurvive(t *testing.T) {
	whole := piecesOf(t, aMatch(t, game.Deathmatch, 2, 1300))
	for what, forge := range map[string]func(p []piece) []piece{
		"the first tick is the last there is":          func(p []piece) []piece { return setTick(p, 0xffffffff) },
		"the first tick is one before the end of time": func(p []piece) []piece { return setTick(p, 0xfeffffff) },
		"the first tick is 0":                          func(p []piece) []piece { return setTick(p, 0) },
		"no orders, and ten thousand keyframes": func(p []piece) []piece {
			return append(slices.Clone(p[:3]), slices.Repeat([]piece{p[2]}, 10000)...)
		},
		"ten thousand states": func(p []piece) []piece {
			return append(slices.Clone(p[:3]), slices.Repeat([]piece{{stateChunk, []byte("x")}}, 10000)...)
		},
		"ten thousand pilots": func(p []piece) []piece {
			for id := range uint16(10000) {
				n := Note{Tick: 100, Kind: NoteJoined, Pilot: proto.Pilot{ID: 10000 - id, Slot: proto.NoSlot}}
				p = slices.Insert(p, 3, piece{notesChunk, appendNote([]byte{0, 0, 0, 100}, &n)})
			}
			return p
		},
		"more notes than there may be": func(p []piece) []piece {
			n := Note{Tick: 100, Kind: NoteLeft}
			payload := []byte{0, 0, 0, 100}
			for range 100000 {
				payload = appendNote(payload, &n)
			}
			return append(slices.Clone(p[:3]), slices.Repeat([]piece{{notesChunk, payload}}, 20)...)
		},
		"zeros for orders": func(p []piece) []piece {
			o := slices.Clone(p[4].payload[:spanHead])
			binary.BigEndian.PutUint16(o[4:], KeyframeEvery)
			p[4].payload = append(o, make([]byte, maxPayload-100)...)
			return p[:5]
		},
		"ones for orders": func(p []piece) []piece {
			o := append(slices.Clone(p[4].payload[:spanHead]), make([]byte, 75)...)
			p[4].payload = append(o, slices.Repeat([]byte{255}, 100000)...)
			return p[:5]
		},
	} {
		t.Run(what, func(t *testing.T) { survives(t, forged(forge(slices.Clone(whole)))) })
	}
}

// setTick makes head and keyframe start the file at a tick.
func setTick(p []piece, at uint32) []piece {
	head, _ := parseHead(p[0].payload)
	head.First = game.Tick(at)
	p[0].payload = headPayload(head)
	for i := range p {
		if p[i].kind == keyframeChunk {
			b := slices.Clone(p[i].payload)
			binary.BigEndian.PutUint32(b, at)
			binary.BigEndian.PutUint32(b[4:], at) // the World begins with it
			p[i].payload = b
			at += KeyframeEvery
		}
		if p[i].kind == ordersChunk {
			b := slices.Clone(p[i].payload)
			binary.BigEndian.PutUint32(b, at-KeyframeEvery)
			p[i].payload = b
		}
	}
	return p
}

func TestLengthsAreNotBelieved(t *testing.T) {
	b := aMatch(t, game.Deathmatch, 2, 700)
	for _, length := range []uint32{0xffffffff, 0x7fffffff, maxPayload + 1, maxPayload, uint32(len(b))} {
		spoilt := slices.Clone(b)
		binary.BigEndian.PutUint32(spoilt[startLength+1:], length)
		if _, err := Parse(spoilt); err == nil {
			t.Errorf("a chunk of %d bytes is accepted from a file of %d", length, len(b))
		}
	}
	if _, err := Parse(make([]byte, MaxFile+1)); err == nil {
		t.Error("a file longer than the longest is accepted")
	}
	if _, err := Parse([]byte("a letter")); !errors.Is(err, errNoReplay) {
		t.Errorf("a letter is %v", err)
	}
}

func TestAMatchOfAnotherSeedIsNotThatOfTheHead(t *testing.T) {
	p := piecesOf(t, aMatch(t, game.Deathmatch, 2, 700))
	head, err := parseHead(p[0].payload)
	if err != nil {
		t.Fatal(err)
	}
	head.Seed++
	p[0].payload = headPayload(head)
	f := readBack(t, forged(p))
	if _, err := f.Play(); err == nil {
		t.Error("it plays")
	}
	if different := (*DifferenceError)(nil); !errors.As(f.Verify(nil), &different) || different.Tick != 100 {
		t.Errorf("verify reports %v", f.Verify(nil))
	}
}

func TestAFileOfOtherRulesHasItsRecords(t *testing.T) {
	p := piecesOf(t, liveMatch(t, 7, 700))
	head, err := parseHead(p[0].payload)
	if err != nil {
		t.Fatal(err)
	}
	head.Rules++
	p[0].payload = headPayload(head)
	p[1].payload = []byte("a setup of another protocol")
	f := readBack(t, forged(p))
	other := (*OtherRulesError)(nil)
	if _, err := f.Play(); !errors.As(err, &other) || !errors.As(f.Unplayable, &other) || !errors.As(f.Verify(nil), &other) {
		t.Errorf("it plays: %v", err)
	}
	if _, _, err := f.Cut(0, 1000); !errors.As(err, &other) {
		t.Errorf("it is cut: %v", err)
	}
	if f.Result == nil || len(f.Notes) == 0 || len(f.Roster(f.LastTick)) != 3 || f.LastTick != 800 {
		t.Errorf("it has %d notes, %v, up to tick %d", len(f.Notes), f.Result, f.LastTick)
	}
}

func headPayload(head Head) []byte {
	var c proto.FieldCoder
	head.fields(&c)
	return c.Out
}

// appendNote appends a note to a chunk since tick 100.
func appendNote(b []byte, n *Note) []byte {
	c := proto.FieldCoder{Out: b}
	n.fields(&c, 100)
	return c.Out
}
