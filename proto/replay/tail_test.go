package replay

import (
	"slices"
	"testing"

	"dogfight/game"
)

// tailOf returns a Tail with the pieces of a file, each of some chunks. It is shortened after each piece, unless most is 0.
func tailOf(b []byte, most int) *Tail {
	tail := &Tail{}
	for from, at := 0, startLength; from < len(b); {
		if at += chunkLength(b[at:]); at-from < 500 && at < len(b) {
			continue
		}
		tail.Add(b[from:at])
		from = at
		if most > 0 {
			tail.Shorten(most)
		}
	}
	return tail
}

// part returns the part of a Tail from a tick on.
func part(t *testing.T, tail *Tail, from game.Tick) *File {
	t.Helper()
	f, err := tail.File(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Verify(nil); err != nil || f.Torn != nil {
		t.Fatal(err, f.Torn)
	}
	return f
}

func TestAnEmptyTailHasNoFile(t *testing.T) {
	if f, err := new(Tail).File(0); err == nil {
		t.Errorf("it has %+v", f)
	}
}

func TestATailFromTheBeginningIsTheFile(t *testing.T) {
	b := aMatch(t, game.Deathmatch, 4, 1500)
	whole, f := readBack(t, b), part(t, tailOf(b, 0), 0)
	if !f.Head.Whole || f.LastTick != whole.LastTick || !slices.Equal(f.Notes, whole.Notes) || f.Result == nil {
		t.Errorf("it is of ticks %d to %d with %d notes, expected to %d with %d", f.Head.First, f.LastTick, len(f.Notes), whole.LastTick, len(whole.Notes))
	}
}

func TestATailIsTheNewestPart(t *testing.T) {
	const most = 3000
	b := aMatch(t, game.Teams, 8, 5000)
	whole := readBack(t, b)
	long, short := tailOf(b, 0), tailOf(b, most)
	if short.size > most+4096 || len(short.stretches) == 0 { // with its head and setup
		t.Errorf("%d bytes are left of %d", short.size, long.size)
	}
	end := whole.LastTick
	for _, f := range []*File{part(t, short, 0), part(t, long, end-240), part(t, short, end-240), part(t, short, end)} {
		if f.LastTick != end || f.Head.First == whole.Head.First || f.Head.Whole || f.Result == nil {
			t.Errorf("it is of ticks %d to %d", f.Head.First, f.LastTick)
		}
		if !slices.Equal(f.Roster(f.LastTick), whole.Roster(whole.LastTick)) {
			t.Errorf("the roster is %v", f.Roster(f.LastTick))
		}
		one, err := f.Play()
		if err != nil {
			t.Fatal(err)
		}
		other, _ := whole.Play()
		at := end - 100
		if one.Seek(at) != nil || other.Seek(at) != nil || one.World != other.World {
			t.Errorf("tick %d is another World", at)
		}
	}
	for from := end - 2*KeyframeEvery; from <= end; from += 100 {
		if f := part(t, long, from); f.Head.First > from || f.Head.First+KeyframeEvery <= from && f.Head.First+KeyframeEvery < end {
			t.Errorf("from tick %d it begins at tick %d", from, f.Head.First)
		}
	}
}

func TestATailHasNoStates(t *testing.T) {
	f := readBack(t, logged(t, 90))
	left := part(t, tailOf(f.Bytes(), 1), 0)
	if f.State == nil || left.State != nil || left.Sizes.State != 0 || left.LastTick != f.LastTick {
		t.Errorf("the part up to tick %d has %d bytes of states", left.LastTick, left.Sizes.State)
	}
}

func TestACopyOfATailDoesNotChangeWithIt(t *testing.T) {
	b := aMatch(t, game.Deathmatch, 8, 5000)
	var tail Tail
	at := startLength
	for at < len(b)/2 {
		at += chunkLength(b[at:])
	}
	tail.Add(b[:at])
	before := tail
	want := part(t, &before, 0)
	tail.Add(b[at:])
	tail.Shorten(1)
	got := part(t, &before, 0)
	if !slices.Equal(got.Bytes(), want.Bytes()) || tail.size >= before.size {
		t.Errorf("the copy had ticks %d to %d, and has %d to %d", want.Head.First, want.LastTick, got.Head.First, got.LastTick)
	}
}
