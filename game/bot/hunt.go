package bot

import "dogfight/game"

// hunt is what a bot remembers of the ship that it is after.
type hunt struct {
	foe   uint8     // the slot of its target and one, 0 for none
	since game.Tick // when it came into sight
	shot  game.Tick // when there last was a shot to take at it

	given      uint8     // the slot of a ship that it has given up and one, 0 for none
	givenUntil game.Tick // when it may think of that ship again
}

// after notes which ship is the target now, -1 for none.
func (h *hunt) after(foe int, now game.Tick) {
	if slot := uint8(foe + 1); slot != h.foe {
		h.foe, h.since, h.shot = slot, now, now
	}
}

// gaveUp reports whether the bot leaves the ship in a slot alone for now.
func (h *hunt) gaveUp(slot int, now game.Tick) bool {
	return h.given == uint8(slot+1) && now < h.givenUntil
}

// reconsider gives a chase up that leads to no shot, sooner if the target gets
// away from it.
func (b *Bot) reconsider(v *view, aims *[game.Courses]aim) {
	h := &b.hunt
	if v.foe < 0 {
		return
	}
	for c := range aims {
		if aims[c].worth > 0 {
			h.shot = v.w.Tick
			return
		}
	}
	patience := b.traits().patience
	switch {
	case v.foeV.length() < stillSpeed:
		patience *= 3
	case v.outrun():
		patience /= 3
	}
	if v.w.Tick-h.shot > patience {
		h.given, h.givenUntil = h.foe, v.w.Tick+giveUpTime
		h.foe = 0
	}
}

// outrun reports whether the target flies away, as fast as this ship can follow
// or faster.
func (v *view) outrun() bool {
	way := v.foeP.minus(v.at)
	length := way.length()
	if length <= nearShots*game.One || v.foeV.length() < v.s.Classes[v.me.Class].TopSpeed*9/10 {
		return false
	}
	return v.foeV.along(way)/int64(length) > int64(v.foeV.length())*3/4
}
