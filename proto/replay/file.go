package replay

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"dogfight/game"
	"dogfight/proto"
	"dogfight/proto/bytereader"
)

// File is a replay that was read. It is read-only, and keeps the bytes that it was read from.
type File struct {
	Head     Head
	Setup    *game.Setup // nil if Unplayable, or skimmed
	Notes    []Note      // by rising ticks
	Result   *Result     // nil if there is none
	Seal     *Seal       // likewise
	State    []byte      // the last there is; nil for none
	LastTick game.Tick

	// Unplayable says why the file cannot be played, though what it tells can be read: nil, or an *OtherRulesError.
	Unplayable error
	// Torn says why there are bytes from Whole on that could not be read; nil if there are none.
	Torn  error
	Whole int // bytes of the file that could be read

	Keyframes int
	Sizes     Sizes

	keys   []keyframe
	spans  []span
	number uint32
	chain  chain
	skims  bool

	headSum, resultSum [32]byte
}

// Sizes are how many bytes of a file its parts take, with all that is around them.
type Sizes struct {
	Orders, Keyframes, Notes, State int
	Rest                            int // head, setup, result, index and seal
}

// of returns where the bytes of chunks of a kind are counted.
func (s *Sizes) of(kind byte) *int {
	switch kind {
	case ordersChunk:
		return &s.Orders
	case keyframeChunk:
		return &s.Keyframes
	case notesChunk:
		return &s.Notes
	case stateChunk:
		return &s.State
	}
	return &s.Rest
}

type keyframe struct {
	key
	world []byte
	span  int // the first after it
}

// span is a chunk of orders.
type span struct {
	base   game.Tick
	ticks  int
	hash   uint64
	checks []byte
	coded  []byte
}

func (s *span) end() game.Tick { return s.base + game.Tick(s.ticks) }

// check returns the bit of a tick's hash, counted from 0.
func (s *span) check(n int) uint64 { return uint64(s.checks[n/8]>>(7-n%8)) & 1 }

// MaxFile is the longest file that is read: days of a match.
const MaxFile = 64 << 20

// ErrNoReplay says that bytes are no replay at all.
var ErrNoReplay = errors.New("it is no replay")

// mostOrders is the most orders in a chunk: all ships do something else each tick, and then some.
const mostOrders = 2 * KeyframeEvery * game.MaxShips

// Parse reads a file as far as it is whole. There is an error if not even its beginning is.
func Parse(b []byte) (*File, error) { return parse(b, false) }

// Skim is Parse for who wants to know what a file tells, and neither plays it, checks its seal nor goes on with it: that is where most of the time goes.
func Skim(b []byte) (*File, error) { return parse(b, true) }

func parse(b []byte, skims bool) (*File, error) {
	if len(b) < startLength || string(b[:len(magic)]) != magic {
		return nil, ErrNoReplay
	}
	if v := binary.BigEndian.Uint16(b[len(magic):]); v != version {
		return nil, fmt.Errorf("it is a replay of format %d, this program reads format %d", v, version)
	}
	if len(b) > MaxFile {
		return nil, fmt.Errorf("it must be at most %d MB long, got %d", MaxFile>>20, len(b)>>20)
	}
	f := &File{Whole: startLength, Sizes: Sizes{Rest: startLength}, chain: startChain(), skims: skims}
	stage := headChunk
	for f.Whole < len(b) {
		chunk, payload, ok := cutChunk(b[f.Whole:], f.number)
		if !ok {
			f.Torn = fmt.Errorf("byte %d: a chunk is broken or cut off", f.Whole)
			break
		}
		err := f.take(chunk[0], payload, &stage)
		if err != nil {
			f.Torn = fmt.Errorf("byte %d: %w", f.Whole, err)
			break
		}
		if !skims {
			f.seal(chunk)
		}
		*f.Sizes.of(chunk[0]) += len(chunk)
		f.Whole += len(chunk)
		f.number++
	}
	if stage <= keyframeChunk {
		return nil, fmt.Errorf("it is the beginning of a replay, and too little of that: %w", f.Torn)
	}
	f.Keyframes = len(f.keys)
	return f, nil
}

// seal takes a chunk for what a seal has to be of.
func (f *File) seal(chunk []byte) {
	f.chain = f.chain.with(chunk)
	switch chunk[0] {
	case headChunk:
		f.headSum = sum(chunk)
	case resultChunk:
		f.resultSum = sum(chunk)
	}
}

// take takes a chunk, if one of its kind may come at this stage: that is the kind which must come, as long as that is head, setup
// or the first keyframe; ordersChunk while the match goes on; and from its end on the lowest kind that may still come.
func (f *File) take(kind byte, payload []byte, stage *int) (err error) {
	switch want := *stage; {
	case want == headChunk || want == setupChunk || want == keyframeChunk:
		if int(kind) != want {
			return fmt.Errorf("chunk %d stands where there must be %d", kind, want)
		}
	case kind < keyframeChunk || kind > sealChunk || want > ordersChunk && int(kind) < want:
		return fmt.Errorf("chunk %d must not stand there", kind)
	}
	switch kind {
	case headChunk:
		*stage = setupChunk
		f.Head, err = parseHead(payload)
		f.LastTick, f.Unplayable = f.Head.First, f.Head.playable()
	case setupChunk:
		*stage = keyframeChunk
		if f.Unplayable == nil && !f.skims {
			f.Setup, err = proto.ParseSetup(payload)
		}
	case keyframeChunk:
		*stage = ordersChunk
		err = f.takeKeyframe(payload)
	case ordersChunk:
		err = f.takeOrders(payload)
	case notesChunk:
		f.Notes, err = parseNotes(f.Notes, payload, f.lastNote(), f.LastTick)
	case stateChunk:
		f.State = payload
	case resultChunk:
		*stage = indexChunk
		if f.Result, err = parseResult(payload); err == nil && f.Result.Tick != f.LastTick {
			err = errors.New("the result is of another tick")
		}
	case indexChunk:
		*stage = sealChunk
		if !slices.EqualFunc(parseIndex(payload), f.keys, func(a key, b keyframe) bool { return a == b.key }) {
			err = errors.New("the index is of another file")
		}
	case sealChunk:
		*stage = sealChunk + 1
		if f.Seal, err = parseSeal(payload); err == nil {
			f.Seal.digest = digestOf(f.headSum, f.resultSum, f.chain)
		}
	}
	return err
}

func (f *File) lastNote() game.Tick {
	if len(f.Notes) == 0 {
		return f.Head.First
	}
	return f.Notes[len(f.Notes)-1].Tick
}

func tickOf(b []byte) game.Tick { return game.Tick(binary.BigEndian.Uint32(b)) }

func (f *File) takeKeyframe(payload []byte) error {
	r := reader{bytereader.Reader{Message: "replay", Left: payload}}
	k := keyframe{key: key{game.Tick(r.U32("tick of a keyframe")), uint32(f.Whole)}, span: len(f.spans)}
	k.world = r.Rest()
	if n := len(f.keys); r.Err == nil && (k.tick != f.LastTick || n > 0 && k.tick != f.keys[n-1].tick+KeyframeEvery) {
		r.Fail("tick of a keyframe", "every 600th", k.tick)
	}
	f.keys = append(f.keys, k)
	return r.End()
}

func (f *File) takeOrders(payload []byte) error {
	r := reader{bytereader.Reader{Message: "replay", Left: payload}}
	s := span{base: game.Tick(r.U32("base")), ticks: int(r.Within("ticks", uint32(r.U16("ticks")), 1, KeyframeEvery)), hash: r.U64("hash")}
	s.checks = r.Take("checks", (s.ticks+7)/8)
	s.coded = r.Rest()
	if r.Err == nil && (s.base != f.LastTick || s.end() > f.keys[len(f.keys)-1].tick+KeyframeEvery || s.end() < s.base) {
		r.Fail("base", fmt.Sprint(f.LastTick), s.base)
	}
	if r.Err == nil {
		f.spans, f.LastTick = append(f.spans, s), s.end()
	}
	return r.End()
}
