package ui

import "dogfight/net/playback"

// Replay is what the player does with a match that was recorded.
type Replay struct {
	Match *playback.Match // which is the Session's, too
	Own   string          // name of the player's pilot in it, who is looked at first; "" for none
}

// loudest is up to how fast a recorded match is heard, in eighths of how fast it was.
const loudest = 16

// tooFast reports whether it plays too fast to be heard.
func (r *Replay) tooFast() bool { return r != nil && r.Match.Speed() > loudest }
