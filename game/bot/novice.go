package bot

import "dogfight/game"

// A novice shoots for one part in noviceParts of the time, half a second at once.
const (
	noviceParts = 6
	noviceBurst = game.TickRate / 2
)

// Hesitant returns what a bot holds that hardly ever shoots: it is for players who have never flown. Those of different
// slots do not shoot at the same time.
func Hesitant(in game.Input, tick game.Tick, slot int) game.Input {
	if (tick/noviceBurst+game.Tick(slot))%noviceParts != 0 {
		in &^= game.Fire
	}
	return in
}
