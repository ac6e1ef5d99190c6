package play

import (
	"fmt"
	"strconv"

	"dogfight/game"
	"dogfight/proto"
	"dogfight/ui/canvas"
)

// drawLobby draws who waits for the match to begin, and the own ship to be
// chosen.
func (s *Screen) drawLobby(f *frame) {
	a := f.middleArea(72, f.height()-2)
	in := f.drawPanel(a, f.title())
	f.drawCentred(in, 0, f.arenaLine(), label)
	choices := len(f.Setup.Classes) + len(f.Setup.Weapons) + 1
	if in.height >= 2+choices+6 {
		f.drawPilots(area{in.x, in.y + 2, in.width, in.height - choices - 5}, s.ranks)
		f.drawChoices(area{in.x, in.y + in.height - choices - 2, in.width, choices}, &s.choice)
	} else {
		half := in.width / 2
		f.drawPilots(area{in.x, in.y + 2, half - 1, in.height - 4}, s.ranks)
		f.drawChoices(area{in.x + half, in.y + 2, in.width - half, in.height - 4}, &s.choice)
	}
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
	if f.Me < 0 {
		return "Enter chat   Esc menu"
	}
	keys := "r ready   "
	if f.Setup.Mode.Teams() > 0 {
		keys += "t team   "
	}
	return keys + f.choiceKeys() + " ship   Enter chat   Esc menu"
}

// choiceKeys names the digits that choose a ship.
func (f *frame) choiceKeys() string {
	return "1-" + strconv.Itoa(min(9, len(f.Setup.Classes)+len(f.Setup.Weapons)))
}

// drawPilots lists the pilots and who of them is ready, in as many columns as
// it takes.
func (f *frame) drawPilots(a area, ranks []int) {
	const column = 26
	for i, slot := range ranks {
		x, y := a.x+i/max(a.height, 1)*column, a.y+i%max(a.height, 1)
		if x+column > a.x+a.width+2 && i >= a.height {
			f.drawRight(a.x+a.width, a.y+a.height-1, fmt.Sprintf("and %d more", len(ranks)-i), label)
			return
		}
		f.drawPilot(x, y, slot)
	}
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
	name := canvas.Cut(f.pilots.name(slot), 14)
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
	if w.Speed > 0 {
		line += fmt.Sprintf("  speed %d", perSecond(w.Speed))
	}
	return line
}

// perSecond turns a speed of the rules into whole units a second.
func perSecond(speed int32) int32 { return (speed*game.TickRate + game.One/2) / game.One }
