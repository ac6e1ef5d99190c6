package playback

import (
	"strconv"
	"testing"
	"testing/synctest"

	"dogfight/game"
	"dogfight/proto/replay"
	"dogfight/ui/play/playtest"
)

func TestTheReplayCanBeReadDuringTheMatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := playtest.Record(t, playtest.Match{Ships: 8, Ticks: 60 * game.TickRate})
		whole, err := replay.Parse(b)
		if err != nil {
			t.Fatal(err)
		}
		r := NewBuffer(0)
		if _, err := r.File(0); err == nil {
			t.Error("there is a replay before the first piece")
		}
		r.Take(replay.Piece{First: true, Bytes: b})
		if r.Highlight() != nil {
			t.Error("there is a highlight before the end of the match")
		}
		f, err := r.File(whole.LastTick - 240)
		if err != nil || f.Verify(nil) != nil {
			t.Fatal(err, f.Verify(nil))
		}
		if f.Head.First > whole.LastTick-240 || f.Head.First < whole.LastTick-240-2*replay.KeyframeEvery {
			t.Errorf("the replay of the last four seconds begins at tick %d of %d", f.Head.First, whole.LastTick)
		}
		r.Take(replay.Piece{Ended: true})
		if r.Highlight() != nil {
			t.Error("the search did not run in the background")
		}
		synctest.Wait()
		got, want := r.Highlight(), replay.BestHighlight(whole, nil)
		if got == nil || want == nil || got.Words != want.Words || got.From != want.From || got.Slot != want.Slot {
			t.Errorf("the highlight is %+v, expected %+v", got, want)
		}
		r.Take(replay.Piece{First: true, Bytes: results(t, whole)})
		r.Take(replay.Piece{Ended: true})
		if again := r.Highlight(); again != got {
			t.Errorf("while results are recorded the highlight is %+v", again)
		}
		r.Take(replay.Piece{First: true, Bytes: playtest.Record(t, playtest.Match{Ships: 2, Ticks: 10})})
		if r.Highlight() != nil {
			t.Error("the former match's highlight is still stored")
		}
		r.Close()
	})
}

// results returns a recording of the results after a match.
func results(t *testing.T, of *replay.File) []byte {
	c, err := of.Play()
	if err != nil {
		t.Fatal(err)
	}
	c.World.Status = game.Closed
	return replay.NewWriter(replay.NewHead(of.Setup, c.World.Tick), of.Setup, &c.World).Take(nil)
}

func TestAClosedBufferDoesNotSearch(t *testing.T) {
	r := NewBuffer(0)
	r.Take(replay.Piece{First: true, Ended: true, Bytes: playtest.Record(t, playtest.Match{Ships: 8, Ticks: 600})})
	r.Close()
	if r.Highlight() != nil || r.searched != 0 {
		t.Error("it searched for a highlight")
	}
}

func TestALongMatchIsBounded(t *testing.T) {
	b := playtest.Record(t, playtest.Match{Ships: 64, Ticks: 60 * game.TickRate})
	r := NewBuffer(20_000)
	r.Take(replay.Piece{First: true, Bytes: b})
	f, err := r.File(0)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(f.Bytes()); n > 20_000 || n < 10_000 {
		t.Errorf("%d of %d bytes are kept", n, len(b))
	}
}

// BenchmarkSecondPass measures the search for the highlight of five minutes, and the replay of the last seconds.
func BenchmarkSecondPass(b *testing.B) {
	for _, ships := range []int{8, 64} {
		r := NewBuffer(MaxBuffer)
		r.Take(replay.Piece{First: true, Bytes: playtest.Record(b, playtest.Match{Ships: ships, Ticks: 300 * game.TickRate})})
		f, err := r.File(0)
		if err != nil {
			b.Fatal(err)
		}
		b.Run("best/"+strconv.Itoa(ships), func(b *testing.B) {
			var p *replay.Highlight
			for b.Loop() {
				p = replay.BestHighlight(f, nil)
			}
			if p == nil {
				b.Fatal("five minutes without a highlight")
			}
			b.Logf("slot %d: %s, worth %d; %d bytes", p.Slot, p.Words, p.Worth, len(f.Bytes()))
		})
		b.Run("killcam/"+strconv.Itoa(ships), func(b *testing.B) {
			for b.Loop() {
				f, err := r.File(f.LastTick - 360)
				if err != nil {
					b.Fatal(err)
				}
				c, _ := f.Play()
				if err := c.Seek(f.LastTick - 240); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
