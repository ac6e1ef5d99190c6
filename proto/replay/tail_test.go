package replay

import (
	"encoding/binary"
	"slices"
	"testing"

	"dogfight/game"
)

// filmed lets a Tail read a file in pieces of some chunks each.
func filmed(t testing.TB, tail *Tail, b []byte) {
	t.Helper()
	tail.Reset()
	from, at := 0, startLength
	for at < len(b) {
		at += around + int(binary.BigEndian.Uint32(b[at+1:]))
		if at-from > 500 || at == len(b) {
			if err := tail.Append(b[from:at]); err != nil {
				t.Fatal(err)
			}
			from = at
		}
	}
}

// fileOf parses the file of a Tail from a tick on.
func fileOf(tail *Tail, from game.Tick) (*File, error) {
	b, err := tail.Bytes(from)
	if err != nil {
		return nil, err
	}
	return Parse(b)
}

func TestATailThatHasRoomIsTheFile(t *testing.T) {
	b := aMatch(t, game.Deathmatch, 4, 1500)
	var tail Tail
	filmed(t, &tail, b)
	whole := readBack(t, b)
	f, err := fileOf(&tail, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Verify(nil); err != nil || f.Torn != nil {
		t.Fatal(err, f.Torn)
	}
	if !f.Head.Whole || f.LastTick != whole.LastTick || !slices.Equal(f.Notes, whole.Notes) || f.Result == nil || tail.Now() != whole.LastTick {
		t.Errorf("it is of ticks %d to %d with %d notes, expected to %d with %d", f.Head.First, f.LastTick, len(f.Notes), whole.LastTick, len(whole.Notes))
	}
}

func TestATailHasTheNewestPart(t *testing.T) {
	b := aMatch(t, game.Teams, 8, 5000)
	whole := readBack(t, b)
	tail := Tail{Most: 3000}
	filmed(t, &tail, b)
	if tail.Size() > tail.Most {
		t.Errorf("it keeps %d bytes, expected at most %d", tail.Size(), tail.Most)
	}
	for _, from := range []game.Tick{0, whole.LastTick - 240, whole.LastTick} {
		f, err := fileOf(&tail, from)
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Verify(nil); err != nil || f.Torn != nil {
			t.Fatal(err, f.Torn)
		}
		if f.LastTick != whole.LastTick || f.Head.First == whole.Head.First || from != 0 && (f.Head.First > from || f.Head.First+2*KeyframeEvery < from) {
			t.Errorf("from tick %d it is of ticks %d to %d", from, f.Head.First, f.LastTick)
		}
		if !slices.Equal(f.Roster(f.LastTick), whole.Roster(whole.LastTick)) {
			t.Errorf("the roster is %v", f.Roster(f.LastTick))
		}
		one, err := f.Play()
		if err != nil {
			t.Fatal(err)
		}
		other, _ := whole.Play()
		at := f.LastTick - 100
		if one.Seek(at) != nil || other.Seek(at) != nil || one.World != other.World {
			t.Errorf("tick %d is another World", at)
		}
	}
}

func TestATailBeginsAgainWithAnotherFile(t *testing.T) {
	var tail Tail
	if _, err := fileOf(&tail, 0); err != errNoFilm {
		t.Errorf("got %v, expected that there is nothing", err)
	}
	filmed(t, &tail, aMatch(t, game.Deathmatch, 2, 900))
	filmed(t, &tail, aMatch(t, game.Deathmatch, 3, 100))
	if f, err := fileOf(&tail, 0); err != nil || len(f.Roster(f.LastTick)) != 3 {
		t.Errorf("%v, expected the second match", err)
	}
	b := aMatch(t, game.Deathmatch, 2, 100)
	b[len(b)/2] ^= 1
	tail.Reset()
	if tail.Append(b) == nil {
		t.Error("took a broken chunk")
	}
	if _, err := fileOf(&tail, 0); err == nil {
		t.Error("plays a broken file")
	}
}
