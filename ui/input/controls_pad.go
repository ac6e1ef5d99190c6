package input

import (
	"time"

	"dogfight/game"
)

// A pad is beside whatever keys the player has: what its keys do cannot be changed, and it reports releases even where the
// keyboard does not.

// padActions are what the keys of a pad do in space.
var padActions = map[Key]Action{
	PadUp: Up, PadDown: Down, PadLeft: Left, PadRight: Right,
	PadA: Fire, PadB: Boost, PadX: Scores, PadY: Chat,
}

// padWords are what is written on the buttons that do these; some only where there is no ship to fly.
var padWords = [Actions]string{Fire: "FIRE", Boost: "BOOST", Scores: "SCORES", Chat: "CHAT", Ready: "READY", Team: "TEAM", Help: "MENU"}

// padStick is what the screen calls what steers.
const padStick = "STICK"

// SpeakOfPad has the screen speak of a pad, which the player holds, or of the keyboard. What is held stays.
func (c *Controls) SpeakOfPad(on bool) { c.bindings.ofPad = on }

// OfPad reports whether the screen is to speak of a pad.
func (b *Bindings) OfPad() bool { return b.ofPad }

// pressPad takes in a press of a key of a pad, and reports whether it is there to fly. What is latched ends when the stick
// takes over: nothing would end it when that is let go.
func (c *Controls) pressPad(now time.Time, ev Event) bool {
	if padActions[ev.Key].Course() != game.Idle {
		c.latch.course = course{}
	}
	return c.pad.Press(now, ev, &c.bindings)
}

// withPad returns what is held together with what the keys and the mouse say: the stick steers as long as it is held.
func (c *Controls) withPad(in game.Input, now time.Time) game.Input {
	pad := c.pad.Input(now)
	if pad.Course() == game.Idle {
		return in | pad
	}
	return in&(game.Fire|game.Special) | pad
}
