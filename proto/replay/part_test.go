package replay

import (
	"slices"
	"testing"

	"dogfight/game"
)

func TestAPartFromTheBeginningIsTheFile(t *testing.T) {
	whole := readBack(t, aMatch(t, game.Deathmatch, 4, 1500))
	f := readBack(t, whole.From(0))
	if err := f.Verify(nil); err != nil {
		t.Fatal(err)
	}
	if !f.Head.Whole || f.LastTick != whole.LastTick || !slices.Equal(f.Notes, whole.Notes) || f.Result == nil {
		t.Errorf("it is of ticks %d to %d with %d notes, expected to %d with %d", f.Head.First, f.LastTick, len(f.Notes), whole.LastTick, len(whole.Notes))
	}
}

func TestAPartIsTheNewest(t *testing.T) {
	b := aMatch(t, game.Teams, 8, 5000)
	whole, err := Skim(b)
	if err != nil {
		t.Fatal(err)
	}
	newest := whole.Newest(3000)
	if len(newest) > 3000+4096 { // with its head and setup
		t.Errorf("the newest part has %d bytes", len(newest))
	}
	all := readBack(t, b)
	for from, part := range map[game.Tick][]byte{0: newest, whole.LastTick - 240: whole.From(whole.LastTick - 240), whole.LastTick: readBack(t, newest).From(whole.LastTick)} {
		f := readBack(t, part)
		if err := f.Verify(nil); err != nil {
			t.Fatal(err)
		}
		if f.LastTick != whole.LastTick || f.Head.First == whole.Head.First || f.Head.Whole || from != 0 && (f.Head.First > from || f.Head.First+KeyframeEvery < from) {
			t.Errorf("from tick %d it is of ticks %d to %d", from, f.Head.First, f.LastTick)
		}
		if !slices.Equal(f.Roster(f.LastTick), whole.Roster(whole.LastTick)) {
			t.Errorf("the roster is %v", f.Roster(f.LastTick))
		}
		one, err := f.Play()
		if err != nil {
			t.Fatal(err)
		}
		other, _ := all.Play()
		at := f.LastTick - 100
		if one.Seek(at) != nil || other.Seek(at) != nil || one.World != other.World {
			t.Errorf("tick %d is another World", at)
		}
	}
}

func TestAPartHasNoStates(t *testing.T) {
	f := readBack(t, logged(t, 90))
	part := readBack(t, f.Newest(0))
	if f.State == nil || part.State != nil || part.Sizes.State != 0 || part.LastTick != f.LastTick {
		t.Errorf("the part up to tick %d has %d bytes of states", part.LastTick, part.Sizes.State)
	}
}

func TestPiecesContinueThePartThatIsLeft(t *testing.T) {
	b := aMatch(t, game.Deathmatch, 8, 5000)
	const most = 1000
	var part []byte
	dropped := 0
	for from, at := 0, startLength; from < len(b); {
		if at += chunkLength(b[at:]); at-from < 500 && at < len(b) {
			continue // pieces have some chunks each
		}
		part = Append(part, b[from:at])
		from = at
		if len(part) > 3*most {
			f, err := Skim(part)
			if err != nil || f.Torn != nil {
				t.Fatal(err, f)
			}
			part = f.Newest(most)
			dropped++
		}
	}
	f, whole := readBack(t, part), readBack(t, b)
	if err := f.Verify(nil); err != nil || dropped < 2 {
		t.Fatal(err, dropped)
	}
	if f.LastTick != whole.LastTick || f.Result == nil || !slices.Equal(f.Roster(f.LastTick), whole.Roster(whole.LastTick)) {
		t.Errorf("it is of ticks %d to %d, with the roster %v", f.Head.First, f.LastTick, f.Roster(f.LastTick))
	}
}
