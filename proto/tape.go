package proto

import (
	"encoding/binary"

	"dogfight/game"
)

// Tape is a match from its first tick: all that it takes to play it again. It is no message; a file
// keeps it.
//
//	tape              version u8: 1; fingerprint of the rules u32; seed u64; first tick
//	                  u32, number of ticks u32; a setup as in a Match; the orders of
//	                  the ticks in one run, as in Orders, from a World without ships
type Tape struct {
	Rules uint32 // game.RulesFingerprint of those that it was played by
	Setup *game.Setup
	Seed  uint64
	First game.Tick // before the first of the Ticks, of the World that NewWorldAt returns
	Ticks [][]game.Order
}

const (
	tapeVersion = 1

	// MaxTape is how many ticks a Tape can have: two hours.
	MaxTape = 2 * 3600 * game.TickRate

	// MaxTapeOrders is how many orders.
	MaxTapeOrders = 1 << 20
)

// Append appends the tape.
func (t *Tape) Append(b []byte) []byte {
	b = append(b, tapeVersion)
	b = binary.BigEndian.AppendUint32(b, t.Rules)
	b = binary.BigEndian.AppendUint64(b, t.Seed)
	b = binary.BigEndian.AppendUint32(b, uint32(t.First))
	b = binary.BigEndian.AppendUint32(b, uint32(len(t.Ticks)))
	b = appendSetup(b, t.Setup)
	return appendOrderRun(b, emptyBaseline(), t.Ticks)
}

// ParseTape reads a tape that is all of b. It is safe to play, whatever wrote it. The error is a
// *SyntaxError.
func ParseTape(b []byte) (*Tape, error) {
	r := newReader("tape", b)
	r.Within("version", uint32(r.U8("version")), tapeVersion, tapeVersion)
	t := &Tape{Rules: r.U32("rules"), Seed: r.U64("seed")}
	t.First = game.Tick(r.Within("first tick", r.U32("first tick"), 0, endTick-MaxTape))
	ticks := r.Within("ticks", r.U32("ticks"), 0, MaxTape)
	t.Setup = parseSetup(&r)
	if r.Err != nil {
		return nil, r.Err
	}
	if err := t.Setup.Mode.Plays(t.Setup.Arena, t.Setup.Teams()); err != nil {
		return nil, &SyntaxError{Message: "tape", Field: "setup", Want: "one that can be played", Got: err.Error()}
	}
	var err error
	t.Ticks, err = ParseOrderRun(r.Rest(), emptyBaseline(), int(ticks), MaxTapeOrders)
	if err != nil {
		return nil, err
	}
	return t, nil
}

// emptyBaseline is that of a World without ships.
func emptyBaseline() *Baseline {
	base := BaselineOf(&game.World{})
	return &base
}

// Play plays the match again, and calls see after each tick with the World and what happened, until that
// returns false.
func (t *Tape) Play(see func(w *game.World, events []game.Event) bool) {
	w := game.NewWorldAt(t.Setup, t.Seed, t.First)
	var events game.Events
	for _, orders := range t.Ticks {
		events.List = events.List[:0]
		w.Step(t.Setup, orders, &events)
		if !see(&w, events.List) {
			return
		}
	}
}
