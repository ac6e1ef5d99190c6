package play

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"dogfight/game"
	"dogfight/ui/canvas"
)

// drawTopLine draws how the match stands: place and score, the time, and who
// leads. Ranks are the slots, the best first.
func (f *frame) drawTopLine(ranks []int) {
	width, _ := f.Size()
	f.Fill(0, 0, width, 1, panel)
	clock, ink := f.clock()
	left := f.Text((width-canvas.Width(clock))/2, 0, clock, ink) + 1
	switch {
	case f.Foreign:
		f.drawCrowd(ranks)
	case f.Setup.Mode.Teams() > 0:
		f.drawTeamScores()
	default:
		f.drawPlace(ranks)
	}
	x := width - 1
	if lag, ink := f.lag(); lag != "" {
		x -= canvas.Width(lag)
		f.Text(x, 0, lag, ink)
		x -= 2
	}
	if len(ranks) > 0 && f.World.Ships[ranks[0]].Score > 0 {
		f.drawLeader(ranks[0], left, x)
	}
}

// drawPlace writes the own place and score.
func (f *frame) drawPlace(ranks []int) {
	if f.Me < 0 {
		f.Text(1, 0, "spectator", label)
		return
	}
	if !slices.Contains(ranks, f.Me) {
		return // not in space yet
	}
	own := f.World.Ships[f.Me].Score
	place, shared := f.place(ranks, f.Me)
	x := f.Text(1, 0, tie(shared)+ordinal(place), strong)
	x = f.Text(x, 0, "/"+strconv.Itoa(len(ranks)), label)
	f.Text(x+2, 0, points(own), accent)
}

// drawCrowd writes how many ships there are, where nobody tells how they do.
func (f *frame) drawCrowd(ranks []int) {
	what := " ships"
	if len(ranks) == 1 {
		what = " ship"
	}
	f.Text(f.Text(1, 0, strconv.Itoa(len(ranks)), strong), 0, what, label)
}

func (f *frame) drawTeamScores() {
	x := 1
	for team := uint8(1); int(team) <= f.Setup.Mode.Teams(); team++ {
		ink := teamInk(team)
		x = f.Text(x, 0, teamLetter(team)+" ", ink)
		x = f.Text(x, 0, strconv.Itoa(int(f.World.TeamScores[team])), strong)
		if f.Me >= 0 && f.World.Ships[f.Me].Team == team {
			x = f.Text(x, 0, "◄", ink)
		}
		x += 2
	}
}

func teamInk(team uint8) canvas.Colour {
	if team == 1 {
		return team1Middle
	}
	return team2Middle
}

// drawLeader writes who leads between two columns, to the right, if there is room.
func (f *frame) drawLeader(slot, left, right int) {
	name := canvas.Cut(f.pilots.name(slot), 12)
	score := strconv.Itoa(int(f.World.Ships[slot].Score))
	x := right - canvas.Width(name) - 1 - len(score)
	if x < left {
		return
	}
	f.Text(x, 0, name, f.hullOf(slot).middle)
	f.Text(right-len(score), 0, score, text)
}

// clock returns the time left, or the time played where there is no limit.
func (f *frame) clock() (string, canvas.Colour) {
	played := f.World.Tick - f.World.Started
	switch {
	case f.Paused:
		return "paused", fair
	case f.World.Status == game.Waiting:
		return "waiting", label
	case f.World.Status == game.Closed:
		return "finished", fair
	case f.Setup.TimeLimit == 0:
		return minutes(played), text
	}
	left := f.Setup.TimeLimit - min(played, f.Setup.TimeLimit)
	if left <= 10*game.TickRate {
		return minutes(left + game.TickRate - 1), bad
	}
	return minutes(left + game.TickRate - 1), text
}

func minutes(t game.Tick) string {
	seconds := int(t) / game.TickRate
	return fmt.Sprintf("%d:%02d", seconds/60, seconds%60)
}

// nearby is what the way to a terminal may take that nobody needs to be told of.
const nearby = 10 * time.Millisecond

// lag returns the round trip, coloured by what it does to a fight, or how late
// the host's news are. What the way to a distant terminal takes is added to it, as
// in "12+35 ms".
func (f *frame) lag() (string, canvas.Colour) {
	if f.Stale {
		return "host silent " + seconds10(f.Lag.Age), bad
	}
	words, how := "", gradeGood
	if f.Lag.Transport != memory && f.Lag.RTT != 0 {
		words, how = wholeMillis(f.Lag.RTT), max(roundTrips.grade(f.Lag.RTT), delays.grade(-f.Lag.Slack))
	}
	if f.terminal >= nearby {
		if words != "" {
			words += "+"
		}
		words, how = words+wholeMillis(f.terminal), max(how, roundTrips.grade(f.terminal))
	}
	if words == "" {
		return "", space
	}
	return words + " ms", how.ink()
}

func ordinal(n int) string {
	ending := "th"
	if n/10%10 != 1 {
		switch n % 10 {
		case 1:
			ending = "st"
		case 2:
			ending = "nd"
		case 3:
			ending = "rd"
		}
	}
	return strconv.Itoa(n) + ending
}

func points(n int32) string {
	if n == 1 {
		return "1 point"
	}
	return strconv.Itoa(int(n)) + " points"
}
