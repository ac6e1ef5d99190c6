package rivals_test

import (
	"encoding/binary"
	"fmt"
	"slices"

	"dogfight/game"
)

// Both delta codecs say first from which tick they lead to which, as ours does:
//
//	2 base, its lowest bits, 1 count of ticks; now is base and that
const deltaHeader = 3

func appendDeltaHeader(b []byte, base, now *snapshot) []byte {
	b = binary.BigEndian.AppendUint16(b, uint16(base.tick))
	return append(b, byte(now.tick-base.tick))
}

// begin empties the snapshot and takes the tick that a delta leads to. It returns
// the rest of the delta.
func (sn *snapshot) begin(b []byte, base *snapshot) ([]byte, error) {
	if len(b) < deltaHeader {
		return nil, fmt.Errorf("expected %d bytes and more, %d came", deltaHeader, len(b))
	}
	if tick := binary.BigEndian.Uint16(b); tick != uint16(base.tick) {
		return nil, fmt.Errorf("expected a delta from tick %d, from %d came", uint16(base.tick), tick)
	}
	sn.tick, sn.entities = base.tick+game.Tick(b[2]), sn.entities[:0]
	return b[deltaHeader:], nil
}

func (sn *snapshot) equals(other *snapshot) bool {
	return sn.tick == other.tick && slices.Equal(sn.entities, other.entities)
}

// differ calls change for every entity that is not the same in both snapshots, by
// rising number: old is nil for one that came, now is nil for one that went.
func differ(base, now []entity, change func(old, now *entity)) {
	for len(base) > 0 || len(now) > 0 {
		switch {
		case len(now) == 0 || len(base) > 0 && base[0].number < now[0].number:
			change(&base[0], nil)
			base = base[1:]
		case len(base) == 0 || now[0].number < base[0].number:
			change(nil, &now[0])
			now = now[1:]
		default:
			if base[0] != now[0] {
				change(&base[0], &now[0])
			}
			base, now = base[1:], now[1:]
		}
	}
}

// patch rebuilds a snapshot from its base and changes that come by rising number.
type patch struct {
	base []entity // not yet taken over
	gone []uint16 // numbers of those that will not be, by rising number
	now  []entity
}

// old takes over the entities before the number, and returns the one that has it,
// or one that is all 0.
func (p *patch) old(number uint16) entity {
	for len(p.base) > 0 && p.base[0].number < number {
		p.keep()
	}
	if len(p.base) > 0 && p.base[0].number == number {
		e := p.base[0]
		p.base = p.base[1:]
		return e
	}
	return entity{number: number}
}

// keep takes over the next entity unless it is gone.
func (p *patch) keep() {
	if len(p.gone) > 0 && p.gone[0] == p.base[0].number {
		p.gone = p.gone[1:]
	} else {
		p.now = append(p.now, p.base[0])
	}
	p.base = p.base[1:]
}

// rest takes over all that is left, and returns the whole.
func (p *patch) rest() []entity {
	for len(p.base) > 0 {
		p.keep()
	}
	return p.now
}
