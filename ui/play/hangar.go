package play

import (
	"strconv"
	"time"

	"github.com/gdamore/tcell/v2"

	"dogfight/game"
	"dogfight/net"
	"dogfight/ui/canvas"
)

// Hangar is a page on which ships and weapons are compared and chosen. It belongs
// to one goroutine.
type Hangar struct {
	options Options
	canvas  canvas.Canvas
	heading string
	setup   *game.Setup
	choice  choice
	guns    bool // the arrows go through the weapons
	ships   [][]merit
	weapons [][]merit
}

// NewHangar returns a page under a heading that begins with a choice. The team is
// 0 where there are none.
func NewHangar(o Options, heading string, s *game.Setup, class, weapon, team uint8) *Hangar {
	return &Hangar{
		options: o, canvas: New(o).canvas, heading: heading, setup: s,
		choice: choice{class: class, weapon: weapon, team: team},
		ships:  classMerits(s.Classes), weapons: weaponMerits(s.Weapons),
	}
}

// Chosen returns what is chosen now.
func (h *Hangar) Chosen() (class, weapon, team uint8) {
	return h.choice.class, h.choice.weapon, h.choice.team
}

// Key takes a key: the arrows go through what there is, and a digit or t picks
// as it does in the match.
func (h *Hangar) Key(ev *tcell.EventKey) {
	switch ev.Key() {
	case tcell.KeyUp, tcell.KeyDown, tcell.KeyTab, tcell.KeyBacktab:
		h.guns = !h.guns
	case tcell.KeyLeft:
		h.turn(-1)
	case tcell.KeyRight:
		h.turn(1)
	case tcell.KeyRune:
		switch {
		case ev.Rune() == 't' && h.setup.Mode.Teams() > 0:
			h.choice.changeTeam(h.setup, time.Time{})
		case h.choice.pick(ev.Rune(), h.setup, time.Time{}):
			h.guns = int(ev.Rune()-'1') >= len(h.setup.Classes)
		}
	}
}

// turn goes on by so many, around the ends.
func (h *Hangar) turn(by int) {
	at, n := &h.choice.class, len(h.setup.Classes)
	if h.guns {
		at, n = &h.choice.weapon, len(h.setup.Weapons)
	}
	*at = uint8((int(*at) + by + n) % n)
}

// The room that the page takes: one card of each kind, or all of them side by
// side where they fit.
const (
	hangarWidth  = 62
	hangarHeight = 18
	cardWidth    = 23
	cardsHeight  = 29
	pictureWidth = 11
)

// Draw draws the page in the middle of a terminal, over what is there.
func (h *Hangar) Draw(t canvas.Screen, now time.Time) {
	width, height := t.Size()
	wanted := area{width: hangarWidth, height: hangarHeight}
	cards := max(len(h.setup.Classes), len(h.setup.Weapons))*cardWidth + 4
	spread := cards <= width-2 && cardsHeight <= height
	if spread {
		wanted = area{width: max(cards, hangarWidth), height: cardsHeight}
	}
	on := inset{Screen: t, width: min(wanted.width, width-2), height: min(wanted.height, height)}
	on.x, on.y = (width-on.width)/2, (height-on.height)/2
	h.canvas.Resize(on.Size())
	f := frame{Canvas: &h.canvas, View: &net.View{Setup: h.setup, Me: -1}, now: now, options: h.options, shift: usual(h.options.Mode), followed: -1}
	in := f.drawPanel(area{0, 0, on.width, on.height}, h.title())
	if spread {
		h.drawCards(&f, in)
	} else {
		h.drawChosen(&f, in)
	}
	f.drawCentred(in, in.height-1, h.keys(), label)
	h.canvas.Draw(on)
}

func (h *Hangar) title() string {
	if h.setup.Mode.Teams() > 0 {
		return h.heading + ", team " + teamLetter(h.choice.team)
	}
	return h.heading
}

func (h *Hangar) keys() string {
	if h.setup.Mode.Teams() > 0 {
		return "←→ choose  ↑↓ ship, gun  t team  Enter take  Esc back"
	}
	return "←→ choose   ↑↓ ship, gun   Enter take   Esc back"
}

// drawChosen draws the names of all, and more of those that are chosen.
func (h *Hangar) drawChosen(f *frame, a area) {
	class, weapon := int(h.choice.class), int(h.choice.weapon)
	h.drawNames(f, a, false, class, len(h.ships))
	f.drawModel(area{a.x, a.y + 1, pictureWidth, 5}, &h.setup.Classes[class], true)
	beside := area{a.x + pictureWidth + 1, a.y + 1, a.width - pictureWidth - 1, 5}
	row := f.drawMerits(beside, h.ships[class])
	f.drawWrapped(area{beside.x, row, beside.width, 2}, classSentence(h.ships[class]))

	a.y, a.height = a.y+7, a.height-7
	h.drawNames(f, a, true, weapon, len(h.weapons))
	row = f.drawMerits(area{a.x + 2, a.y + 1, a.width - 2, 5}, h.weapons[weapon])
	f.drawWrapped(area{a.x + 2, row, a.width - 2, 2}, weaponSentence(&h.setup.Weapons[weapon], h.weapons[weapon]))
}

// drawNames draws the names of one kind in a row, or the chosen one's alone where
// there is no room.
func (h *Hangar) drawNames(f *frame, a area, guns bool, chosen, n int) {
	width := 2
	for i := range n {
		width += canvas.Width(h.name(guns, i)) + 2
	}
	x := a.x
	for i := range n {
		if width > a.width && i != chosen {
			continue
		}
		x = h.drawName(f, x, a.y, guns, i, i == chosen) + 2
	}
}

// drawName draws a name with its digit; that of what the arrows change is marked.
func (h *Hangar) drawName(f *frame, x, y int, guns bool, i int, chosen bool) int {
	name, ink, mark := h.name(guns, i), text, "  "
	if chosen {
		f.Fill(x, y, canvas.Width(name)+1, 1, panelMarked)
		ink = strong
	}
	if chosen && guns == h.guns {
		mark = "► "
	}
	f.Text(x, y, mark, accent)
	return f.Text(x+2, y, name[2:], ink)
}

// name returns what to call one of a kind, with room for a mark before it and
// with its digit, if it has one.
func (h *Hangar) name(guns bool, i int) string {
	key, title := i+1, ""
	if guns {
		key, title = len(h.setup.Classes)+i+1, h.setup.Weapons[i].Title
	} else {
		title = h.setup.Classes[i].Title
	}
	if key > 9 {
		return "  " + canvas.Clean(title)
	}
	return "  " + strconv.Itoa(key) + " " + canvas.Clean(title)
}

// drawCards draws all that is known of all, side by side.
func (h *Hangar) drawCards(f *frame, a area) {
	for i := range h.ships {
		card := h.card(f, a, len(h.ships), i, i == int(h.choice.class), false)
		f.drawModel(area{card.x, card.y + 1, card.width, 5}, &h.setup.Classes[i], i == int(h.choice.class))
		card.y += 7
		row := f.drawMerits(card, h.ships[i])
		f.drawWrapped(area{card.x, row, card.width, 4}, classSentence(h.ships[i]))
	}
	a.y, a.height = a.y+15, a.height-15
	for i := range h.weapons {
		card := h.card(f, a, len(h.weapons), i, i == int(h.choice.weapon), true)
		card.y++
		row := f.drawMerits(card, h.weapons[i])
		f.drawWrapped(area{card.x, row, card.width, 5}, weaponSentence(&h.setup.Weapons[i], h.weapons[i]))
	}
}

// card draws the name over one of n cards that share the area's width, and
// returns what of the area is the card's.
func (h *Hangar) card(f *frame, a area, n, i int, chosen, guns bool) area {
	left := (a.width - n*cardWidth) / 2
	card := area{a.x + left + i*cardWidth + 1, a.y, cardWidth - 2, a.height}
	if chosen {
		f.Fill(card.x-1, card.y, card.width+1, 1, panelMarked)
	}
	h.drawName(f, card.x-1, card.y, guns, i, chosen)
	return card
}
