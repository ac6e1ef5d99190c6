package bot

import "dogfight/game"

// What bots do for the mode of the match, beside fighting, is a file a mode. These are the
// places that ask it. They name the functions themselves, for what is called through a
// table takes memory at each look.

// task returns where the mode wants the bot to be, and how near is near enough. It has its
// say before items and foes have theirs; the bot still shoots at what it meets.
func (b *Bot) task(v *view) (at vector, want int32, ok bool) {
	switch v.s.Mode {
	case game.Last:
		return intoZone(b, v)
	case game.CaptureOrb:
		return orbGoal(b, v)
	case game.Race:
		return raceGoal(b, v)
	case game.Waves:
		return betweenWaves(b, v)
	}
	return vector{}, 0, false
}

// shun returns the points that a place costs by the mode, none or more.
func (b *Bot) shun(v *view, at vector) int32 {
	if v.s.Mode == game.Last {
		return shunZone(b, v, at)
	}
	return 0
}

// wary reports whether in the mode of the match the bot should rather live than fight.
func (b *Bot) wary(v *view) bool { return v.s.Mode == game.Last && lastLife(b, v) }
