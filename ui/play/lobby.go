package play

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"dogfight/game"
	"dogfight/proto"
	"dogfight/ui/canvas"
	"dogfight/ui/keys"
)

const (
	lobbyWidth   = 96 // two columns of pilots and the choices
	pilotWidth   = 25
	choicesWidth = 40
	talkRows     = 4 // kept free below the lobby for chat
)

// drawLobby draws who waits for the match to begin and, beside them, the ships
// to choose from.
func (s *Screen) drawLobby(f *frame) {
	a := f.middleArea(lobbyWidth, f.height()-2-talkRows)
	a.y = 1
	in := f.drawPanel(a, f.title())
	choices := min(choicesWidth, in.width-pilotWidth)
	f.drawCentred(in, 0, f.arenaLine(), label)
	f.drawPilots(area{in.x, in.y + 2, in.width - choices, in.height - 4}, s.ranks)
	f.drawChoices(area{in.x + in.width - choices, in.y + 2, choices, in.height - 4}, &s.choice)
	f.drawCentred(in, in.height-1, f.lobbyKeys(), text)
}

// arenaLine says in a few words what will be played.
func (f *frame) arenaLine() string {
	line := f.Setup.Arena.Name + ", " + modeTitle(f.Setup)
	if f.Setup.TimeLimit > 0 {
		line += ", " + minutes(f.Setup.TimeLimit)
	}
	if f.Setup.ScoreLimit > 0 {
		line += fmt.Sprintf(", to %d points", f.Setup.ScoreLimit)
	}
	return line
}

func (f *frame) lobbyKeys() string {
	chat := f.keys.First(keys.Chat) + " chat   Esc menu"
	if f.Me < 0 {
		return chat
	}
	line := f.keys.First(keys.Ready) + " ready   "
	if f.Setup.Mode.Teams() > 0 {
		line += f.keys.First(keys.Team) + " team   "
	}
	return line + f.choiceKeys() + " ship   " + chat
}

// choiceKeys names the digits that choose a ship.
func (f *frame) choiceKeys() string {
	return "1-" + strconv.Itoa(min(9, len(f.Setup.Classes)+len(f.Setup.Weapons)))
}

// drawPilots lists the pilots and who of them is ready, in as many columns as
// there is room for: oneself first, and the bots, who always are, last.
func (f *frame) drawPilots(a area, ranks []int) {
	places := a.width / pilotWidth * a.height
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
		f.drawPilot(x, y, slot)
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

func (f *frame) drawPilot(x, y, slot int) {
	mark, ink := "·", label
	if f.pilots.has(slot, proto.Ready) || f.pilots.has(slot, proto.BotPilot) {
		mark, ink = "√", good
	}
	x = f.Text(x, y, mark+" ", ink)
	if team := f.World.Ships[slot].Team; team > 0 {
		x = f.Text(x, y, teamLetter(team)+" ", teamInk(team))
	}
	name := f.shortName(slot, 14)
	if slot == f.Me {
		name += " (you)"
	}
	f.Text(x, y, name, f.hullOf(slot).middle)
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
	f.Text(a.x+12, a.y+row, canvas.Cut(line, a.width-12), label)
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
