package bot

import "dogfight/game"

func betweenWaves(b *Bot, v *view) (at vector, want int32, ok bool) {
	if v.foe >= 0 || v.blips || v.w.Assault.Timer == 0 {
		return vector{}, 0, false
	}
	if at, ok = b.bestItem(v); ok {
		return at, 0, true
	}
	width, height := v.s.Arena.Size()
	return vector{width / 2, height / 2}, waitRange, true
}

// waitRange is how far from the middle bots wait.
const waitRange = 60 * game.One
