package warworlds

import "dogfight/game"

// Palette has the colours of pilots. No two in the match have the same. The sessions of one listener share one; it belongs to
// one goroutine. The zero value is ready.
type Palette struct {
	granted [game.MaxShips]struct {
		pilot  uint16
		colour Colour // 0: none was asked for
	}
}

// HostColour is the host's alone.
const HostColour Colour = 0xff0000ff

// The colours of things that are no ships.
const (
	powerUpColour Colour = 0x40ff40ff
	barrelColour  Colour = 0xc08040ff
	orbColour     Colour = 0xffff40ff
)

// Of returns the colour of the pilot in a slot.
func (p *Palette) Of(slot int, pilot uint16) Colour {
	if g := &p.granted[slot]; g.colour != 0 && g.pilot == pilot {
		return g.colour
	}
	return ownColour(slot)
}

// Grant gives the pilot in a slot the wanted colour, or the slot's own if another may have that.
func (p *Palette) Grant(slot int, pilot uint16, wanted Colour) Colour {
	if wanted != 0 && p.granted[slot].pilot == pilot && p.granted[slot].colour == wanted {
		return wanted
	}
	p.Release(pilot) // of the seat before
	if !p.free(wanted) {
		wanted = ownColour(slot)
	}
	p.granted[slot].pilot, p.granted[slot].colour = pilot, wanted
	return wanted
}

// Release releases the colour of a pilot that has left.
func (p *Palette) Release(pilot uint16) {
	for i := range p.granted {
		if p.granted[i].pilot == pilot {
			p.granted[i].colour = 0
		}
	}
}

// free reports whether no pilot has the colour, or may get it.
func (p *Palette) free(c Colour) bool {
	if c == 0 || c == HostColour {
		return false
	}
	for slot := range p.granted {
		if p.granted[slot].colour == c || ownColour(slot) == c {
			return false
		}
	}
	return true
}

// ownColour returns a slot's own colour: the 64 differ in the two highest bits of red, green and blue, and none is black.
func ownColour(slot int) Colour {
	part := func(shift int) Colour { return Colour(slot>>shift&3)*0x40 + 0x3e }
	return part(0)<<24 | part(2)<<16 | part(4)<<8 | 0xff
}
