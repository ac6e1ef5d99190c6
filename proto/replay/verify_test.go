package replay

import (
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"dogfight/game"
	"dogfight/proto"
)

// tampered returns a file in which one input of a slot was changed, removed or added. All else is unchanged, also hashes; CRCs are valid.
// It returns the tick after that input.
func tampered(t testing.TB, r *rand.Rand, b []byte) (forgery []byte, tick game.Tick, slot uint8) {
	t.Helper()
	f, pieces := readBack(t, b), piecesOf(t, b)
	var at []int // of chunks of orders
	for i := range pieces {
		if pieces[i].kind == ordersChunk {
			at = append(at, i)
		}
	}
	for {
		n := r.IntN(len(at))
		s := &f.spans[n]
		tick = s.base + 1 + game.Tick(r.IntN(int(s.ticks)))
		w := worldAt(t, f, tick-1)
		slot = uint8(r.IntN(game.MaxShips))
		if w.Ships[slot].State != game.Flying {
			continue
		}
		base := proto.BaselineOf(worldAt(t, f, s.base))
		ticks, err := proto.ParseOrderRun(s.coded(), &base, int(s.ticks), maxOrders)
		if err != nil {
			t.Fatal(err)
		}
		bendInput(r, &ticks[tick-s.base-1], slot, w.Ships[slot].Input)
		payload := slices.Clone(s.payload[:len(s.payload)-len(s.coded())])
		payload = proto.AppendOrderRun(payload, &base, ticks)
		if string(payload) == string(s.payload) {
			continue
		}
		pieces[at[n]].payload = payload
		return forged(pieces), tick, slot
	}
}

// bendInput changes the input of a slot from a tick on.
func bendInput(r *rand.Rand, orders *[]game.Order, slot uint8, held game.Input) {
	n := slices.IndexFunc(*orders, func(o game.Order) bool { return o.Kind == game.OrderInput && o.Slot >= slot })
	other := held
	for other == held || !other.Valid() {
		other = game.Input(r.IntN(1 << 6))
	}
	switch there := n >= 0 && (*orders)[n].Slot == slot; {
	case !there && n < 0:
		*orders = append(*orders, game.Order{Kind: game.OrderInput, Slot: slot, Input: other})
	case !there:
		*orders = slices.Insert(*orders, n, game.Order{Kind: game.OrderInput, Slot: slot, Input: other})
	case r.IntN(3) == 0:
		*orders = slices.Delete(*orders, n, n+1)
	default:
		(*orders)[n].Input = other
	}
}

func TestVerifyNamesTheTickAndTheSlotOfATamperedInput(t *testing.T) {
	t.Parallel()
	for _, of := range []struct {
		name string
		file []byte
		many int
	}{
		{"2 ships, deathmatch", aMatch(t, game.Deathmatch, 2, 1300), 40},
		{"8 ships, deathmatch", aMatch(t, game.Deathmatch, 8, 1300), 40},
		{"64 ships, deathmatch", aMatch(t, game.Deathmatch, 64, 1300), 6},
		{"4 ships, teams, four chunks a second", liveMatch(t, 7, 1300), 40},
		{"6 ships, waves", aMatch(t, game.Waves, 6, 1300), 20},
	} {
		if !*long {
			of.many /= 16 // without those of 64 ships, which need a second each
		}
		r := rand.New(rand.NewPCG(5, 6))
		alone, others, farthest := 0, 0, 0
		for range of.many {
			forgery, tick, slot := tampered(t, r, of.file)
			wrong := (*DifferenceError)(nil)
			if err := readBack(t, forgery).Verify(nil); !errors.As(err, &wrong) {
				t.Fatalf("%s: an input of slot %d is another in tick %d, and verify reports %v", of.name, slot, tick, err)
			}
			off := max(int(wrong.Tick)-int(tick), int(tick)-int(wrong.Tick))
			farthest = max(farthest, off)
			if off > suspects {
				t.Errorf("%s: an input of slot %d is another in tick %d, tick %d is named", of.name, slot, tick, wrong.Tick)
			}
			if len(wrong.Slots) > 0 && !slices.Contains(wrong.Slots, slot) {
				t.Logf("%s: an input of slot %d is another in tick %d, the slots %d are named", of.name, slot, tick, wrong.Slots)
				others++ // no single input explains it, and this ship is the same again at the next keyframe
			}
			alone += btoi(len(wrong.Slots) == 1 && off == 0)
		}
		t.Logf("%s: tick and slot, and no other, are named %d times of %d; the tick is %d off at most", of.name, alone, of.many, farthest)
		if others > max(1, of.many/20) {
			t.Errorf("%s: another slot is named %d times of %d", of.name, others, of.many)
		}
		if alone < of.many*9/10 {
			t.Errorf("%s: tick and slot are named %d times of %d", of.name, alone, of.many)
		}
	}
}

func TestVerifyNamesTheShipThatAKeyframeHasElsewhere(t *testing.T) {
	f := readBack(t, aMatch(t, game.Deathmatch, 8, 1300))
	pieces := piecesOf(t, aMatch(t, game.Deathmatch, 8, 1300))
	n := 0
	for i := range pieces {
		if pieces[i].kind != keyframeChunk {
			continue
		}
		if n++; n != 2 {
			continue
		}
		w := *worldAt(t, f, 700)
		w.Ships[5].Kills++
		pieces[i].payload = proto.AppendWorld(pieces[i].payload[:4:4], f.Setup, &w)
	}
	wrong := (*DifferenceError)(nil)
	if err := readBack(t, forged(pieces)).Verify(nil); !errors.As(err, &wrong) || wrong.Tick != 700 || !slices.Equal(wrong.Slots, []uint8{5}) {
		t.Errorf("verify reports %v of slots %v", err, wrong)
	}
}

func TestVerifyFindsAHashThatIsAnother(t *testing.T) {
	pieces := piecesOf(t, liveMatch(t, 7, 700))
	r := rand.New(rand.NewPCG(7, 8))
	spans := 0
	for i := range pieces {
		if pieces[i].kind != ordersChunk {
			continue
		}
		if spans++; spans%every(6) != 0 {
			continue
		}
		bent := slices.Clone(pieces)
		p := slices.Clone(pieces[i].payload)
		base := game.Tick(binary.BigEndian.Uint32(p))
		p[6+r.IntN(8)] ^= 1 << r.IntN(8)
		bent[i].payload = p
		wrong := (*DifferenceError)(nil)
		if err := readBack(t, forged(bent)).Verify(nil); !errors.As(err, &wrong) || wrong.Tick <= base || wrong.Tick > base+15 {
			t.Errorf("a hash after tick %d is another, verify reports %v", base, err)
		}
	}
}

func TestVerifyOfATrueFileShowsEachTick(t *testing.T) {
	f := readBack(t, aMatch(t, game.Deathmatch, 2, 2000))
	last := f.Head.First
	err := f.Verify(func(w *game.World, _ []game.Event) {
		if last++; w.Tick != last {
			t.Fatalf("it shows tick %d, expected %d", w.Tick, last)
		}
	})
	if err != nil || last != f.LastTick {
		t.Errorf("%v; it shows ticks up to %d, expected %d", err, last, f.LastTick)
	}
	stop := errors.New("enough")
	f.Interrupted = func() error { return stop }
	if err := f.Verify(nil); err != stop {
		t.Errorf("got %v, expected the error of the caller", err)
	}
}
