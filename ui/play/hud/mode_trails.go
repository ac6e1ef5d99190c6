package hud

import (
	"strconv"

	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/play/model"
)

var trailsObjective = objective{
	rank: (*Frame).drawTrailsRank, task: trailsTask, greeting: trailsCount, headline: trailsHeadline,
	gauge: (*Frame).drawJumpGauge, nameless: trailsFly,
}

// drawTrailsRank draws the round, the ships left and the rounds won, the own ones as pips.
func (f *Frame) drawTrailsRank(ranks []int, end int) bool {
	x, at := 1, &f.Match.World.Rounds
	write := func(words string, ink canvas.Colour) { x = f.writePart(x, end, words, ink) }
	if f.Match.Me >= 0 {
		most, won := int(f.Match.Setup.ScoreLimit), int(f.Match.World.Ships[f.Match.Me].Score)
		if most > 0 && most < 8 {
			x = f.Sheet.Text(x, 0, "rounds won ", canvas.LabelInk)
			x = f.drawPips(x, 0, won, most, canvas.Accent) + 2
		} else {
			write(f.Joined.join("rounds won ", strconv.Itoa(won)), canvas.Accent)
		}
	}
	if at.Number > 0 {
		write(f.Joined.join(strconv.Itoa(f.shipsLeft(0)), " left"), canvas.Strong)
		write(f.roundOf(), canvas.TextInk)
	}
	return true
}

// trailsHelp is how long a round shows its keys.
const trailsHelp = 6 * game.TickRate

// trailsTask returns the most urgent fact: a wait, the closing edges, or the jump.
func trailsTask(f *Frame) (string, canvas.Colour) {
	at := &f.Match.World.Rounds
	switch {
	case f.Match.Out() && at.Began != 0:
		return "out until the next round", canvas.TextInk
	case at.Began != 0 || at.Pause != 0:
		if words := f.roundTask(); words != "" {
			return words, canvas.TextInk
		}
	case f.Match.World.Tick%(6*game.TickRate) < 3*game.TickRate: // alternate with nothing: alone, the text never changes
		return "alone: a round begins when another comes", canvas.TextInk
	}
	if f.Match.Flying(f.Match.Me) == nil || f.Match.Me >= game.MaxRacers {
		return "", canvas.TextInk
	}
	jump := f.Match.World.Trails[f.Match.Me].JumpReady()
	least, _ := f.Match.World.TrailBox(f.Match.Setup)
	switch {
	case f.Match.World.Trails[f.Match.Me].Jumping():
		return "over the walls", canvas.Accent
	case least.X > 0:
		return "the edges close in", canvas.Bad
	case jump > 0:
		return f.Joined.join("jump ready in ", strconv.Itoa(seconds(uint16(jump))), " s"), canvas.LabelInk
	case at.Began == 0 || f.Match.World.Tick-at.Began < trailsHelp:
		return f.Joined.join("turn before a wall - ", f.Keys.First(input.Fire), " jumps"), canvas.TextInk
	}
	return "", canvas.TextInk
}

// drawJumpGauge draws the charge of the jump.
func (f *Frame) drawJumpGauge(slot, x, y int) int {
	if slot >= game.MaxRacers {
		return x
	}
	t := &f.Match.World.Trails[slot]
	return f.drawCharge(f.Sheet.Text(x, y, "jump ", canvas.LabelInk), y, longBoost, t.JumpCharge(), t.Jumping())
}

// trailsFly reports whether ships fly: names would hide walls.
func trailsFly(f *Frame) bool {
	return f.Match.World.Rounds.Began != 0 && f.Match.World.TrailReady() == 0
}

// trailsBeat is how long each number of the countdown shows.
const trailsBeat = 40

// trailsCount announces the round and counts down to the start.
func trailsCount(f *Frame) (string, canvas.Colour) {
	switch left := f.Match.World.TrailReady(); {
	case left == 0:
		return "", canvas.TextInk
	case left > 3*trailsBeat:
		return f.Joined.join("ROUND ", strconv.Itoa(int(f.Match.World.Rounds.Number))), canvas.FlameOrange
	default:
		return strconv.Itoa(int((left + trailsBeat - 1) / trailsBeat)), canvas.Fair
	}
}

// trailsHeadline announces the winner of a round.
func trailsHeadline(m *model.Match, ev *game.Event) (string, canvas.Colour) {
	switch {
	case ev.Kind != game.EventRoundWon:
		return "", canvas.TextInk
	case ev.What == game.NoTeam:
		return "TIE", canvas.Fair
	}
	return roundHeadline(m, ev)
}
