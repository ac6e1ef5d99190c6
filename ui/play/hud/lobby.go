package hud

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"dogfight/game"
	"dogfight/net"
	"dogfight/proto"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/play/model"
	"dogfight/ui/play/scene"
)

const (
	lobbyWidth   = 96 // two columns of pilots and the choices
	pilotWidth   = 25
	choicesWidth = 40
	choicesLeast = 22
	lobbyRoomy   = 14 // rows from which on there is room for gaps
	lobbyTall    = 30 // at most
	lobbyLeast   = 54 // least columns of the rest, as in the smallest terminal
)

// Lobby is the page before a match: mode and arena, the pilots, and the ships to choose from.
type Lobby struct {
	Sheet   *canvas.Sheet
	Match   *model.Match
	Ranks   []int
	Choice  *model.Choice
	Hosting *HostInfo // nil: another player hosts
	Keys    *input.Bindings
	Range   bool // there is a practice range
}

func (f *Lobby) Draw() {
	room := f.Sheet.Height() - 2 - canvas.ChatRows
	code := f.codeColumns(min(room, lobbyTall))
	a := f.Sheet.Middle(lobbyWidth+code, min(room, lobbyTall))
	a.Y = 1 + (room-a.Height)/2
	in := f.Sheet.Panel(a, f.Match.MatchTitle())
	if code > 0 {
		f.drawCode(canvas.Rect(in.X, in.Y, code-codeGap, in.Height))
		in.X, in.Width = in.X+code, in.Width-code
	}
	f.Sheet.Centred(in, 0, f.arenaLine(), canvas.Strong)
	top, bottom := 1, in.Height-2 // no gap where every row is needed
	if in.Height >= lobbyRoomy {
		f.Sheet.Centred(in, top, f.Match.Setup.Mode.Summary(), canvas.TextInk)
		top++
	}
	f.Sheet.Centred(in, top, f.crewLine(), canvas.LabelInk)
	top++
	if line := f.friendlyFireLine(); line != "" {
		f.Sheet.Centred(in, top, line, canvas.Fair)
		top++
	}
	if in.Height >= lobbyRoomy {
		if ways := joinLine(f.Hosting, code == 0, in.Width); ways != "" {
			f.Sheet.Centred(in, top, ways, canvas.Accent)
			top++
		}
		top, bottom = top+1, bottom-1
	}
	pilots := canvas.Rect(in.X, in.Y+top, in.Width-f.choicesWidth(in), bottom-top)
	if teams := f.Match.Setup.PilotTeams(); teams > 0 {
		f.drawTeams(pilots, teams)
	} else {
		f.drawPilots(pilots, f.Ranks)
	}
	f.drawChoices(canvas.Rect(pilots.X+pilots.Width, pilots.Y, in.Width-pilots.Width, pilots.Height))
	f.Sheet.Centred(in, in.Height-2, f.keysLine(), canvas.TextInk)
	f.Sheet.Centred(in, in.Height-1, f.pagesLine(), canvas.TextInk)
}

// choicesWidth returns the columns of the ship choices: fewer in a narrow team lobby, with two columns of pilots.
func (f *Lobby) choicesWidth(in canvas.Area) int {
	if f.Match.Setup.PilotTeams() > 1 {
		return max(min(choicesWidth, in.Width-2*pilotWidth), choicesLeast)
	}
	return min(choicesWidth, in.Width-pilotWidth)
}

// drawPilots lists the pilots in as many columns as fit, with marks for those ready: the player first, bots last.
func (f *Lobby) drawPilots(a canvas.Area, ranks []int) {
	columns := max(a.Width/pilotWidth, 1)
	places := columns * a.Height
	if places < 1 {
		return
	}
	pilots := slices.SortedStableFunc(slices.Values(ranks), func(one, other int) int {
		return cmp.Compare(f.order(one), f.order(other))
	})
	for i, slot := range pilots {
		x, y := a.X+i/a.Height*pilotWidth, a.Y+i%a.Height
		if i == places-1 && len(pilots) > places {
			f.Sheet.Text(x, y, fmt.Sprintf("and %d more", len(pilots)-i), canvas.LabelInk)
			return
		}
		f.drawPilot(x, y, slot, min(a.Width, pilotWidth)-1)
	}
}

// drawTeams lists the pilots by team, two teams side by side.
func (f *Lobby) drawTeams(a canvas.Area, teams int) {
	width, height := min(a.Width/2, pilotWidth), a.Height/max((teams+1)/2, 1)
	for i := range teams {
		team := uint8(i + 1)
		pilots := f.Match.Members(f.Ranks, team)
		x, y := a.X+i%2*width, a.Y+i/2*height
		f.Sheet.Text(x, y, fmt.Sprintf("%s: %d", f.Match.TeamName(team), len(pilots)), canvas.TeamInk(team))
		f.drawPilots(canvas.Rect(x, y+1, width, height-1), pilots)
	}
}

func (f *Lobby) order(slot int) int {
	switch {
	case slot == f.Match.Me:
		return 0
	case f.Match.Pilots.Has(slot, proto.BotPilot):
		return 2
	}
	return 1
}

// drawPilot draws a pilot's line with its colour.
func (f *Lobby) drawPilot(x, y, slot, width int) {
	end, name := x+width, canvas.TextInk
	if slot == f.Match.Me {
		f.Sheet.Fill(x-1, y, width+1, 1, canvas.PanelMarked)
		name = canvas.Strong
	}
	if f.Sheet.Mode != canvas.ASCII {
		f.Sheet.Text(x, y, "▌", f.Match.HullOf(slot).Middle)
	}
	x++
	mark, ink := "·", canvas.LabelInk
	if f.Match.Pilots.Has(slot, proto.Ready) || f.Match.Pilots.Has(slot, proto.BotPilot) {
		mark, ink = "√", canvas.Good
	}
	x = f.Sheet.Text(x, y, mark+" ", ink)
	if team := f.Match.World.Ships[slot].Team; team > 0 && f.Match.Setup.PilotTeams() != 1 {
		x = f.Sheet.Text(x, y, model.TeamLetter(team)+" ", canvas.TeamInk(team))
	}
	if slot != f.Match.Me {
		f.Sheet.Text(x, y, f.Match.ShortName(slot, end-x), name)
		return
	}
	you, swatch := " (you)", ""
	if f.Match.Setup.Teams() == 0 && !f.Match.Foreign {
		swatch = " ■" // the ship's colour for others
	}
	x = f.Sheet.Text(x, y, f.Match.ShortName(slot, end-x-canvas.Width(you+swatch))+you, name)
	f.Sheet.Text(x, y, swatch, canvas.ShipRamp(f.Match.Pilots.Colour(slot)).Middle)
}

// drawChoices lists the classes and weapons with their keys, and marks the chosen ones.
func (f *Lobby) drawChoices(a canvas.Area) {
	if f.Match.Me < 0 {
		return
	}
	classes := len(f.Match.Setup.PilotClasses())
	for i := range f.Match.Setup.PilotClasses() {
		class := &f.Match.Setup.PilotClasses()[i]
		f.drawChoice(a, i, i, int(f.Choice.Class) == i, class.Title, fmt.Sprintf("%d hp  speed %d", class.HP, perSecond(class.TopSpeed)))
	}
	for i := range f.Match.Setup.PilotWeapons() {
		weapon := &f.Match.Setup.PilotWeapons()[i]
		f.drawChoice(a, classes+1+i, classes+i, int(f.Choice.Weapon) == i, weapon.Title, weaponLine(weapon))
	}
	f.drawChosen(canvas.Rect(a.X, a.Y+classes+len(f.Match.Setup.PilotWeapons())+2, a.Width, a.Height-classes-len(f.Match.Setup.PilotWeapons())-2))
}

// drawChosen draws the chosen ship and a sample of its gun, if they fit.
func (f *Lobby) drawChosen(a canvas.Area) {
	if a.Height < scene.LargeRows || a.Width < 2*scene.LargeWidth {
		return
	}
	width := a.Width - scene.LargeWidth - 1
	class, weapon := int(f.Choice.Class)%len(f.Match.Setup.PilotClasses()), int(f.Choice.Weapon)%len(f.Match.Setup.PilotWeapons())
	scene.DrawTurning(f.Sheet, canvas.Rect(a.X, a.Y, scene.LargeWidth, scene.LargeRows), &f.Match.Setup.PilotClasses()[class], 0, true)
	scene.DrawSample(f.Sheet, canvas.Rect(a.X+scene.LargeWidth+1, a.Y+scene.LargeRows/2-1, width, 2), &f.Match.Setup.PilotWeapons()[weapon])
}

func (f *Lobby) drawChoice(a canvas.Area, row, key int, chosen bool, title, line string) {
	if row >= a.Height || key >= 9 {
		return
	}
	ink := canvas.TextInk
	if chosen {
		f.Sheet.Fill(a.X-1, a.Y+row, a.Width+2, 1, canvas.PanelMarked)
		ink = canvas.Strong
	}
	drawKey(f.Sheet, a.X, a.Y+row, key+1, chosen)
	f.Sheet.CutText(a.X+2, a.Y+row, title, 9, ink)
	f.Sheet.Text(a.X+12, a.Y+row, cutFacts(line, a.Width-12), canvas.LabelInk)
}

// cutFacts returns the leading facts of a line that fit, separated by two blanks.
func cutFacts(line string, columns int) string {
	for line != "" && canvas.Width(line) > columns {
		line = line[:max(strings.LastIndex(line, "  "), 0)]
	}
	return strings.TrimRight(line, " ")
}

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

// perSecond returns a speed in whole units a second.
func perSecond(speed int32) int32 { return (speed*game.TickRate + game.One/2) / game.One }

const (
	codeGap     = 2 // columns between the code and the rest of the lobby
	codeCaption = 2 // rows below it
)

// codeColumns returns the columns of the QR code beside a lobby of so many rows; 0 without one, or without room.
func (f *Lobby) codeColumns(height int) int {
	if f.Hosting == nil || !f.Sheet.CanCode() {
		return 0
	}
	columns, rows := f.Hosting.Code.Size()
	width := min(f.Sheet.Width()-2, lobbyWidth+columns+codeGap) - 4
	if columns == 0 || canvas.Width(f.Hosting.Web) > columns || rows+codeCaption > height-2 || width-columns-codeGap < lobbyLeast {
		return 0
	}
	return columns + codeGap
}

// drawCode draws the code and its caption.
func (f *Lobby) drawCode(a canvas.Area) {
	_, rows := f.Hosting.Code.Size()
	top := max((a.Height-rows-codeCaption)/2, 0)
	f.Sheet.Code(a.X, a.Y+top, f.Hosting.Code)
	f.Sheet.Centred(a, top+rows, "scan, or open in a browser", canvas.LabelInk)
	f.Sheet.Centred(a, top+rows+1, f.Hosting.Web, canvas.Accent)
}

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
