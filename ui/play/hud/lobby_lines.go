package hud

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"dogfight/net"
	"dogfight/proto"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/play/model"
)

// HostInfo is the hosting player's knowledge of a match beyond the View.
type HostInfo struct {
	Fill  int // ships that bots fill up to
	Skill int // of the bots, 1 to 5, or net.AutoSkill

	Join []string      // commands to join
	Web  string        // the address for browsers; "": none
	Code canvas.QRCode // of Web
}

func (h *HostInfo) Invites() bool { return h != nil && (len(h.Join) > 0 || h.Web != "") }

// arenaLine returns mode, arena and limits.
func (f *Lobby) arenaLine() string {
	arena := f.Match.Setup.Arena
	line := fmt.Sprintf("%s in %s %dx%d", f.Match.Setup.Mode.Name(), canvas.Clean(arena.Name), arena.Width, arena.Height)
	if f.Match.Setup.TimeLimit > 0 {
		line += ", " + model.Minutes(f.Match.Setup.TimeLimit)
	}
	if f.Match.Setup.ScoreLimit > 0 {
		line += ", to " + f.Match.Scored(int(f.Match.Setup.ScoreLimit))
	}
	if f.Match.Setup.TimeLimit == 0 && f.Match.Setup.ScoreLimit == 0 {
		line += ", no limit"
	}
	return line
}

// friendlyFireLine warns of friendly fire.
func (f *Lobby) friendlyFireLine() string {
	if !f.Match.Setup.FriendlyFire || f.Match.Setup.Teams() == 0 {
		return ""
	}
	return "friendly fire is on: shots hit your own team"
}

// crewLine returns the numbers of ready players and bots, and the bots' skill.
func (f *Lobby) crewLine() string {
	ready, humans, bots := 0, 0, 0
	for _, slot := range f.Ranks {
		switch {
		case f.Match.Pilots.Has(slot, proto.BotPilot):
			bots++
		case f.Match.Pilots.Has(slot, proto.Away): // the match does not wait for them
		case f.Match.Pilots.Has(slot, proto.Ready):
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
	h := f.Hosting
	if h == nil {
		return line
	}
	if h.Skill == net.AutoSkill {
		line += " of auto skill"
	} else {
		line += fmt.Sprintf(" of skill %d", h.Skill)
	}
	if h.Fill > 0 {
		line += fmt.Sprintf(", up to %d ships", h.Fill)
	}
	return line
}

// joinLine returns as many ways to join as fit, those without a program first. browser adds the web address.
func joinLine(h *HostInfo, browser bool, width int) string {
	line := ""
	if h == nil {
		return line
	}
	ways := h.Join
	if browser && h.Web != "" {
		ways = append(slices.Clip(ways), h.Web)
	}
	for _, way := range slices.Backward(ways) {
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

func (f *Lobby) keysLine() string {
	switch {
	case f.Sheet.Pad && f.Match.Me < 0:
		return "CHAT   MENU"
	case f.Sheet.Pad:
		return "READY when you are   SHIP changes ship and gun"
	}
	chat := f.Keys.First(input.Chat) + " chat   Esc menu"
	if f.Match.Me < 0 {
		return chat
	}
	line := f.Keys.First(input.Ready) + " ready   "
	switch f.Match.Setup.PilotTeams() {
	case 0:
		return line + f.choiceKeys() + " ship   o colour   " + chat
	case 1:
		return line + f.choiceKeys() + " ship   " + chat
	}
	return line + f.Keys.First(input.Team) + " team   " + f.choiceKeys() + " ship   " + chat
}

// pagesLine names the keys of the lobby's pages.
func (f *Lobby) pagesLine() string {
	switch teams := f.Match.Setup.PilotTeams(); {
	case f.Sheet.Pad && f.Match.Me >= 0 && teams > 1:
		return "TEAM changes sides   CHAT   MENU"
	case f.Sheet.Pad && f.Match.Me >= 0 && f.Match.Setup.Teams() == 0:
		return "COLOUR of the ship   CHAT   MENU"
	case f.Sheet.Pad && f.Match.Me >= 0:
		return "CHAT   MENU"
	case f.Sheet.Pad:
		return ""
	}
	var words []string
	compare, practise := "c compare ships and guns", "g practice range"
	if f.Hosting != nil { // it leaves little room
		compare, practise = "c compare", "g range"
	}
	if f.Match.Me >= 0 {
		words = append(words, compare)
	}
	if f.Range {
		words = append(words, practise)
	}
	if f.Hosting != nil {
		words = append(words, "m settings, start now")
	}
	if f.Hosting.Invites() {
		words = append(words, "i invite")
	}
	return strings.Join(words, "   ")
}

// choiceKeys names the digits that choose a ship.
func (f *Lobby) choiceKeys() string {
	return "1-" + strconv.Itoa(min(9, len(f.Match.Setup.PilotClasses())+len(f.Match.Setup.PilotWeapons())))
}
