package hud

import (
	"strconv"
	"strings"

	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
)

var wavesObjective = objective{
	rank: (*Frame).drawWavesRank, task: wavesTask, goal: bossGoal, news: wavesNews, headline: waveHeadline, bar: (*Frame).drawBossBar, barRows: bossRows,
}

// drawWavesRank draws the wave, the shared lives and the points, as far as they fit.
func (f *Frame) drawWavesRank(ranks []int, end int) bool {
	a, x := &f.Match.World.Assault, 1
	write := func(words string, ink canvas.Colour) { x = f.writePart(x, end, words, ink) }
	write(f.waveOf(), canvas.Strong)
	if a.Wave > 0 {
		ink := canvas.Good
		switch {
		case f.Match.World.Status == game.InProgress && f.Match.World.Besieged():
			ink = f.Space.Warning(canvas.Strong)
		case a.Lives == 0:
			ink = canvas.Bad
		case a.Lives < 3:
			ink = canvas.Fair
		}
		write(f.Joined.join("lives ", strconv.Itoa(int(a.Lives))), ink)
	}
	if f.Match.Me >= 0 {
		write(f.Joined.join(strconv.Itoa(int(f.Match.World.Ships[f.Match.Me].Score)), points(f.Match.World.Ships[f.Match.Me].Score)), canvas.Accent)
	}
	write(f.Joined.join("team ", strconv.Itoa(int(f.Match.World.TeamScores[1]))), canvas.TextInk)
	return true
}

// waveOf returns the wave and the number of waves.
func (f *Frame) waveOf() string {
	if f.Match.Setup.Campaign == nil {
		return "no waves"
	}
	wave := strconv.Itoa(max(int(f.Match.World.Assault.Wave), 1))
	if f.Match.Setup.Campaign.Endless {
		return f.Joined.join("wave ", wave)
	}
	return f.Joined.join("wave ", wave, "/", strconv.Itoa(len(f.Match.Setup.Campaign.Waves)))
}

// wavesTask returns the next wave, or the drones left, or the time until they cost a life. Bosses have a bar.
func wavesTask(f *Frame) (string, canvas.Colour) {
	a := &f.Match.World.Assault
	if f.Match.Setup.Campaign == nil {
		return "", canvas.TextInk
	}
	if a.Timer > 0 {
		left := strconv.Itoa(seconds(a.Timer))
		if a.Wave == 0 {
			return f.Joined.join("drones come in ", left, " s: fight them together"), canvas.TextInk
		}
		return f.Joined.join("next wave in ", left, " s"), canvas.TextInk
	}
	lost := "a life is lost in "
	if over := a.Lives == 0 || f.Match.World.Besieged() && a.Lives == 1; over {
		lost = "the match is lost in "
	}
	switch in := f.Match.World.LifeLostIn() + game.TickRate - 1; {
	case f.Match.World.Besieged():
		return f.Joined.join("too late: ", lost, strconv.Itoa(int(in/game.TickRate)), " s"), f.Space.Warning(canvas.Strong)
	case f.Match.World.Raging():
		return f.Joined.join("drones rage: ", lost, model.Minutes(in)), canvas.Bad
	}
	left := f.Match.World.DronesLeft(f.Match.Setup)
	if _, boss := f.Match.Boss(); boss {
		left--
	}
	if wave := f.Match.Setup.Wave(a.Wave); left > 0 && wave != nil {
		return f.Joined.join(canvas.Clean(wave.Title), ": ", strconv.Itoa(left), " left"), canvas.TextInk
	}
	return "", canvas.TextInk
}

// The bar of a boss.
const (
	bossBar     = 44 // columns
	bossBarRows = 2
	bossMargin  = 2
)

func bossRows(f *Frame) int {
	if _, there := f.Match.Boss(); there {
		return bossBarRows
	}
	return 0
}

// drawBossBar draws a boss's name, weak spots and HP under the top line.
func (f *Frame) drawBossBar() {
	boss, _ := f.Match.Boss()
	width := min(bossBar, f.Sheet.Width()-2*bossMargin)
	x, row := (f.Sheet.Width()-width)/2, 1+f.Sheet.Above-bossBarRows
	f.Sheet.Fill(x-1, row, width+2, bossBarRows, canvas.PanelInk)
	ink := f.Match.HullOf(boss.Slot)
	f.Sheet.Text(x, row, strings.ToUpper(canvas.Clean(boss.Class.Title)), ink.Bright)
	words, alarm := "shoot the glowing core", canvas.Fair
	switch {
	case f.Match.World.Raging():
		words, alarm = "rages: every hit counts", f.Space.Warning(canvas.Fair)
	case boss.Left > 0:
		words = f.Joined.join("shoot what glows: ", strconv.Itoa(boss.Left), "/", strconv.Itoa(boss.Spots))
	}
	f.Sheet.Right(x+width, row, words, alarm)
	f.Sheet.Bar(x, row+1, width, min(boss.HP, boss.Full), boss.Full, ink.Middle)
}

// bossGoal points to the boss.
func bossGoal(f *Frame) (goal, bool) {
	boss, ok := f.Match.Boss()
	if !ok {
		return goal{}, false
	}
	return goal{at: f.Match.Position(boss.Slot), sign: "boss", ink: f.Match.HullOf(boss.Slot).Middle}, true
}

// wavesNews reports pilots out of lives and destroyed bosses.
func wavesNews(m *model.Match, ev *game.Event) (slot int, words string) {
	switch {
	case ev.Slot >= game.MaxShips || ev.By >= game.MaxShips:
	case ev.Kind == game.EventOut:
		return int(ev.Slot), "is out"
	case ev.Kind == game.EventKill && m.OfDrones(int(ev.Slot)):
		if kind := m.Setup.Kind(m.World.Ships[ev.Slot].Class); kind != nil && kind.Role == game.Core && m.Class(&m.World.Ships[ev.Slot]).Drone {
			return int(ev.By), "beat " + m.Name(int(ev.Slot))
		}
	}
	return 0, ""
}

// waveHeadline announces waves.
func waveHeadline(m *model.Match, ev *game.Event) (string, canvas.Colour) {
	switch ev.Kind {
	case game.EventWave:
		if class, boss := m.Setup.BossOf(ev.What); boss {
			return strings.ToUpper(canvas.Cut(m.Setup.Classes[class].Title, headlineName)), canvas.Bad
		}
		return "WAVE " + strconv.Itoa(int(ev.What)), canvas.FlameOrange
	case game.EventRepelled:
		return "WAVE REPELLED", canvas.Accent
	}
	return "", canvas.TextInk
}
