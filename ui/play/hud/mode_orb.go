package hud

import (
	"fmt"
	"strconv"

	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
)

var orbObjective = objective{task: orbTask, goal: orbGoal, news: orbNews, headline: orbHeadline}

// taskName is the most columns of a name in a task.
const taskName = 12

// orbTask returns the task from the orb.
func orbTask(f *Frame) (words string, ink canvas.Colour) {
	o := &f.Match.World.Orb
	slot, held := o.Held()
	name := ""
	if held {
		name = canvas.Cut(f.Match.Pilots.Name(slot), taskName)
	}
	switch {
	case held && slot == f.Match.Me:
		return "bring the orb to your base", canvas.Accent
	case held && f.Match.Me < 0:
		return f.Joined.join(name, " has the orb"), canvas.TextInk
	case held && f.Match.Foes(slot, f.Match.Me):
		return f.Joined.join("stop ", name), canvas.Bad
	case held:
		return f.Joined.join("escort ", name), canvas.Good
	case !o.Free(f.Match.Setup):
		return f.Joined.join("orb returns in ", strconv.Itoa(seconds(o.Timer)), " s"), canvas.TextInk
	case f.Match.Me < 0 && o.AtHome(f.Match.Setup):
		return "the orb is in the middle", canvas.TextInk
	case f.Match.Me < 0:
		return f.Joined.join("orb returns in ", strconv.Itoa(seconds(o.Timer)), " s"), canvas.TextInk
	case !o.AtHome(f.Match.Setup):
		return f.Joined.join("take the orb: it returns in ", strconv.Itoa(seconds(o.Timer)), " s"), canvas.Fair
	}
	return "take the orb, bring it to your base", canvas.TextInk
}

// orbGoal points to the orb or its carrier; the carrier to its base.
func orbGoal(f *Frame) (goal, bool) {
	o := &f.Match.World.Orb
	slot, held := o.Held()
	switch {
	case held && slot == f.Match.Me:
		team := f.Match.World.Ships[f.Match.Me].Team
		if !f.Match.Setup.HasTeam(team) {
			return goal{}, false
		}
		return goal{at: f.nearestBase(team), sign: model.TeamLetter(team), ink: canvas.TeamInk(team)}, true
	case held:
		return goal{at: f.Match.Position(slot), sign: "o", ink: canvas.TeamInk(f.Match.World.Ships[slot].Team)}, true
	}
	return goal{at: game.Point{X: o.X, Y: o.Y}, sign: "o", ink: canvas.Strong}, true
}

// nearestBase returns the team's base nearest to the own ship.
func (f *Frame) nearestBase(team uint8) (nearest game.Point) {
	least, here := int64(1)<<62, f.Match.Position(f.Match.Me)
	for _, at := range f.Match.Setup.Arena.BaseTiles(team) {
		dx, dy := int64(at.X-here.X), int64(at.Y-here.Y)
		if d := dx*dx + dy*dy; d < least {
			least, nearest = d, at
		}
	}
	return nearest
}

// orbNews reports pilots that took, lost and captured the orb.
func orbNews(m *model.Match, ev *game.Event) (slot int, words string) {
	if ev.Slot >= game.MaxShips {
		return 0, ""
	}
	switch ev.Kind {
	case game.EventTake:
		return int(ev.Slot), "took the orb"
	case game.EventDrop:
		return int(ev.Slot), "dropped the orb"
	case game.EventCapture:
		words = "scored"
		if m.Setup.Teams() == 2 {
			words += fmt.Sprintf(" %d:%d", m.World.TeamScores[1], m.World.TeamScores[2])
		}
		return int(ev.Slot), words
	}
	return 0, ""
}

// orbHeadline announces captures.
func orbHeadline(_ *model.Match, ev *game.Event) (string, canvas.Colour) {
	if ev.Kind != game.EventCapture || ev.What == 0 || ev.What > game.MaxTeams {
		return "", canvas.TextInk
	}
	return "TEAM " + model.TeamLetter(ev.What) + " SCORES", canvas.TeamInk(ev.What)
}
