package replay

import (
	"encoding/binary"
	"errors"
	"fmt"

	"dogfight/game"
)

// File is a parsed replay. It is read-only, and refers to the bytes that it was parsed from.
type File struct {
	Head     Head
	Setup    *game.Setup // nil if Unplayable, or skimmed
	Notes    []Note      // by rising ticks
	Result   *Result     // nil if there is none
	Seal     *Seal       // likewise
	State    []byte      // that a host needs beside the World at the LastTick to resume; nil for none
	LastTick game.Tick

	// Unplayable is the reason why the file can be read but not played: nil, or an *OtherRulesError.
	Unplayable error
	// Torn is the reason why the bytes from Whole on could not be read; nil if there are none.
	Torn  error
	Whole int // bytes of the file that could be read
	// Broken reports whether those bytes are more than the beginning of a chunk: the file was changed, and not only cut off.
	Broken bool
	// Ended reports whether the match is over: there is a result, an index or a seal, and nothing can follow.
	Ended bool

	Keyframes int
	Sizes     Sizes

	// Interrupted, if not nil, is called for each stretch of orders before it is played: an error ends playing. The caller sets it.
	Interrupted func() error

	bytes   []byte             // all, with those that could not be read
	section section            // of the next chunk
	chunks  [sealChunk + 1]int // number of each kind
	crc     uint32             // of the last chunk
	chain   chain
	keys    []keyframe // one at every KeyframeEvery ticks from Head.First
	spans   []span     // each begins where the one before ends
	skims   bool       // does not seal the file nor parse its Setup
	cast    []int      // the Notes that change the roster
	ahead   []state    // of ticks after the LastTick, rising: at most KeyframeEvery of them

	headSum, resultSum [32]byte
}

// Sizes are the bytes of the parts of a file, with their framing.
type Sizes struct {
	Orders, Keyframes, Notes, State int
	Rest                            int // head, setup, result, index and seal
}

// of returns the counter for chunks of a kind.
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

// MaxFile is the longest file: days of a match.
const MaxFile = 64 << 20

var errNoReplay = errors.New("it is no replay")

// Parse reads a file as far as it is whole. The error reports that not even its beginning is.
func Parse(b []byte) (*File, error) { return parse(b, false) }

// Skim is Parse for callers that neither play the file, check its seal nor continue it: those take most of the time.
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
	f := &File{bytes: b, Whole: startLength, Sizes: Sizes{Rest: startLength}, chain: startChain(), skims: skims}
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

// Bytes returns the file as far as it could be read.
func (f *File) Bytes() []byte { return f.bytes[:f.Whole] }

// takeChunk reads the first chunk of b. After an error the file is unchanged.
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
		return fmt.Errorf("chunk %d must not be there", kind)
	}
	if f.chunks[kind] == maxChunks {
		return fmt.Errorf("there must be at most %d chunks of kind %d", maxChunks, kind)
	}
	if err := f.apply(kind, payload); err != nil {
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

// cutOff reports whether the rest of a file is a chunk without its end. It searches for a chunk that follows, as the length may be
// wrong.
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
	return checked <= 8*maxPayload // more is an attack on the time of readers
}

// seal adds a chunk to the digest for a seal.
func (f *File) seal(chunk []byte) {
	f.chain = f.chain.with(chunk)
	switch chunk[0] {
	case headChunk:
		f.headSum = sum(chunk)
	case resultChunk:
		f.resultSum = sum(chunk)
	}
}

// section is one of the sections of a file, in their order.
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

// places has the sections in which a chunk may be, and the section after it.
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
