package replay

import (
	"encoding/binary"
	"errors"
	"fmt"

	"dogfight/game"
)

// File is a replay that was read. It is read-only, and keeps the bytes that it was read from.
type File struct {
	Head     Head
	Setup    *game.Setup // nil if Unplayable, or skimmed
	Notes    []Note      // by rising ticks
	Result   *Result     // nil if there is none
	Seal     *Seal       // likewise
	State    []byte      // what a host needed beside the World at the LastTick to go on; nil for none
	LastTick game.Tick

	// Unplayable says why the file cannot be played, though what it tells can be read: nil, or an *OtherRulesError.
	Unplayable error
	// Torn says why there are bytes from Whole on that could not be read; nil if there are none.
	Torn  error
	Whole int // bytes of the file that could be read
	// Broken reports whether those bytes are more than the beginning of a chunk: the file was changed, and not only cut off.
	Broken bool
	// Ended reports whether the match is over: there is a result, an index or a seal, and nothing can follow.
	Ended bool

	Keyframes int
	Sizes     Sizes

	section section            // in which the next chunk would stand
	chunks  [sealChunk + 1]int // how many of each kind were taken
	crc     uint32             // of the last chunk
	chain   chain
	keys    []keyframe // one at every KeyframeEvery ticks from Head.First
	spans   []span     // each begins where the one before ends
	skims   bool       // the file, and does not seal it nor parse its Setup
	cast    []int      // which Notes change the roster
	ahead   []state    // by rising ticks, to which the file has not come: KeyframeEvery of them at most

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

// MaxFile is the longest file that is read: days of a match.
const MaxFile = 64 << 20

// ErrNoReplay says that bytes are no replay at all.
var errNoReplay = errors.New("it is no replay")

// Parse reads a file as far as it is whole. There is an error if not even its beginning is.
func Parse(b []byte) (*File, error) { return parse(b, false) }

// Skim is Parse for who wants to know what a file tells, and neither plays it, checks its seal nor goes on with it: that is
// where most of the time goes.
func Skim(b []byte) (*File, error) { return parse(b, true) }

func parse(b []byte, skims bool) (*File, error) {
	if len(b) < startLength || string(b[:len(magic)]) != magic {
		return nil, errNoReplay
	}
	if v := binary.BigEndian.Uint16(b[len(magic):]); v != version {
		return nil, fmt.Errorf("it is a replay of format %d, this program reads format %d", v, version)
	}
	if len(b) > MaxFile {
		return nil, fmt.Errorf("it must be at most %d MB long", MaxFile>>20)
	}
	f := &File{Whole: startLength, Sizes: Sizes{Rest: startLength}, chain: startChain(), skims: skims}
	for f.Whole < len(b) && f.Torn == nil {
		if err := f.takeChunk(b[f.Whole:]); err != nil {
			f.Torn, f.Broken = fmt.Errorf("byte %d: %w", f.Whole, err), !f.cutOff(b[f.Whole:])
		}
	}
	switch {
	case f.section >= inMatch:
		return f, nil
	case f.Torn != nil:
		return nil, fmt.Errorf("it is the beginning of a replay, and too little of that: %w", f.Torn)
	}
	return nil, errors.New("it is the beginning of a replay, and too little of that")
}

// takeChunk takes the chunk that b begins with. After an error the file is as it was.
func (f *File) takeChunk(b []byte) error {
	chunk, payload, ok := cutChunk(b, f.crc)
	if !ok {
		return errors.New("a chunk is broken or cut off")
	}
	kind := chunk[0]
	if kind == 0 || kind > sealChunk {
		return fmt.Errorf("chunk %d is of no kind", kind)
	}
	place := places[kind]
	if f.section < place.from || f.section > place.to {
		return fmt.Errorf("chunk %d must not stand there", kind)
	}
	if f.chunks[kind] == maxChunks {
		return fmt.Errorf("there must be at most %d chunks of kind %d", maxChunks, kind)
	}
	if err := f.take(kind, payload); err != nil {
		return err
	}
	f.chunks[kind]++
	if !f.skims {
		f.seal(chunk)
	}
	f.section = place.then
	*f.Sizes.of(kind) += len(chunk)
	f.Whole += len(chunk)
	f.crc = crcIn(chunk)
	return nil
}

// cutOff reports whether the rest of a file is a chunk whose end is missing. It looks for a chunk that follows, for the length may be wrong.
func (f *File) cutOff(rest []byte) bool {
	if kind := rest[0]; kind == 0 || kind > sealChunk || f.section < places[kind].from || f.section > places[kind].to {
		return false
	}
	if len(rest) < around {
		return true
	}
	if length := binary.BigEndian.Uint32(rest[1:]); length > maxPayload || int(length) <= len(rest)-around {
		return false
	}
	checked := 0
	for at := around; at <= len(rest)-around && checked <= 8*maxPayload; at++ {
		length := binary.BigEndian.Uint32(rest[at+1:])
		if kind := rest[at]; kind == 0 || kind > sealChunk || int64(length) > int64(len(rest)-at-around) {
			continue
		}
		checked += int(length)
		if _, _, ok := cutChunk(rest[at:], crcIn(rest[:at])); ok {
			return false
		}
	}
	return checked <= 8*maxPayload // beyond that it was made to take long
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

// section is one of those that a file has, in their order.
type section uint8

const (
	inHead section = iota
	inSetup
	inFirstKeyframe
	inMatch
	inIndex // or further on
	inSeal
	inNothing
)

// places says in which sections a chunk may stand, and in which the next one stands then.
var places = [sealChunk + 1]struct{ from, to, then section }{
	headChunk:     {inHead, inHead, inSetup},
	setupChunk:    {inSetup, inSetup, inFirstKeyframe},
	keyframeChunk: {inFirstKeyframe, inMatch, inMatch},
	ordersChunk:   {inMatch, inMatch, inMatch},
	notesChunk:    {inMatch, inMatch, inMatch},
	stateChunk:    {inMatch, inMatch, inMatch},
	resultChunk:   {inMatch, inMatch, inIndex},
	indexChunk:    {inMatch, inIndex, inSeal},
	sealChunk:     {inMatch, inSeal, inNothing},
}
