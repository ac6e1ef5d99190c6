package bot

import "dogfight/game"

// laysTrap reports whether a mine dropped now would lie in somebody's way, later
// on: in the way of who follows, or, for a Miner, at a pad. It keeps some mines
// for foes that are there.
func (b *Bot) laysTrap(v *view) bool {
	if _, ok := v.fires(int32(v.level.react)); !ok || v.weapon.Speed > 0 || v.me.FreeShots(v.s) < trapReserve || v.mined() {
		return false
	}
	return b.personality == Miner && b.nearPad(v) || v.level.traps && v.followed()
}

// mined reports whether one of its mines lies near where it drops the next.
func (v *view) mined() bool {
	for k := range v.w.Shots[v.slot] {
		shot := &v.w.Shots[v.slot][k]
		if v.me.Live>>k&1 != 0 && place(shot.X, shot.Y).minus(v.at).length() < trapSpace {
			return true
		}
	}
	return false
}

// nearPad reports whether the bot passes a pad that it knows.
func (b *Bot) nearPad(v *view) bool {
	for i, at := range v.s.Arena.Pads {
		if b.pads>>i&1 != 0 && place(at.X, at.Y).minus(v.at).length() < padLeft {
			return true
		}
	}
	return false
}

// followed reports whether the target flies after this ship.
func (v *view) followed() bool {
	if v.foe < 0 || !v.open {
		return false
	}
	way := v.foeP.minus(v.at)
	return way.length() < trapRange && v.v.length() > game.One && v.v.along(way) < 0 && v.foeV.along(way) < 0
}
