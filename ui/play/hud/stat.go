package hud

import (
	"fmt"
	"strings"

	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/play/scene"
)

// stat is a property to compare ships or weapons by. More is better.
type stat struct {
	label string
	value float64
	text  string  // value as shown
	most  float64 // of the table: a full bar
	best  string  // title of the highest
	worst string  // title of the lowest
	rank  int     // -1 the worst of the table, 1 the best, 0 neither
}

func classStats(classes []game.Class) [][]stat {
	table := make([][]stat, len(classes))
	for i := range classes {
		c := &classes[i]
		table[i] = []stat{
			{label: "hp", value: float64(c.HP), text: fmt.Sprint(c.HP), best: "the sturdiest", worst: "the frailest"},
			{label: "speed", value: float64(c.TopSpeed), text: fmt.Sprint(perSecond(c.TopSpeed)), best: "the fastest", worst: "the slowest"},
			{label: "0 to full speed", value: float64(c.Thrust), text: fullSpeedIn(c), best: "the nimblest", worst: "the clumsiest"},
		}
	}
	return compared(table, func(int) bool { return true })
}

// fullSpeedIn returns the time to top speed.
func fullSpeedIn(c *game.Class) string {
	if c.Thrust == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f s", float64(c.TopSpeed)/float64(c.Thrust)/game.TickRate)
}

// weaponStats returns the stats of weapons. Mines are not ranked against shots.
func weaponStats(weapons []game.Weapon) [][]stat {
	table := make([][]stat, len(weapons))
	for i := range weapons {
		w := &weapons[i]
		damage := fmt.Sprint(w.Damage)
		if w.Fan > 1 {
			damage += fmt.Sprintf(" x%d", w.Fan)
		}
		rate := float64(game.TickRate) / float64(max(w.Cooldown, 1))
		table[i] = []stat{
			{label: "damage", value: float64(w.Damage), text: damage, best: "the hardest hit", worst: "the weakest hit"},
			{label: "reach", value: weaponReach(w), text: fmt.Sprintf("%.0f", weaponReach(w)), best: "the longest reach", worst: "the shortest reach"},
			{label: "rate", value: rate, text: fmt.Sprintf("%.1f/s", rate), best: "the fastest fire", worst: "the slowest fire"},
			{label: "speed", value: float64(w.Speed), text: fmt.Sprint(perSecond(w.Speed)), best: "the fastest shot", worst: "the slowest shot"},
			{label: "in flight", value: float64(w.Shots), text: fmt.Sprint(w.Shots), best: "the most shots", worst: "the fewest shots"},
		}
	}
	return compared(table, func(i int) bool { return weapons[i].Speed > 0 })
}

// weaponReach returns a weapon's reach from the ship, in units.
func weaponReach(w *game.Weapon) float64 {
	return (float64(w.Speed)*float64(w.Life) + float64(w.Reach)) / game.One
}

// compared ranks each stat in its table. Only items that count are ranked.
func compared(table [][]stat, counts func(int) bool) [][]stat {
	for i := range table {
		for k := range table[i] {
			m := &table[i][k]
			others, above, below := 0, 0, 0
			for j := range table {
				other := table[j][k].value
				m.most = max(m.most, other)
				if j != i && counts(j) && counts(i) {
					others++
					above += bit(m.value > other)
					below += bit(m.value < other)
				}
			}
			m.rank = rankOf(others, above, below)
		}
	}
	return table
}

func bit(on bool) int {
	if on {
		return 1
	}
	return 0
}

// rankOf ranks an item that is above and below so many of others.
func rankOf(others, above, below int) int {
	switch {
	case others == 0:
		return 0
	case above == others:
		return 1
	case below == others:
		return -1
	}
	return 0
}

// The columns of a stat: its bar and its number.
const (
	barAt     = 10
	longBarAt = 16 // after long labels
	numberAt  = 6  // for the number at the end
	barLeast  = 4
	barShort  = 12 // beside a long label
	barMost   = 20
)

// drawStats draws each stat as a bar and a number, and returns the row below. Where space is short, a long label
// replaces the bar.
func drawStats(s *canvas.Sheet, a canvas.Area, stats []stat) int {
	at := barAt
	if a.Width >= longBarAt+barShort+numberAt {
		at = longBarAt
	}
	length := min(max(a.Width-at-numberAt, barLeast), barMost)
	for i := range stats {
		m, y := &stats[i], a.Y+i
		s.Text(a.X, y, m.label, canvas.LabelInk)
		if len(m.label) < at {
			m.drawBar(s, a.X+at, y, length)
		}
		s.Text(a.X+at+length+1, y, m.text, canvas.TextInk)
	}
	return a.Y + len(stats)
}

func (m *stat) drawBar(s *canvas.Sheet, x, y, length int) {
	const whole = 1000
	share := 0
	if m.value > 0 { // anything above zero shows
		share = max(int(m.value/m.most*whole), whole/(8*length)+1)
	}
	ink := canvas.ShieldMiddle
	if m.rank > 0 {
		ink = canvas.Good
	}
	s.Pips(x, y, length, share, whole, ink)
}

// classSentence returns the use of a class.
func classSentence(stats []stat) string {
	hp, speed, handling := stats[0].rank, stats[1].rank, stats[2].rank
	switch {
	case speed > 0 || handling > 0:
		return sentence("For hit and run", stats)
	case hp > 0:
		return sentence("For holding ground", stats)
	}
	return sentence("For everything", stats)
}

// weaponSentence returns the use of a weapon.
func weaponSentence(w *game.Weapon, stats []stat) string {
	switch {
	case w.Speed == 0:
		return fmt.Sprintf("For ambush and escape: lies for %d s where it is dropped and hits any ship nearby.", int(w.Life)/game.TickRate)
	case w.Fan > 1:
		return sentence("For close fights, three at once", stats)
	case w.Speed >= scene.RailSpeed:
		return sentence("For long-range shots", stats)
	}
	return sentence("For steady fire", stats)
}

// sentence adds up to three outstanding stats to a use.
func sentence(use string, stats []stat) string {
	var best, worst []string
	for i := range stats {
		switch m := &stats[i]; {
		case m.rank > 0 && len(best) < 2:
			best = append(best, m.best)
		case m.rank < 0 && len(best)+len(worst) < 3:
			worst = append(worst, m.worst)
		}
	}
	good, bad := strings.Join(best, " and "), strings.Join(worst, " and ")
	switch {
	case good != "" && bad != "":
		return use + ": " + good + ", but " + bad + "."
	case good+bad != "":
		return use + ": " + good + bad + "."
	}
	return use + ": no strength or weakness stands out."
}
