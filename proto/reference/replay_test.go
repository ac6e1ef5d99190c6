package reference

import (
	"encoding/binary"
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/game/career"
	"dogfight/proto"
	"dogfight/proto/replay"
)

var long = flag.Bool("long", false, "spoil a hundred replays of each mode and cut them off at every 29th byte, not a sample of those")

// sameReplay fails unless package replay and the text agree on a file.
func sameReplay(t fataler, b []byte) {
	t.Helper()
	type facts struct {
		Head      replay.Head
		Setup     *game.Setup
		Notes     []replay.Note
		Result    *career.Match
		State     []byte
		LastTick  game.Tick
		Whole     int
		Keyframes int
		Ended     bool
		Sealed    bool
	}
	var theirs facts
	f, theirErr := replay.Parse(b)
	if theirErr == nil {
		theirs = facts{f.Head, f.Setup, f.Notes, f.Result, f.State, f.LastTick, f.Whole, f.Keyframes, f.Ended, f.Seal != nil}
	}
	ours, ourErr := verdict(func() *replayed { return readReplay(b) })
	if ourErr != nil {
		same(t, b, theirs, theirErr, nil, ourErr)
		return
	}
	same(t, b, theirs, theirErr, ours, ourErr)
}

// filmed returns the file of a match of bots, with all kinds of chunks, and the digest for its seal.
func filmed(t testing.TB, seed uint64, mode game.Mode, ticks int) (file, digest []byte) {
	t.Helper()
	s := setupOf(t, mode)
	w := game.NewWorldAt(s, seed, 50)
	head := replay.NewHead(s, w.Tick)
	head.Title, head.Program, head.Whole, head.Seed = "A title", "1.0", true, seed
	e := replay.NewWriter(head, s, &w)
	roster := []proto.Pilot{{ID: 1, Slot: 0, Name: "Ann", Colour: 3}, {ID: 2, Slot: 1, Flags: proto.BotPilot, Name: "bot"}, {ID: 9, Slot: proto.NoSlot, Name: "Zoë"}}
	e.Roster(roster)
	bots := []bot.Bot{bot.New(3, seed), bot.New(4, seed+1), bot.New(2, seed+2)}
	var orders []game.Order
	for i := range bots {
		orders = append(orders, game.Order{Kind: game.OrderJoin, Slot: uint8(i), Team: uint8(min(s.PilotTeams(), 1+i%2))})
	}
	var events game.Events
	for range ticks {
		for i := range bots {
			if in := bots[i].Fly(&w, s, i); w.Ships[i].State != game.Empty && in != w.Ships[i].Input && w.Ships[i].AcceptsInput() {
				orders = append(orders, game.Order{Kind: game.OrderInput, Slot: uint8(i), Input: in})
			}
		}
		events.List = events.List[:0]
		w.Step(s, orders, &events)
		e.Tick(orders, &w, w.Hash(), events.List)
		orders = orders[:0]
		switch w.Tick % 100 {
		case 10:
			e.Say(1, "hello")
			e.Mark("here")
		case 20, 40:
			e.Flush(&w)
		case 30:
			e.State(binary.BigEndian.AppendUint32(nil, uint32(w.Tick)), w.Tick)
		case 60:
			e.Roster(roster[:2])
		}
	}
	r := &career.Match{Finished: true, Waves: career.Waves{Wave: 3}, Flights: []career.Flight{{Pilot: 1, Score: -7, Name: "Ann", Class: "scout", Weapon: "laser"}, {Pilot: 2, Slot: proto.NoSlot}}}
	err := e.End(r, &w, []byte("a certificate"), func(of []byte) ([]byte, error) {
		digest = slices.Clone(of)
		return []byte("a signature"), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return e.Take(nil), digest
}

func TestReplaysReadAlike(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for i, mode := range game.Modes() {
		length, spoils, step := 700, 8, 29*23 // a keyframe is due every 600 ticks
		if *long {
			length, spoils, step = 1300, 120, 29
		}
		b, digest := filmed(t, uint64(i)+1, mode, length)
		sameReplay(t, b)
		f := readReplay(b)
		if f.Whole != len(b) || !f.Sealed || string(f.digest[:]) != string(digest) {
			t.Fatalf("%v: of %d bytes %d are whole; the seal is of %x, the text says %x", mode, len(b), f.Whole, digest, f.digest)
		}
		f.plays(t)
		for range spoils {
			sameReplay(t, spoilt(r, b))
		}
		for n := 0; n < len(b); n += step {
			sameReplay(t, b[:n])
		}
	}
}

// plays plays the file by the text. The result must equal the file's.
func (f *replayed) plays(t testing.TB) {
	t.Helper()
	w := world(f.worlds[0].coded, f.Setup)
	for _, o := range f.orders {
		for n, orders := range ticks(o.coded, &w, o.count) {
			w.Step(f.Setup, orders, nil)
			if w.Hash()%2 == 1 != o.check(n) {
				t.Fatalf("tick %d is another", w.Tick)
			}
		}
		if w.Hash() != o.hash {
			t.Fatalf("up to tick %d orders lead to another World", w.Tick)
		}
		for _, k := range f.worlds {
			if k.tick == w.Tick && world(k.coded, f.Setup) != w {
				t.Fatalf("the keyframe of tick %d is another", k.tick)
			}
		}
	}
}

// spoilt returns the file with changes in one or two chunks, all with valid CRCs.
func spoilt(r *rand.Rand, b []byte) []byte {
	var chunks [][]byte // without their CRCs
	for left := b[6:]; len(left) > 0; {
		n := 5 + int(binary.BigEndian.Uint32(left[1:]))
		chunks = append(chunks, slices.Clone(left[:n]))
		left = left[n+4:]
	}
	for range 1 + r.IntN(2) {
		at := r.IntN(len(chunks))
		if r.IntN(2) == 0 {
			at = []int{0, 1, 2, len(chunks) - 1, len(chunks) - 2, len(chunks) - 3}[r.IntN(6)]
		}
		switch c := chunks[at]; r.IntN(7) {
		case 0:
			chunks[at] = slices.Clone(chunks[r.IntN(len(chunks))])
		case 1:
			c[0] = byte(r.IntN(11))
		case 2:
			chunks[at] = append(c, byte(r.Uint32()))
		case 3:
			chunks[at] = c[:5+r.IntN(len(c)-5+1)]
		default:
			if n := min(len(c)-5, 1<<r.IntN(10)); n > 0 {
				c[5+r.IntN(n)] ^= byte(1 << r.IntN(8))
			}
		}
	}
	file, crc := slices.Clone(b[:6]), uint32(0)
	for _, c := range chunks {
		binary.BigEndian.PutUint32(c[1:], uint32(len(c)-5))
		crc = crc32c(append(binary.BigEndian.AppendUint32(nil, crc), c...))
		file = binary.BigEndian.AppendUint32(append(file, c...), crc)
	}
	return file
}

// setupOf returns a Setup of a match in the mode, in the first arena that it can be played in.
func setupOf(t testing.TB, mode game.Mode) *game.Setup {
	t.Helper()
	for _, arena := range assets.ArenaNames() {
		s := newSetup(arena, mode)
		if mode.State() == game.AssaultState {
			if err := assets.AddCampaign(s, ""); err != nil {
				t.Fatal(err)
			}
		}
		if mode.Plays(s.Arena, s.Teams()) == nil {
			return s
		}
	}
	t.Fatalf("there is no arena for %v", mode)
	return nil
}
