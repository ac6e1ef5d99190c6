package laps

import (
	"encoding/binary"
	"errors"

	"dogfight/game"
	"dogfight/proto"
)

// tape is how the records kept a race before they kept replays. Those that they have are still read; none is written any more.
//
//	tape              version u8: 1; fingerprint of the rules u32; seed u64; first tick
//	                  u32, number of ticks u32; a setup as in a Match; the orders of
//	                  the ticks in one run, as in Orders, from a World without ships
type tape struct {
	rules uint32
	setup *game.Setup
	seed  uint64
	first game.Tick
	ticks [][]game.Order
}

const (
	tapeVersion    = 1
	tapeHead       = 1 + 4 + 8 + 4 + 4
	longestTape    = 2 * 3600 * game.TickRate
	mostTapeOrders = 1 << 20
)

// isTape tells a tape from a replay, which begins with a letter.
func isTape(b []byte) bool { return len(b) > 0 && b[0] == tapeVersion }

// parseTape reads a tape. That of other rules has these alone: what follows they may have coded otherwise.
func parseTape(b []byte) (*tape, error) {
	if len(b) < tapeHead {
		return nil, errors.New("a tape that is cut off")
	}
	t := &tape{rules: binary.BigEndian.Uint32(b[1:]), seed: binary.BigEndian.Uint64(b[5:]), first: game.Tick(binary.BigEndian.Uint32(b[13:]))}
	ticks := binary.BigEndian.Uint32(b[17:])
	if t.rules != game.RulesFingerprint {
		return t, nil
	}
	if ticks > longestTape || t.first > 1<<31 {
		return nil, errors.New("a tape that is too long")
	}
	setup, rest, err := proto.CutSetup(b[tapeHead:])
	if err != nil {
		return nil, err
	}
	base := proto.BaselineOf(&game.World{})
	t.setup = setup
	t.ticks, err = proto.ParseOrderRun(rest, &base, int(ticks), mostTapeOrders)
	return t, err
}

// witness plays the race again, and calls see after each tick.
func (t *tape) witness(see func(w *game.World, events []game.Event) error) error {
	w := game.NewWorldAt(t.setup, t.seed, t.first)
	var events game.Events
	for _, orders := range t.ticks {
		events.List = events.List[:0]
		w.Step(t.setup, orders, &events)
		if err := see(&w, events.List); err != nil {
			return err
		}
	}
	return nil
}
