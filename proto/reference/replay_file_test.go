package reference

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"time"

	"dogfight/game"
	"dogfight/game/career"
	"dogfight/proto"
	"dogfight/proto/replay"
)

// replayed is a file by the text of package replay, as far as it is whole.
type replayed struct {
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

	chunks [10]int // of each kind
	began  bool    // there is a first keyframe
	worlds []worldAt
	orders []ordersAfter
	states []stateFrom
	digest [32]byte // signed by the seal
	last   int      // the kind of the last chunk
	chain  [32]byte
	head   [32]byte
	result [32]byte
}

type stateFrom struct {
	tick game.Tick
	of   []byte
}

type worldAt struct {
	tick  game.Tick
	at    int // in the file
	coded []byte
}

type ordersAfter struct {
	base   game.Tick
	count  int
	hash   uint64
	checks []byte
	coded  []byte
}

// readReplay reads a file.
func readReplay(b []byte) *replayed {
	f := &replayed{Whole: 6}
	o := &octets{b}
	o.exactly("DOGR\x00\x01")
	f.chain = sha256.Sum256(b[:6])
	crc := uint32(0)
	for len(o.left) > 0 {
		chunk, payload, got := wholeChunk(o.left, crc)
		if chunk == nil {
			break
		}
		taken := *f
		if _, err := verdict(func() bool { taken.apply(int(chunk[0]), &octets{payload}, chunk); return true }); err != nil {
			break
		}
		*f, crc = taken, got
		f.Whole += len(chunk)
		f.chain = sha256.Sum256(append(f.chain[:], chunk...))
		o.raw(len(chunk))
	}
	demand(f.began, "expected a head, a setup and a keyframe")
	return f
}

// wholeChunk returns the chunk that b begins with, if its CRC is right, and its payload.
func wholeChunk(b []byte, before uint32) (chunk, payload []byte, crc uint32) {
	if len(b) < 9 {
		return nil, nil, 0
	}
	length := int(binary.BigEndian.Uint32(b[1:]))
	if length > 1<<20 || 5+length+4 > len(b) {
		return nil, nil, 0
	}
	chunk = b[:5+length+4]
	crc = crc32c(append(binary.BigEndian.AppendUint32(nil, before), chunk[:5+length]...))
	if binary.BigEndian.Uint32(chunk[5+length:]) != crc {
		return nil, nil, 0
	}
	return chunk, chunk[5 : 5+length], crc
}

// crc32c is that of Castagnoli, bit by bit.
func crc32c(b []byte) uint32 {
	crc := ^uint32(0)
	for _, octet := range b {
		crc ^= uint32(octet)
		for range 8 {
			low := crc & 1
			if crc >>= 1; low == 1 {
				crc ^= 0x82f63b78
			}
		}
	}
	return ^crc
}

// apply reads the payload of a chunk.
func (f *replayed) apply(kind int, o *octets, chunk []byte) {
	switch {
	case f.last < 2: // a head and a setup are first, then a keyframe
		demand(kind == f.last+1, "expected chunk %d, got %d", f.last+1, kind)
	case !f.began:
		demand(kind == 3, "expected a keyframe, got chunk %d", kind)
	case f.last >= 6 && f.last != 7:
		demand(kind > f.last && kind != 7, "expected one that comes after chunk %d, got %d", f.last, kind)
	default:
		demand(kind >= 3 && kind <= 9, "expected chunk 3 to 9, got %d", kind)
	}
	f.chunks[kind]++
	demand(f.chunks[kind] <= 1<<20, "expected at most 2^20 chunks of a kind")
	switch kind {
	case 1:
		f.head = sha256.Sum256(chunk)
		f.Head = o.replayHead()
		f.LastTick = f.Head.First
	case 2:
		if f.ofOtherRules() {
			o.rest()
			break
		}
		f.Setup = o.setup()
		demand(f.Setup.Mode.Plays(f.Setup.Arena, f.Setup.Teams()) == nil, "expected a mode that the arena can be played in")
		demand(f.Setup.Arena.Name == f.Head.Arena && f.Setup.Mode.Name() == f.Head.Mode, "expected the head's arena and mode")
	case 3:
		f.keyframe(o)
	case 4:
		f.applyOrders(o)
	case 5:
		f.notes(o)
	case 6:
		f.result = sha256.Sum256(chunk)
		f.Result, f.Ended = o.replayResult(f.LastTick), true

	case 7:
		s := stateFrom{game.Tick(o.number(4)), o.rest()}
		demand(s.tick >= f.LastTick && s.tick <= f.LastTick+600, "expected a state of tick %d or soon after, got one of %d", f.LastTick, s.tick)
		f.states = append(f.states[:len(f.states):len(f.states)], s)
	case 8:
		f.Ended = true
		for _, w := range f.worlds {
			demand(o.number(4) == int(w.tick) && o.number(4) == w.at, "expected the keyframe of tick %d at %d", w.tick, w.at)
		}
	case 9:
		f.Sealed, f.Ended = true, true
		o.raw(o.among(2, 1, 4096))
		o.rest()
		f.digest = sha256.Sum256(bytes.Join([][]byte{[]byte("dogfight replay 1\x00"), f.head[:], f.result[:], f.chain[:]}, nil))
	}
	o.end()
	f.last = kind
	for _, s := range f.states {
		if s.tick <= f.LastTick {
			f.State = s.of
		}
	}
}

// ofOtherRules reports whether this program cannot play the file.
func (f *replayed) ofOtherRules() bool {
	h := &f.Head
	return h.Rules != game.RulesFingerprint || h.RulesVersion != game.RulesVersion || h.Protocol != proto.Version || h.Tables != proto.TableVersion
}

func (f *replayed) keyframe(o *octets) {
	w := worldAt{tick: game.Tick(o.number(4)), at: f.Whole, coded: o.rest()}
	due := f.Head.First + game.Tick(600*len(f.worlds))
	demand(w.tick == due && w.tick == f.LastTick, "expected a keyframe of tick %d where orders end, got one of %d", due, w.tick)
	f.worlds = append(f.worlds[:len(f.worlds):len(f.worlds)], w)
	f.began, f.Keyframes = true, len(f.worlds)
}

func (f *replayed) applyOrders(o *octets) {
	s := ordersAfter{base: game.Tick(o.number(4)), count: o.among(2, 1, 600), hash: o.number8()}
	demand(s.base == f.LastTick, "expected orders after tick %d, got some after %d", f.LastTick, s.base)
	left := 600 - int(s.base-f.worlds[len(f.worlds)-1].tick)
	demand(s.count <= left, "expected at most %d ticks up to the next keyframe, got %d", left, s.count)
	demand(int64(s.base)+int64(s.count) < 1<<32, "expected ticks that there are")
	s.checks = o.raw((s.count + 7) / 8)
	for bit := s.count; bit < 8*len(s.checks); bit++ {
		demand(!s.check(bit), "expected 0 to fill up with")
	}
	s.coded = o.rest()
	f.orders = append(f.orders[:len(f.orders):len(f.orders)], s)
	f.LastTick += game.Tick(s.count)
}

// check returns a bit of the checks, counted from 0.
func (s *ordersAfter) check(n int) bool { return s.checks[n/8]>>(7-n%8)&1 == 1 }

func (f *replayed) notes(o *octets) {
	since, earliest := o.number(4), int(f.Head.First)
	if n := len(f.Notes); n > 0 {
		earliest = int(f.Notes[n-1].Tick)
	}
	f.Notes = f.Notes[:len(f.Notes):len(f.Notes)]
	demand(len(o.left) > 0, "expected a note, got none")
	for first := true; len(o.left) > 0; first = false {
		after := o.number(2)
		tick := since + after
		demand(!first || after == 0, "expected the tick of the first note, got one %d before", after)
		demand(earliest <= tick && tick <= int(f.LastTick), "expected a tick from %d to %d, got %d", earliest, f.LastTick, tick)
		earliest = tick
		f.Notes = append(f.Notes, o.replayNote(game.Tick(tick)))
		demand(len(f.Notes) <= 1<<18, "expected at most 2^18 notes")
	}
}

func (o *octets) replayHead() (h replay.Head) {
	h.Rules, h.RulesVersion, h.Protocol = uint32(o.number(4)), uint16(o.number(2)), uint16(o.number(2))
	h.Tables, h.Program = uint32(o.number(4)), o.text(32)
	h.Started, h.Host, h.Number = int64(o.number8()), o.number8(), uint16(o.number(2))
	h.Title, h.Arena, h.Mode = o.text(60), o.text(32), o.text(16)
	h.First = game.Tick(o.number(4))
	flags := o.among(1, 0, 3)
	h.Whole, h.Watched = flags%2 == 1, flags >= 2
	h.Seed, h.Pilot = o.number8(), uint16(o.number(2))
	demand(h.Whole || h.Seed == 0, "expected no seed")
	demand(h.Watched || h.Pilot == 0, "expected no pilot")
	return h
}

func (o *octets) replayNote(tick game.Tick) replay.Note {
	n := replay.Note{Tick: tick, Kind: replay.NoteKind(o.among(1, 1, 5))}
	switch n.Kind {
	case 1:
		n.Pilot = proto.Pilot{ID: uint16(o.number(2)), Slot: o.replaySlot(), Flags: proto.PilotFlags(o.number(1)), Colour: uint8(o.among(1, 0, 8))}
		n.Pilot.Name = o.text(96)
	case 2:
		n.Pilot.ID = uint16(o.number(2))
	case 3:
		n.Pilot.ID, n.Text = uint16(o.number(2)), o.text(200)
	case 4:
		n.Deed.Kind, n.Deed.Slot = game.EventKind(o.number(1)), uint8(o.among(1, 0, 63))
		n.Deed.By, n.Deed.What = uint8(o.among(1, 0, 63)), uint8(o.number(1))
	case 5:
		n.Text = o.text(60)
	}
	return n
}

func (o *octets) replaySlot() uint8 {
	slot := o.number(1)
	demand(slot <= 63 || slot == 255, "expected a slot, got %d", slot)
	return uint8(slot)
}

func (o *octets) replayResult(last game.Tick) *career.Match {
	tick := game.Tick(o.number(4))
	demand(tick == last, "expected a result of tick %d, got %d", last, tick)
	r := &career.Match{Finished: o.among(1, 0, 1) == 1, Waves: career.Waves{Wave: int(o.number(1))}}
	for team := 1; team <= 4; team++ {
		r.TeamScores[team] = int32(o.number(4))
	}
	for range o.among(2, 0, 1024) {
		var l career.Flight
		l.Pilot, l.Slot, l.Skill = uint16(o.number(2)), o.replaySlot(), int(o.number(1))
		if l.Skill == 255 {
			l.Skill = -1
		}
		l.Team, l.Won = uint8(o.among(1, 0, 4)), o.among(1, 0, 1) == 1
		l.Place, l.Score = int(o.number(2)), int32(o.number(4))
		l.Kills, l.Deaths, l.Assists = int(o.number(2)), int(o.number(2)), int(o.number(2))
		l.Shots, l.Hits, l.Damage = int(o.number(4)), int(o.number(4)), int(o.number(4))
		l.Flown = time.Duration(uint32(o.number(4))) * time.Second / 60
		l.Name, l.Class, l.Weapon = o.text(96), o.text(32), o.text(32)
		r.Flights = append(r.Flights, l)
	}
	return r
}
