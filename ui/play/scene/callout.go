package scene

import (
	"strconv"
	"time"

	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
)

// Callouts are words and figures that stand for a moment where something happened: what a hit took, what an item gave.
type Callouts struct {
	ring [24]callout
	next int
}

// callout is one of them: a figure, a word, or one after the other.
type callout struct {
	sign   string // before the figure; "" for no figure
	figure int
	word   string
	ink    canvas.Colour
	slot   int // of the ship whose it is; -1 stays where it is
	at     game.Point
	start  time.Time
}

const (
	calloutTime = 700 * time.Millisecond
	calloutRise = 3 // rows over where it happened, and one more in half of the time
	// calloutSum is how soon hits of one ship follow each other to be told as one, as those of a fan do.
	calloutSum = 300 * time.Millisecond
)

// Note takes in an event that a ship took part in. How much hits take is left out without numbers.
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
		if is.sign, is.figure = "-", int(ev.HP); numbers && ev.HP > 0 && !c.sums(&is) {
			c.add(&is)
		}
	}
}

// gift tells what an item gave.
func (c *callout) gift(ev *game.Event) {
	c.sign, c.figure, c.ink = "+", 1, canvas.Good
	switch game.ItemKind(ev.What) {
	case game.HPPlusOne, game.HPPlusThree:
		c.figure, c.word = int(ev.HP), " hp"
	case game.AmmoPlusOne:
		c.word = " ammo"
	case game.ShieldItem:
		c.sign, c.word = "", "shield"
	case game.OverdriveItem:
		c.sign, c.word = "", "overdrive"
	case game.CloakItem:
		c.sign, c.word = "", "cloak"
	case game.SeekerItem:
		c.sign, c.word = "", "seekers"
	case game.ShockItem:
		c.sign, c.word = "", "shockwave"
	case game.OrbItem:
		c.word = " point"
	}
}

// Say writes a word at the ship in a slot.
func (c *Callouts) Say(m *model.Match, now time.Time, slot int, word string) {
	c.add(&callout{word: word, ink: canvas.Fair, slot: slot, at: m.Position(slot), start: now})
}

func (c *Callouts) add(is *callout) {
	c.ring[c.next] = *is
	c.next = (c.next + 1) % len(c.ring)
}

// sums adds a hit to one that the same ship took a moment ago, and reports whether there was one.
func (c *Callouts) sums(is *callout) bool {
	for i := range c.ring {
		if of := &c.ring[i]; of.sign == is.sign && of.slot == is.slot && of.ink == is.ink && is.start.Sub(of.start) < calloutSum {
			of.figure += is.figure
			return true
		}
	}
	return false
}

// Draw writes those that still stand, where there is room.
func (c *Callouts) Draw(f *Frame) {
	for i := range c.ring {
		is := &c.ring[i]
		age := f.Now.Sub(is.start)
		if age < 0 || age >= calloutTime || is.sign == "" && is.word == "" {
			continue
		}
		rise := calloutRise
		if !f.ReducedMotion && !f.LowBandwidth {
			rise += int(2 * age / calloutTime)
		}
		is.draw(f, rise)
	}
}

// draw writes it some rows over its ship, or as near to that as there is room.
func (c *callout) draw(f *Frame, rise int) {
	px, py := f.Locate(c.at.X, c.at.Y)
	if c.slot >= 0 && f.Flying(c.slot) != nil && !f.LowBandwidth {
		px, py = f.LocateShip(c.slot)
	}
	x, y := f.Cell(px, py)
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
	x := f.Text(at.X, at.Y, c.sign, c.ink)
	if c.sign != "" {
		x = f.Number(x, at.Y, c.figure, c.ink)
	}
	f.Text(x, at.Y, c.word, c.ink)
}
