package play

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
	"time"

	"dogfight/game"
	"dogfight/ui/canvas"
)

// drawTopLine draws how the match stands: place and score, the time, and who
// leads. Ranks are the slots, the best first.
func (f *frame) drawTopLine(ranks []int) {
	width := f.width()
	f.Fill(0, 0, width, 1, panel)
	clock, ink := f.clock()
	f.Text((width-canvas.Width(clock))/2, 0, clock, ink)
	if f.Setup.Mode.Teams() > 0 {
		f.drawTeamScores()
	} else {
		f.drawPlace(ranks)
	}
	x := width - 1
	if lag, ink := f.lag(); lag != "" {
		x -= canvas.Width(lag)
		f.Text(x, 0, lag, ink)
		x -= 2
	}
	if len(ranks) > 0 {
		f.drawLeader(ranks[0], x)
	}
}

// drawPlace writes the own place and score.
func (f *frame) drawPlace(ranks []int) {
	for place, slot := range ranks {
		if slot == f.Me {
			x := f.Text(1, 0, ordinal(place+1), strong)
			x = f.Text(x, 0, "/"+strconv.Itoa(len(ranks)), label)
			f.Text(x+2, 0, points(f.World.Ships[slot].Score), accent)
		}
	}
	if f.Me < 0 {
		f.Text(1, 0, "spectator", label)
	}
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

// drawLeader writes who leads, up to the column.
func (f *frame) drawLeader(slot, column int) {
	name := canvas.Cut(f.pilots.name(slot), 12)
	score := strconv.Itoa(int(f.World.Ships[slot].Score))
	x := column - canvas.Width(name) - 1 - len(score)
	f.Text(x, 0, name, f.hullOf(slot).middle)
	f.Text(column-len(score), 0, score, text)
}

// clock returns the time left, or the time played where there is no limit.
func (f *frame) clock() (string, canvas.Colour) {
	played := f.World.Tick - f.World.Started
	switch {
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

// lag returns the round trip, coloured by what it does to a fight.
func (f *frame) lag() (string, canvas.Colour) {
	if f.Lag.Transport == "memory" || f.Lag.RTT == 0 {
		return "", space
	}
	ink := good
	switch {
	case f.Lag.RTT >= 150*time.Millisecond || f.Lag.Slack < -50*time.Millisecond:
		ink = bad
	case f.Lag.RTT >= 80*time.Millisecond || f.Lag.Slack < 0:
		ink = fair
	}
	return strconv.FormatInt(f.Lag.RTT.Milliseconds(), 10) + " ms", ink
}

// drawBottomLine draws how the ship in a slot does: the own one, or the one
// that is looked at.
func (f *frame) drawBottomLine(followed int) {
	y := f.height() - 1
	f.Fill(0, y, f.width(), 1, panel)
	x, slot := 1, f.Me
	if f.Me < 0 {
		if slot = followed; slot < 0 {
			f.Text(1, y, "nobody to watch yet", label)
			return
		}
		x = f.Text(x, y, canvas.Cut(f.pilots.name(slot), 12), f.hullOf(slot).middle) + 2
	}
	if ship := f.flying(slot); ship != nil {
		x = f.drawHealth(x, y, ship) + 2
		x = f.drawMagazine(x, y, ship) + 2
		x = f.drawBoost(x, y, ship) + 2
		f.drawTimers(x, y, ship)
	}
	f.drawKit(y, &f.World.Ships[slot])
}

// drawHealth draws a heart for each HP, or one and a number if there are many.
func (f *frame) drawHealth(x, y int, ship *game.Ship) int {
	full, hp := int(f.class(ship).HP), int(ship.HP)
	ink := healthColour(hp, full)
	if max(full, hp) > 8 {
		return f.Text(f.Text(x, y, "♥", ink), y, fmt.Sprintf("%d/%d", hp, full), ink)
	}
	for i := range max(full, hp) {
		if i >= hp {
			ink = padMark
		}
		x = f.Text(x, y, "♥", ink)
	}
	return x
}

// drawMagazine draws a dot for each shot, bright where it is free.
func (f *frame) drawMagazine(x, y int, ship *game.Ship) int {
	whole := ship.MaxShots(f.Setup)
	free := whole - bits.OnesCount8(ship.Live)
	for i := range whole {
		if i < free {
			x = f.Text(x, y, "•", fair)
		} else {
			x = f.Text(x, y, "·", label)
		}
	}
	return x
}

// drawBoost draws how far the afterburner is charged.
func (f *frame) drawBoost(x, y int, ship *game.Ship) int {
	const cells = 6
	ready, ink := ship.BoostReady(), shieldWorn
	switch {
	case ship.Boosting():
		ready, ink = 100, flameOrange
	case ready == 100:
		ink = accent
	}
	if f.width() >= 70 {
		x = f.Text(x, y, "boost ", label)
	}
	for i := range cells {
		if ready*cells >= (i+1)*100 {
			x = f.Text(x, y, "█", ink)
		} else {
			x = f.Text(x, y, "░", padMark)
		}
	}
	return x
}

// drawTimers draws how long shield and overdrive still last.
func (f *frame) drawTimers(x, y int, ship *game.Ship) {
	if ship.Hits > 0 {
		x = f.Text(x, y, "S", accent)
		x = f.Text(x, y, fmt.Sprintf("%d:%ds", ship.Hits, seconds(ship.Shield)), shieldGlow) + 1
	}
	if ship.Overdrive > 0 {
		x = f.Text(x, y, "O", foeBright+7)
		f.Text(x, y, fmt.Sprintf("%ds", seconds(ship.Overdrive)), foeBright+6)
	}
}

// drawKit writes class and weapon at the right end.
func (f *frame) drawKit(y int, ship *game.Ship) {
	kit := f.class(ship).Title + " · " + f.weapon(ship.Weapon).Title
	f.Text(f.width()-1-canvas.Width(kit), y, kit, label)
}

func seconds(ticks uint16) int { return (int(ticks) + game.TickRate - 1) / game.TickRate }

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
	return strings.Join([]string{strconv.Itoa(int(n)), "points"}, " ")
}
