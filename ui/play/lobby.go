package play

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"dogfight/game"
	"dogfight/proto"
	"dogfight/ui/canvas"
)

const (
	lobbyWidth   = 96 // two columns of pilots and the choices
	pilotWidth   = 25
	choicesWidth = 40
	choicesLeast = 22
	lobbyRoomy   = 14 // rows from which on there is room for gaps
	talkRows     = 4  // kept free below the lobby for chat
)

// drawLobby draws what is to be played, who waits for it to begin and, beside
// them, the ships to choose from.
func (s *Screen) drawLobby(f *frame) {
	a := f.middleArea(lobbyWidth, f.height()-2-talkRows)
	a.y = 1
	in := f.drawPanel(a, f.title())
	f.drawCentred(in, 0, f.arenaLine(), strong)
	f.drawCentred(in, 1, f.crewLine(s.ranks, s.hosting), label)
	top, bottom := 2, in.height-2 // without a gap where every row is needed
	if in.height >= lobbyRoomy {
		if ways := waysLine(s.hosting, in.width); ways != "" {
			f.drawCentred(in, top, ways, accent)
			top++
		}
		top, bottom = top+1, bottom-1
	}
	pilots := area{in.x, in.y + top, in.width - f.choicesWidth(in), bottom - top}
	if f.Setup.Mode.Teams() > 0 {
		f.drawTeams(pilots, s.ranks)
	} else {
		f.drawPilots(pilots, s.ranks)
	}
	f.drawChoices(area{pilots.x + pilots.width, pilots.y, in.width - pilots.width, pilots.height}, &s.choice)
	f.drawCentred(in, in.height-2, f.lobbyKeys(), text)
	f.drawCentred(in, in.height-1, f.lobbyPages(s.hosting), text)
}

// choicesWidth returns how many columns of the lobby the ships take: of a narrow
// one fewer in a team match, whose pilots are in two columns.
func (f *frame) choicesWidth(in area) int {
	if f.Setup.Mode.Teams() > 0 {
		return max(min(choicesWidth, in.width-2*pilotWidth), choicesLeast)
	}
	return min(choicesWidth, in.width-pilotWidth)
}

// drawPilots lists the pilots and who of them is ready, in as many columns as
// there is room for: oneself first, and the bots, who always are, last.
func (f *frame) drawPilots(a area, ranks []int) {
	columns := max(a.width/pilotWidth, 1)
	places := columns * a.height
	if places < 1 {
		return
	}
	pilots := slices.SortedStableFunc(slices.Values(ranks), func(one, other int) int {
		return cmp.Compare(f.lobbyPlace(one), f.lobbyPlace(other))
	})
	for i, slot := range pilots {
		x, y := a.x+i/a.height*pilotWidth, a.y+i%a.height
		if i == places-1 && len(pilots) > places {
			f.Text(x, y, fmt.Sprintf("and %d more", len(pilots)-i), label)
			return
		}
		f.drawPilot(x, y, slot, min(a.width, pilotWidth)-1)
	}
}

// drawTeams lists the pilots in two columns, each of a team.
func (f *frame) drawTeams(a area, ranks []int) {
	width := min(a.width/2, pilotWidth)
	for team := uint8(1); int(team) <= f.Setup.Mode.Teams(); team++ {
		var pilots []int
		for _, slot := range ranks {
			if f.World.Ships[slot].Team == team {
				pilots = append(pilots, slot)
			}
		}
		x := a.x + int(team-1)*width
		f.Text(x, a.y, fmt.Sprintf("team %s: %d", teamLetter(team), len(pilots)), teamInk(team))
		f.drawPilots(area{x, a.y + 1, width, a.height - 1}, pilots)
	}
}

func (f *frame) lobbyPlace(slot int) int {
	switch {
	case slot == f.Me:
		return 0
	case f.pilots.has(slot, proto.BotPilot):
		return 2
	}
	return 1
}

// drawPilot draws a pilot's line in so many columns.
func (f *frame) drawPilot(x, y, slot, width int) {
	end := x + width
	mark, ink := "·", label
	if f.pilots.has(slot, proto.Ready) || f.pilots.has(slot, proto.BotPilot) {
		mark, ink = "√", good
	}
	x = f.Text(x, y, mark+" ", ink)
	if team := f.World.Ships[slot].Team; team > 0 {
		x = f.Text(x, y, teamLetter(team)+" ", teamInk(team))
	}
	you := ""
	if slot == f.Me {
		you = " (you)"
	}
	f.Text(x, y, f.shortName(slot, end-x-len(you))+you, f.hullOf(slot).middle)
}

// drawChoices lists the classes and weapons with their keys; the chosen ones
// are marked.
func (f *frame) drawChoices(a area, c *choice) {
	if f.Me < 0 {
		return
	}
	classes := len(f.Setup.Classes)
	for i := range f.Setup.Classes {
		class := &f.Setup.Classes[i]
		f.drawChoice(a, i, i, int(c.class) == i, class.Title, classLine(class))
	}
	for i := range f.Setup.Weapons {
		weapon := &f.Setup.Weapons[i]
		f.drawChoice(a, classes+1+i, classes+i, int(c.weapon) == i, weapon.Title, weaponLine(weapon))
	}
}

func (f *frame) drawChoice(a area, row, key int, chosen bool, title, line string) {
	if row >= a.height || key >= 9 {
		return
	}
	ink := text
	if chosen {
		f.Fill(a.x-1, a.y+row, a.width+2, 1, panelMarked)
		ink = strong
	}
	f.Text(a.x, a.y+row, strconv.Itoa(key+1), accent)
	f.Text(a.x+2, a.y+row, canvas.Cut(title, 9), ink)
	f.Text(a.x+12, a.y+row, cutFacts(line, a.width-12), label)
}

// cutFacts returns as many of the facts in a line, two blanks between them, as
// fit into that many columns.
func cutFacts(line string, columns int) string {
	for line != "" && canvas.Width(line) > columns {
		line = line[:max(strings.LastIndex(line, "  "), 0)]
	}
	return strings.TrimRight(line, " ")
}

// classLine says what a class is good for.
func classLine(c *game.Class) string {
	return fmt.Sprintf("%d hp  speed %d", c.HP, perSecond(c.TopSpeed))
}

// weaponLine says what a weapon does.
func weaponLine(w *game.Weapon) string {
	line := fmt.Sprintf("%d shots  %d damage", w.Shots, w.Damage)
	if w.Shots == 1 {
		line = fmt.Sprintf("1 shot   %d damage", w.Damage)
	}
	if w.Speed > 0 {
		line += fmt.Sprintf("  speed %d", perSecond(w.Speed))
	}
	return line
}

// perSecond turns a speed of the rules into whole units a second.
func perSecond(speed int32) int32 { return (speed*game.TickRate + game.One/2) / game.One }
