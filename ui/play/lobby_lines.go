package play

import (
	"fmt"
	"slices"
	"strconv"

	"dogfight/proto"
	"dogfight/ui/canvas"
	"dogfight/ui/keys"
)

// Hosting is what whoever hosts a match knows of it beyond what a View tells.
type Hosting struct {
	Fill  int // ships that bots keep in the match
	Skill int // of the bots, 1 to 5

	Ways []string // what others type to join
}

// Host says that the player hosts the match, so that he may change it, and how it
// is set; nil says that somebody else does.
func (s *Screen) Host(h *Hosting) { s.hosting = h }

// arenaLine says in a few words what will be played.
func (f *frame) arenaLine() string {
	arena := f.Setup.Arena
	line := fmt.Sprintf("%s %dx%d, %s", arena.Name, arena.Width, arena.Height, modeTitle(f.Setup))
	if f.Setup.TimeLimit > 0 {
		line += ", " + minutes(f.Setup.TimeLimit)
	}
	if f.Setup.ScoreLimit > 0 {
		line += fmt.Sprintf(", to %d points", f.Setup.ScoreLimit)
	}
	if f.Setup.TimeLimit == 0 && f.Setup.ScoreLimit == 0 {
		line += ", without end"
	}
	return line
}

// crewLine says how many are ready, and what bots fly along.
func (f *frame) crewLine(ranks []int, h *Hosting) string {
	ready, humans, bots := 0, 0, 0
	for _, slot := range ranks {
		switch {
		case f.pilots.has(slot, proto.BotPilot):
			bots++
		case f.pilots.has(slot, proto.Away): // for whom nobody waits
		case f.pilots.has(slot, proto.Ready):
			ready++
			fallthrough
		default:
			humans++
		}
	}
	line := fmt.Sprintf("%d of %d ready, %d bots", ready, humans, bots)
	if bots == 1 {
		line = fmt.Sprintf("%d of %d ready, 1 bot", ready, humans)
	}
	if h == nil {
		return line
	}
	line += fmt.Sprintf(" of skill %d", h.Skill)
	if h.Fill > 0 {
		line += fmt.Sprintf(", filled up to %d", h.Fill)
	}
	return line
}

// waysLine says how others join, in so many columns: as many ways as there is room
// for, the last first, which needs no program.
func waysLine(h *Hosting, width int) string {
	line := ""
	if h == nil {
		return line
	}
	for _, way := range slices.Backward(h.Ways) {
		longer := "others join with   " + way
		if line != "" {
			longer = line + "   or   " + way
		}
		if canvas.Width(longer) > width {
			break
		}
		line = longer
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

// lobbyPages names the keys of the pages that are reached from the lobby.
func (f *frame) lobbyPages(h *Hosting) string {
	keys := ""
	if f.Me >= 0 {
		keys = "c compare ships and guns"
	}
	if h != nil {
		keys += "   m match settings, start now"
	}
	return keys
}

// choiceKeys names the digits that choose a ship.
func (f *frame) choiceKeys() string {
	return "1-" + strconv.Itoa(min(9, len(f.Setup.Classes)+len(f.Setup.Weapons)))
}
