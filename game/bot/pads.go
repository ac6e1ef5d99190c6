package bot

import (
	"math/bits"

	"dogfight/game"
)

// learnPads notes which pads have come into sight. They stay where they are for
// the whole match, and a pilot who is hurt remembers them.
func (b *Bot) learnPads(v *view) {
	b.pads &= uint32(1<<len(v.s.Arena.Pads) - 1) // the match before may have been in an arena with more
	for i, at := range v.s.Arena.Pads {
		if v.inSight(at.X, at.Y) {
			b.pads |= 1 << i
		}
	}
}

// flees reports whether the bot has lost so much that it wants repair rather than
// fight. From a foe that sits still nobody flees.
func (b *Bot) flees(v *view) bool {
	flee := b.traits().flee
	if b.wary(v) {
		flee += waryFlee
	}
	hurt := int32(v.me.HP)*100 <= int32(v.s.Classes[v.me.Class].HP)*flee
	return hurt && (v.foe < 0 || v.foeV.length() >= stillSpeed)
}

// seeksRepair makes the nearest pad the goal of which the bot knows, other than
// those that it sees empty, and reports whether there is one.
func (b *Bot) seeksRepair(v *view) bool {
	near, found := int32(1<<30), false
	for i, at := range v.s.Arena.Pads {
		if b.pads>>i&1 == 0 || v.inSight(at.X, at.Y) && v.w.Items[i].Kind == game.NoItem {
			continue
		}
		if d := place(at.X, at.Y).minus(v.at).length(); d < near {
			near, found, v.goal = d, true, place(at.X, at.Y)
		}
	}
	return found
}

// roams reports whether the bot flies from pad to pad when no foe is in sight,
// rather than after the blips of the radar.
func (b *Bot) roams() bool { return b.traits().roams && bits.OnesCount32(b.pads) > 1 }

// anyPad returns the place of one of the pads that the bot knows.
func (b *Bot) anyPad(a *game.Arena) vector {
	known := b.pads
	for range b.rand.Below(uint32(bits.OnesCount32(known))) {
		known &= known - 1
	}
	at := a.Pads[bits.TrailingZeros32(known)]
	return place(at.X, at.Y)
}
