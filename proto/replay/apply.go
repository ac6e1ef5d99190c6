package replay

import (
	"encoding/binary"
	"errors"
	"fmt"

	"dogfight/game"
	"dogfight/game/career"
	"dogfight/proto"
)

// keyframe is a World in the file.
type keyframe struct {
	key
	world []byte
	span  int // the first after it
}

// span is a chunk of orders.
type span struct {
	base    game.Tick
	ticks   uint16
	payload []byte
}

// spanHead is the size of a payload of orders before the checks.
const spanHead = 4 + 2 + 8

func (s *span) end() game.Tick { return s.base + game.Tick(s.ticks) }

// hash returns World.Hash after the last tick.
func (s *span) hash() uint64 { return binary.BigEndian.Uint64(s.payload[4+2:]) }

// check returns the lowest bit of World.Hash after the tick base+1+n.
func (s *span) check(n int) uint64 { return uint64(s.payload[spanHead+n/8]>>(7-n%8)) & 1 }

// coded returns the orders.
func (s *span) coded() []byte { return s.payload[spanHead+checksLength(int(s.ticks)):] }

// checksLength returns the size of the checks of that many ticks.
func checksLength(ticks int) int { return (ticks + 7) / 8 }

// apply applies the payload of a chunk in its place. After an error the file is unchanged.
func (f *File) apply(kind byte, payload []byte) error {
	switch kind {
	case headChunk:
		return f.applyHead(payload)
	case setupChunk:
		return f.applySetup(payload)
	case keyframeChunk:
		return f.applyKeyframe(payload)
	case ordersChunk:
		return f.applyOrders(payload)
	case notesChunk:
		return f.applyNotes(payload)
	case stateChunk:
		return f.applyState(payload)
	case resultChunk:
		return f.applyResult(payload)
	case indexChunk:
		return f.applyIndex(payload)
	default:
		return f.applySeal(payload)
	}
}

func (f *File) applyHead(payload []byte) error {
	head, err := parseHead(payload)
	if err == nil {
		f.Head, f.LastTick, f.Unplayable = head, head.First, head.playable()
	}
	return err
}

func (f *File) applySetup(payload []byte) error {
	if f.Unplayable != nil || f.skims {
		return nil
	}
	s, err := proto.ParseSetup(payload)
	if err == nil && (s.Arena.Name != f.Head.Arena || s.Mode.Name() != f.Head.Mode) {
		err = errors.New("the head has another arena or mode")
	}
	if err == nil {
		f.Setup = s
	}
	return err
}

func (f *File) applyKeyframe(payload []byte) error {
	r := read(payload)
	k := keyframe{key: key{game.Tick(r.U32("tick of a keyframe")), uint32(f.Whole)}, span: len(f.spans)}
	k.world = r.Rest()
	if due := f.Head.First + game.Tick(len(f.keys))*KeyframeEvery; k.tick != due || k.tick != f.LastTick {
		r.Fail("tick of a keyframe", fmt.Sprintf("%d, where the orders end", due), k.tick)
	}
	if r.Err == nil {
		f.keys = append(f.keys, k)
		f.Keyframes = len(f.keys)
	}
	return r.End()
}

func (f *File) applyOrders(payload []byte) error {
	r := read(payload)
	s := span{base: game.Tick(r.U32("base")), ticks: uint16(r.Within("ticks", uint32(r.U16("ticks")), 1, KeyframeEvery)), payload: payload}
	r.U64("hash")
	checks := r.Take("checks", checksLength(int(s.ticks)))
	r.Rest()
	if r.Err == nil && s.ticks%8 != 0 && checks[len(checks)-1]<<(s.ticks%8) != 0 {
		r.Fail("checks", "filled up with 0", "1")
	}
	if s.base != f.LastTick {
		r.Fail("base", fmt.Sprint(f.LastTick), s.base)
	}
	if sinceKey := s.base - f.keys[len(f.keys)-1].tick; sinceKey+game.Tick(s.ticks) > KeyframeEvery || s.end() < s.base {
		r.Fail("ticks", "no more than up to the next keyframe", s.ticks)
	}
	if r.Err == nil {
		f.spans, f.LastTick = append(f.spans, s), s.end()
		f.updateState()
	}
	return r.End()
}

func (f *File) applyNotes(payload []byte) error {
	earliest := f.Head.First
	if n := len(f.Notes); n > 0 {
		earliest = f.Notes[n-1].Tick
	}
	notes, err := parseNotes(payload, earliest, f.LastTick, maxNotes-len(f.Notes))
	if err != nil {
		return err
	}
	for i := range notes {
		if notes[i].ofRoster() {
			f.cast = append(f.cast, len(f.Notes)+i)
		}
	}
	f.Notes = append(f.Notes, notes...)
	return nil
}

func (f *File) applyResult(payload []byte) error {
	var tick game.Tick
	result := &career.Match{}
	c := read(payload)
	codeResult(&c, &tick, result)
	err := c.End()
	if err == nil && tick != f.LastTick {
		err = errors.New("the result is of another tick")
	}
	if err == nil {
		f.Result, f.Ended = result, true
	}
	return err
}

func (f *File) applyIndex(payload []byte) error {
	var want []byte
	for i := range f.keys {
		want = f.keys[i].append(want)
	}
	if string(payload) != string(want) {
		return errors.New("the index is of another file")
	}
	f.Ended = true
	return nil
}

func (f *File) applySeal(payload []byte) error {
	seal, err := parseSeal(payload)
	if err == nil {
		seal.digest = digestOf(f.headSum, f.resultSum, f.chain)
		f.Seal, f.Ended = seal, true
	}
	return err
}

// read begins to read a payload.
func read(payload []byte) proto.FieldCoder {
	return proto.FieldCoder{ByteReader: proto.ByteReader{Message: "replay", Left: payload}, Reading: true}
}

func parseHead(payload []byte) (h Head, err error) {
	c := read(payload)
	h.fields(&c)
	return h, c.End()
}

// state is the state of a host from a tick on.
type state struct {
	from  game.Tick
	bytes []byte
}

// applyState applies a state, which holds from the LastTick, or from soon after that.
func (f *File) applyState(payload []byte) error {
	r := read(payload)
	s := state{from: game.Tick(r.U32("tick of a state"))}
	if s.bytes = r.Rest(); s.from < f.LastTick || s.from-f.LastTick > KeyframeEvery {
		r.Fail("tick of a state", fmt.Sprintf("%d to %d after that", f.LastTick, KeyframeEvery), s.from)
	}
	if r.Err == nil {
		for n := len(f.ahead); n > 0 && f.ahead[n-1].from >= s.from; n-- { // replaced before they hold
			f.ahead = f.ahead[:n-1]
		}
		f.ahead = append(f.ahead, s)
		f.updateState()
	}
	return r.End()
}

// updateState sets the State that holds from the LastTick.
func (f *File) updateState() {
	for len(f.ahead) > 0 && f.ahead[0].from <= f.LastTick {
		f.State, f.ahead = f.ahead[0].bytes, f.ahead[1:]
	}
}
