package scene

import (
	"strconv"
	"time"

	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
)

// The distance of the brackets from the middle of a ship, in cells.
const (
	bracketColumns = 4
	bracketRows    = 2
)

// The corners of brackets. Low HP have others, so that colour is not needed.
var (
	corners         = [4]string{"┌", "┐", "└", "┘"}
	lowCorners      = [4]string{"╔", "╗", "╚", "╝"}
	plainLowCorners = [4]string{"!", "!", "!", "!"}
)

// DrawBrackets marks the own ship or, in a recorded match, the followed one, for the eye to find it without colour.
// With low bandwidth it does so only after the spawn and at low HP.
func (f *Frame) DrawBrackets() {
	slot := f.Match.Me
	if f.Match.Recorded {
		slot = f.followed
	}
	own := f.Match.Flying(slot)
	if own == nil || f.Match.World.Status != game.InProgress {
		return
	}
	low := model.Low(int(own.HP), int(f.Match.Class(own).HP))
	if own.Protect == 0 && f.Sheet.LowBandwidth && !low {
		return
	}
	glyphs, ink := &corners, canvas.ShieldWorn
	if low {
		glyphs, ink = &lowCorners, f.Warning(canvas.TextInk)
		if f.Sheet.Mode == canvas.ASCII {
			glyphs = &plainLowCorners
		}
	}
	f.bracket(slot, glyphs, ink)
}

// DrawBracketsAround marks the ship that a picture is about.
func (f *Frame) DrawBracketsAround(slot int, ink canvas.Colour) {
	if f.Match.Flying(slot) != nil {
		f.bracket(slot, &corners, ink)
	}
}

// bracket draws the corners around a ship, where there is room.
func (f *Frame) bracket(slot int, glyphs *[4]string, ink canvas.Colour) {
	x, y := f.Sheet.Cell(f.LocateShip(slot))
	for i, glyph := range glyphs {
		column, row := x+(2*(i%2)-1)*bracketColumns, y+(2*(i/2)-1)*bracketRows
		if f.Free(canvas.Rect(column, row, 1, 1)) {
			f.Sheet.Text(column, row, glyph, ink)
		}
	}
}

// warningBeat is how long a warning has each of its two colours.
const warningBeat = 500 * time.Millisecond

// Warning returns a warning's colour: bad and calm in turn, or only bad with reduced motion.
func (f *Frame) Warning(calm canvas.Colour) canvas.Colour {
	if f.Sheet.ReducedMotion || f.Sheet.Beat(warningBeat, 2) == 0 {
		return canvas.Bad
	}
	return calm
}

// The place and width of the bar below a damaged ship, in cells.
const (
	barWidth = 5
	barRow   = 2
)

// ShowsBars reports whether damage shows as a bar.
func (f *Frame) ShowsBars() bool {
	return f.Sheet.Mode != canvas.ASCII && !f.Sheet.LowBandwidth && !f.far()
}

// DrawBars draws the remaining HP of damaged ships below them.
func (f *Frame) DrawBars() {
	for i := range f.Match.World.Ships {
		ship := f.Match.Flying(i)
		if kind := f.Match.Kind(i); kind != nil && kind.Role != game.Plain {
			continue // they have a bar at the top
		}
		if ship == nil || i == f.Match.Me || f.Match.Ghost(i) || !f.ShowsBars() {
			continue
		}
		if full := f.Match.Class(ship).HP; ship.HP < full {
			x, y := f.Sheet.Cell(f.LocateShip(i))
			f.drawBar(x, y+barRow, int(ship.HP), int(full))
		}
	}
}

// drawBar draws a line around a column, lit in proportion to the HP.
func (f *Frame) drawBar(x, y, hp, full int) {
	lit := max(1, hp*barWidth/full)
	for i := range barWidth {
		k := canvas.BarTrack
		if i < lit {
			k = canvas.HealthColour(hp, full)
		}
		if at := canvas.Rect(x-barWidth/2+i, y, 1, 1); f.Free(at) {
			f.Sheet.Text(at.X, y, "━", k)
		}
	}
}

// Callouts are short texts in space where something happened: the damage of a hit, the gift of an item.
type Callouts struct {
	ring [24]callout
	next int
}

// callout is a figure, a word, or both in this order.
type callout struct {
	sign   string // before the figure; "" for no figure
	figure int
	word   string
	ink    canvas.Colour
	slot   int // of its ship; -1 stays in place
	at     game.Point
	start  time.Time
}

const (
	calloutTime = 700 * time.Millisecond
	calloutRise = 3 // rows above the event, and one more in each half of the time
	// calloutSum is the time within which hits of one ship add up, as those of a fan do.
	calloutSum = 300 * time.Millisecond
)

// Note adds an event of the ship in slot of. numbers includes damage.
func (c *Callouts) Note(m *model.Match, now time.Time, of int, numbers bool, ev *game.Event) {
	took := int(ev.Slot) == of
	if ev.Slot >= game.MaxShips || !took && int(ev.By) != of {
		return
	}
	is := callout{ink: canvas.Fair, slot: int(ev.Slot), at: game.Point{X: ev.X, Y: ev.Y}, start: now}
	switch ev.Kind {
	case game.EventPickup:
		is.slot = -1
		is.gift(ev)
		if level := m.World.Ships[ev.Slot].Level; level > 0 && game.ItemKind(ev.What) == game.OrbItem {
			is.sign, is.word = "", "level "+strconv.Itoa(int(level))
		}
		c.add(&is)
	case game.EventKill:
		if is.slot, is.word, is.ink = -1, "kill", canvas.Good; m.Foes(int(ev.Slot), of) {
			c.add(&is)
		}
	case game.EventBlock:
		is.word, is.ink = "blocked", canvas.Accent
		c.add(&is)
	case game.EventHit:
		if took {
			is.ink = canvas.Bad
		}
		numbers = numbers && m.Setup.Mode.State() != game.TrailState // a crash is the end, whatever it takes
		if is.sign, is.figure = "-", int(ev.HP); numbers && ev.HP > 0 && !c.sums(&is) {
			c.add(&is)
		}
	}
}

// gifts are the texts of items; the rest give a number of HP.
var gifts = map[game.ItemKind]callout{
	game.AmmoPlusOne: {sign: "+", figure: 1, word: " ammo"}, game.OrbItem: {sign: "+", figure: 1, word: " point"},
	game.ShieldItem: {word: "shield"}, game.OverdriveItem: {word: "overdrive"}, game.CloakItem: {word: "cloak"},
	game.SeekerItem: {word: "seekers"}, game.ShockItem: {word: "shockwave"},
}

// gift sets the text of an item.
func (c *callout) gift(ev *game.Event) {
	g, ok := gifts[game.ItemKind(ev.What)]
	switch kind := game.ItemKind(ev.What); {
	case kind == game.HPPlusOne || kind == game.HPPlusThree:
		g = callout{sign: "+", figure: int(ev.HP), word: " hp"}
	case !ok:
		g = callout{sign: "+", figure: 1}
	}
	c.sign, c.figure, c.word, c.ink = g.sign, g.figure, g.word, canvas.Good
}

// AddWord adds a word at the ship in a slot.
func (c *Callouts) AddWord(m *model.Match, now time.Time, slot int, word string) {
	c.add(&callout{word: word, ink: canvas.Fair, slot: slot, at: m.Position(slot), start: now})
}

func (c *Callouts) add(is *callout) {
	c.ring[c.next] = *is
	c.next = (c.next + 1) % len(c.ring)
}

// sums adds a hit to a recent one of the same ship, and reports whether there was one.
func (c *Callouts) sums(is *callout) bool {
	for i := range c.ring {
		if of := &c.ring[i]; of.sign == is.sign && of.slot == is.slot && of.ink == is.ink && is.start.Sub(of.start) < calloutSum {
			of.figure += is.figure
			return true
		}
	}
	return false
}

func (c *Callouts) Draw(f *Frame) {
	for i := range c.ring {
		is := &c.ring[i]
		age := f.Sheet.Now.Sub(is.start)
		if age < 0 || age >= calloutTime || is.sign == "" && is.word == "" {
			continue
		}
		rise := calloutRise
		if !f.Sheet.ReducedMotion && !f.Sheet.LowBandwidth {
			rise += int(2 * age / calloutTime)
		}
		is.draw(f, rise)
	}
}

// draw writes it above its ship, at the nearest place with room.
func (c *callout) draw(f *Frame, rise int) {
	px, py := f.Locate(c.at.X, c.at.Y)
	if c.slot >= 0 && f.Match.Flying(c.slot) != nil && !f.Sheet.LowBandwidth {
		px, py = f.LocateShip(c.slot)
	}
	x, y := f.Sheet.Cell(px, py)
	width := len(c.word)
	if c.sign != "" {
		width += len(c.sign) + len(strconv.Itoa(c.figure))
	}
	for _, dy := range [...]int{-rise, -rise - 1, -rise - 2, calloutRise} {
		if at := canvas.Rect(x-width/2, y+dy, width, 1); f.Free(at) {
			c.write(f, at)
			return
		}
	}
}

func (c *callout) write(f *Frame, at canvas.Area) {
	x := f.Sheet.Text(at.X, at.Y, c.sign, c.ink)
	if c.sign != "" {
		x = f.Sheet.Number(x, at.Y, c.figure, c.ink)
	}
	f.Sheet.Text(x, at.Y, c.word, c.ink)
}
