package hud

import (
	"strconv"
	"time"

	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/play/model"
	"dogfight/ui/play/scene"
)

// Hangar is a page to compare and choose ships and weapons. It belongs to one goroutine.
type Hangar struct {
	canvas  canvas.Canvas
	still   bool // it does not turn
	pad     bool // the player holds a pad
	heading string
	setup   *game.Setup
	choice  model.Choice
	guns    bool  // the arrows go through the weapons
	colour  uint8 // of the ship; 0 for any
	card    int   // columns of a card
	ships   [][]stat
	weapons [][]stat
}

// NewHangar returns a page with a heading and a first choice. team is 0 without teams.
func NewHangar(c canvas.Canvas, still bool, heading string, s *game.Setup, class, weapon, team uint8) *Hangar {
	return &Hangar{
		canvas: c, still: still, heading: heading, setup: s,
		choice: model.Choice{Class: class, Weapon: weapon, Team: team},
		ships:  classStats(s.Classes), weapons: weaponStats(s.Weapons),
	}
}

func (h *Hangar) Chosen() (class, weapon, team uint8) {
	return h.choice.Class, h.choice.Weapon, h.choice.Team
}

// Paint sets the first colour, 0 for any.
func (h *Hangar) Paint(colour uint8) { h.colour = colour }

func (h *Hangar) Colour() uint8 { return h.colour }

func (h *Hangar) OfPad(on bool) { h.pad = on }

// PadWord names the action of a pad's third button.
func (h *Hangar) PadWord() string {
	if h.setup.PilotTeams() > 1 {
		return "TEAM"
	}
	return "COLOUR"
}

// shown returns the colour of the shown ships: 0 in teams, which have their own.
func (h *Hangar) shown() uint8 {
	if h.setup.PilotTeams() > 1 {
		return 0
	}
	return h.colour
}

// Key handles a key: the arrows cycle, digits and t choose as in the match, o changes the colour.
func (h *Hangar) Key(ev input.Event) {
	if ev.Key == input.PadX && ev.Kind == input.Press {
		ev.Key = 'o'
		if h.setup.PilotTeams() > 1 {
			ev.Key = 't'
		}
	}
	ev = ev.Plain()
	char := ev.Character()
	switch {
	case ev.Key == input.KeyUp, ev.Key == input.KeyDown, ev.Key == input.KeyTab:
		h.guns = !h.guns
	case ev.Key == input.KeyLeft:
		h.turn(-1)
	case ev.Key == input.KeyRight:
		h.turn(1)
	case char == 't' && h.setup.PilotTeams() > 1:
		h.choice.ChangeTeam(h.setup, time.Time{})
	case char == 'o':
		h.colour = (h.colour + 1) % (canvas.FoeRamps + 1)
	case h.choice.Pick(char, h.setup, time.Time{}):
		h.guns = int(char-'1') >= len(h.setup.PilotClasses())
	}
}

// turn moves the choice by so many, around the ends.
func (h *Hangar) turn(by int) {
	at, n := &h.choice.Class, len(h.setup.PilotClasses())
	if h.guns {
		at, n = &h.choice.Weapon, len(h.setup.PilotWeapons())
	}
	*at = uint8((int(*at) + by + n) % n)
}

// The size of the page: one card of each kind, or all of them side by side where they fit.
const (
	hangarWidth  = 62
	hangarHeight = 18
	roomyWidth   = 76 // with a large picture of the ship, and a sample of the gun
	roomyHeight  = 22
	cardWidth    = 23
	widestCard   = 36
	cardsHeight  = 30
	sampleRows   = 4 // of a gun's sample, if they fit
)

// Draw draws the page in the middle of a terminal.
func (h *Hangar) Draw(t canvas.Screen, now time.Time) {
	width, height := t.Size()
	wanted := canvas.Area{Width: hangarWidth, Height: hangarHeight}
	if width > roomyWidth+2 && height >= roomyHeight {
		wanted = canvas.Area{Width: roomyWidth, Height: roomyHeight}
	}
	most := max(len(h.setup.PilotClasses()), len(h.setup.PilotWeapons()), 1)
	h.card = min(max((width-6)/most, cardWidth), widestCard)
	cards := most*h.card + 4
	spread := cards <= width-2 && cardsHeight <= height
	if spread {
		wanted = canvas.Area{Width: max(cards, hangarWidth), Height: cardsHeight}
		if height >= cardsHeight+sampleRows {
			wanted.Height += sampleRows
		}
	}
	on := canvas.Inset{Screen: t, Width: min(wanted.Width, width-2), Height: min(wanted.Height, height)}
	on.X, on.Y = (width-on.Width)/2, (height-on.Height)/2
	h.canvas.Resize(on.Size())
	s := canvas.Sheet{Canvas: &h.canvas, Now: now, FewerFlashes: h.still, Colourless: t.Colours() == 0}
	in := s.Panel(canvas.Rect(0, 0, on.Width, on.Height), h.title())
	if spread {
		h.drawCards(&s, in)
	} else {
		h.drawChosen(&s, in)
	}
	s.Centred(in, in.Height-1, h.keys(), canvas.LabelInk)
	h.canvas.Draw(on)
}

func (h *Hangar) title() string {
	if h.setup.PilotTeams() > 1 {
		return h.heading + ", team " + model.TeamLetter(h.choice.Team)
	}
	return h.heading + ", colour " + canvas.ShipColour(h.colour)
}

func (h *Hangar) keys() string {
	if h.pad {
		return "STICK chooses   " + h.PadWord() + "   OK takes   BACK"
	}
	if h.setup.PilotTeams() > 1 {
		return "←→ choose  ↑↓ ship, gun  t team  Enter take  Esc back"
	}
	return "←→ choose  ↑↓ what  o colour  Enter take  Esc back"
}

// drawChosen draws the names of all, and the details of the chosen ones.
func (h *Hangar) drawChosen(s *canvas.Sheet, a canvas.Area) {
	class, weapon := int(h.choice.Class), int(h.choice.Weapon)
	h.drawNames(s, a, false, class, len(h.ships))
	width, rows, left := scene.PictureWidth, 5, 2
	if a.Height >= roomyHeight-2 {
		width, rows = scene.LargeWidth, scene.LargeRows
		left = width + 1
	}
	scene.DrawTurning(s, canvas.Rect(a.X, a.Y+1, width, rows), &h.setup.PilotClasses()[class], h.shown(), true)
	beside := canvas.Rect(a.X+width+1, a.Y+1, a.Width-width-1, rows)
	row := drawStats(s, beside, h.ships[class])
	s.Wrapped(canvas.Rect(beside.X, row, beside.Width, 2), classSentence(h.ships[class]))

	a.Y, a.Height = a.Y+rows+2, a.Height-rows-2
	h.drawNames(s, a, true, weapon, len(h.weapons))
	if left > width {
		scene.DrawSample(s, canvas.Rect(a.X, a.Y+1, width, 5), &h.setup.PilotWeapons()[weapon])
	}
	row = drawStats(s, canvas.Rect(a.X+left, a.Y+1, a.Width-left, 5), h.weapons[weapon])
	s.Wrapped(canvas.Rect(a.X+left, row, a.Width-left, 2), weaponSentence(&h.setup.PilotWeapons()[weapon], h.weapons[weapon]))
}

// drawNames draws the names of one kind in a row, or only the chosen one if they do not fit.
func (h *Hangar) drawNames(s *canvas.Sheet, a canvas.Area, guns bool, chosen, n int) {
	width := 2
	for i := range n {
		width += canvas.Width(h.name(guns, i)) + 2
	}
	x := a.X
	for i := range n {
		if width > a.Width && i != chosen {
			continue
		}
		x = h.drawName(s, x, a.Y, guns, i, i == chosen) + 2
	}
}

// drawName draws a name with its digit, and marks the chosen one.
func (h *Hangar) drawName(s *canvas.Sheet, x, y int, guns bool, i int, chosen bool) int {
	name, ink, mark := h.name(guns, i), canvas.TextInk, "  "
	if chosen {
		s.Fill(x, y, canvas.Width(name)+1, 1, canvas.PanelMarked)
		ink = canvas.Strong
	}
	if chosen && guns == h.guns {
		mark = "► "
	}
	s.Text(x, y, mark, canvas.Accent)
	return s.Text(x+2, y, name[2:], ink)
}

// name returns a title with room for a mark and its digit, if it has one.
func (h *Hangar) name(guns bool, i int) string {
	key, title := i+1, ""
	if guns {
		key, title = len(h.setup.PilotClasses())+i+1, h.setup.PilotWeapons()[i].Title
	} else {
		title = h.setup.PilotClasses()[i].Title
	}
	if key > 9 || h.pad {
		return "  " + canvas.Clean(title)
	}
	return "  " + strconv.Itoa(key) + " " + canvas.Clean(title)
}

// drawCards draws all ships and weapons in full, side by side.
func (h *Hangar) drawCards(s *canvas.Sheet, a canvas.Area) {
	large, roomy := scene.LargeRows-1, a.Height > cardsHeight
	if roomy {
		large++
	}
	for i := range h.ships {
		card := h.drawCard(s, a, len(h.ships), i, i == int(h.choice.Class), false)
		scene.DrawTurning(s, canvas.Rect(card.X, card.Y+1, card.Width, large), &h.setup.PilotClasses()[i], h.shown(), i == int(h.choice.Class))
		card.Y += 1 + large
		row := drawStats(s, card, h.ships[i])
		s.Wrapped(canvas.Rect(card.X, row, card.Width, 4), classSentence(h.ships[i]))
	}
	a.Y, a.Height = a.Y+large+9, a.Height-large-9
	for i := range h.weapons {
		card := h.drawCard(s, a, len(h.weapons), i, i == int(h.choice.Weapon), true)
		card.Y++
		if roomy {
			scene.DrawSample(s, canvas.Rect(card.X, card.Y, card.Width, sampleRows-2), &h.setup.PilotWeapons()[i])
			card.Y += sampleRows - 1
		}
		row := drawStats(s, card, h.weapons[i])
		s.Wrapped(canvas.Rect(card.X, row, card.Width, 5), weaponSentence(&h.setup.PilotWeapons()[i], h.weapons[i]))
	}
}

// drawCard draws the heading of one of n cards that share an area, and returns the card's cells.
func (h *Hangar) drawCard(s *canvas.Sheet, a canvas.Area, n, i int, chosen, guns bool) canvas.Area {
	left := (a.Width - n*h.card) / 2
	card := canvas.Rect(a.X+left+i*h.card+1, a.Y, h.card-2, a.Height)
	if chosen {
		s.Fill(card.X-1, card.Y, card.Width+1, 1, canvas.PanelMarked)
	}
	h.drawName(s, card.X-1, card.Y, guns, i, chosen)
	return card
}
