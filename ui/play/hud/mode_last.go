package hud

import (
	"strconv"
	"strings"

	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
)

var lastObjective = objective{
	rank: (*Frame).drawLastRank, task: lastTask, goal: zoneGoal, news: lastNews, headline: roundHeadline,
}

// drawLastRank draws the own lives, the ships left, the round and the rounds won, as far as they fit.
func (f *Frame) drawLastRank(ranks []int, end int) bool {
	x := 1
	if f.Match.Me >= 0 {
		x = f.drawLives(x, 0, int(f.Match.World.Ships[f.Match.Me].Lives)) + 2
	}
	write := func(words string, ink canvas.Colour) { x = f.writePart(x, end, words, ink) }
	if at := &f.Match.World.Rounds; at.Number > 0 {
		if teams := f.Match.Setup.Teams(); teams > 0 {
			for team := uint8(1); int(team) <= teams; team++ {
				write(f.Joined.join(model.TeamLetter(team), " ", strconv.Itoa(f.shipsLeft(team))), canvas.TeamInk(team))
			}
			x--
			write("left", canvas.TextInk)
		} else {
			write(f.Joined.join(strconv.Itoa(f.shipsLeft(0)), " left"), canvas.Strong)
		}
		write(f.roundOf(), canvas.TextInk)
	}
	switch teams := f.Match.Setup.Teams(); {
	case teams == 2:
		write(f.Joined.join("rounds won ", strconv.Itoa(int(f.Match.World.TeamScores[1])), ":", strconv.Itoa(int(f.Match.World.TeamScores[2]))), canvas.Accent)
	case f.Match.Me >= 0 && f.Match.Setup.HasTeam(f.Match.World.Ships[f.Match.Me].Team):
		write(f.Joined.join("rounds won ", strconv.Itoa(int(f.Match.World.Ships[f.Match.Me].Score))), canvas.Accent)
	}
	return true
}

func (f *Frame) roundOf() string {
	return f.Joined.join("round ", strconv.Itoa(int(f.Match.World.Rounds.Number)), "/", strconv.Itoa(f.Match.Setup.MostRounds()))
}

// drawLives draws the lives left, and returns the next column.
func (f *Frame) drawLives(x, y, lives int) int {
	for i := range f.Match.Setup.Mode.Lives() {
		if i < lives {
			x = f.Sheet.Text(x, y, "♥", canvas.Bad)
		} else {
			x = f.Sheet.Text(x, y, "·", canvas.LabelInk)
		}
	}
	return x
}

// shipsLeft returns the ships in the round, of a team or, for 0, of all.
func (f *Frame) shipsLeft(team uint8) (n int) {
	for i := range f.Match.World.Ships {
		if ship := &f.Match.World.Ships[i]; ship.State != game.Empty && ship.Lives > 0 && (team == 0 || ship.Team == team) {
			n++
		}
	}
	return n
}

const (
	zoneWarns  = 10 * game.TickRate // before it closes
	zoneUrges  = 6 * game.TickRate
	roundGreet = 5 * game.TickRate // how long a round shows its goal
)

// lastTask returns the task from the zone.
func lastTask(f *Frame) (string, canvas.Colour) {
	at, z := &f.Match.World.Rounds, &f.Match.World.Zone
	if words := f.roundTask(); words != "" {
		if at.Number == 0 && at.Pause > 0 && f.Match.Me >= 0 {
			words = f.Joined.join(words, ": last ship standing wins")
		}
		return words, canvas.TextInk
	}
	if at.Began == 0 {
		return "", canvas.TextInk
	}
	if ship := f.Match.Flying(f.Match.Me); ship != nil {
		here := f.Match.Position(f.Match.Me)
		switch {
		case !z.Holds(here) && z.Closed():
			return "no zone is left: the last ship wins", canvas.Bad
		case !z.Holds(here):
			return f.Joined.join("into the zone: ", f.zonePace()), canvas.Bad
		case z.Closes > 0 && !z.NextHolds(here):
			return "zone closes: into the inner ring", canvas.Fair
		case z.Closes == 0 && z.Wait <= zoneUrges && !z.NextHolds(here):
			return f.Joined.join("into the inner ring: closes in ", strconv.Itoa(seconds(z.Wait)), " s"), canvas.Fair
		}
	}
	switch {
	case z.Closes > 0:
		return "zone is closing", canvas.TextInk
	case z.Wait > 0 && z.Wait <= zoneWarns:
		return f.Joined.join("zone closes in ", strconv.Itoa(seconds(z.Wait)), " s"), canvas.TextInk
	case f.Match.Me >= 0 && f.Match.World.Tick-at.Began < roundGreet:
		return f.Joined.join("last ship standing wins; lives left: ", strconv.Itoa(int(f.Match.World.Ships[f.Match.Me].Lives))), canvas.TextInk
	}
	return "", canvas.TextInk
}

// roundTask returns when the next round begins, for waiting pilots.
func (f *Frame) roundTask() string {
	switch at := &f.Match.World.Rounds; {
	case at.Began == 0 && at.Pause > 0:
		return f.Joined.join("round ", strconv.Itoa(int(at.Number)+1), " begins in ", strconv.Itoa(seconds(at.Pause)), " s")
	case at.Began == 0:
		return "waiting for another side to fight"
	case f.Match.Out() && int(at.Number) >= f.Match.Setup.MostRounds():
		return "out of the last round"
	case f.Match.Out():
		return f.Joined.join("out until round ", strconv.Itoa(int(at.Number)+1))
	}
	return ""
}

// zonePace returns the loss of HP outside.
func (f *Frame) zonePace() string {
	pace := int(f.Match.World.Zone.Pace())
	return f.Joined.join("-1 hp every ", strconv.Itoa(pace/game.TickRate), ".", strconv.Itoa(pace%game.TickRate*10/game.TickRate), " s")
}

// zoneGoal points to the zone for a ship outside of it.
func zoneGoal(f *Frame) (goal, bool) {
	z := &f.Match.World.Zone
	if f.Match.Flying(f.Match.Me) == nil || f.Match.World.Rounds.Began == 0 || z.Closed() {
		return goal{}, false
	}
	here := f.Match.Position(f.Match.Me)
	if !z.Holds(here) {
		return goal{at: z.Nearest(here), sign: "zone", ink: canvas.Bad}, true
	}
	return goal{at: z.NextNearest(here), sign: "zone", ink: canvas.Fair}, !z.NextHolds(here) && z.Wait <= zoneUrges
}

// lastNews reports pilots out of the round and losses to the zone.
func lastNews(m *model.Match, ev *game.Event) (slot int, words string) {
	switch {
	case ev.Slot >= game.MaxShips:
	case ev.Kind == game.EventOut:
		return int(ev.Slot), "is out"
	case ev.Kind == game.EventKill && ev.What == game.ZoneWeapon:
		return int(ev.Slot), "lost to the zone"
	}
	return 0, ""
}

// roundHeadline announces rounds and their winners.
func roundHeadline(m *model.Match, ev *game.Event) (string, canvas.Colour) {
	switch {
	case ev.Kind == game.EventRound:
		return "ROUND " + strconv.Itoa(int(ev.What)), canvas.FlameOrange
	case ev.Kind != game.EventRoundWon:
		return "", canvas.TextInk
	case ev.What == game.NoTeam:
		return "ROUND DRAWN", canvas.Fair
	case ev.What > game.MaxTeams, ev.Slot >= game.MaxShips:
		return "", canvas.TextInk
	case ev.What > 0:
		return "TEAM " + model.TeamLetter(ev.What) + " WINS", canvas.TeamInk(ev.What)
	case int(ev.Slot) == m.Me:
		return "ROUND WON", canvas.Accent
	}
	return strings.ToUpper(canvas.Cut(m.Pilots.Name(int(ev.Slot)), headlineName)) + " WINS", m.HullOf(int(ev.Slot)).Middle
}

// headlineName is the most columns of a name in a headline.
const headlineName = 12
