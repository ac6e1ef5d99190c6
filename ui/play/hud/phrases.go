package hud

import (
	"slices"
	"time"

	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
)

// Phrases are what digits say. Who says one has it beside the ship for a moment.
type Phrases struct {
	list []string // from digit 1 on
	said [game.MaxShips]phrase
}

// phrase is one that the pilot in a slot has said; "" for none.
type phrase struct {
	words string
	at    time.Time
}

// phraseStays is how long a phrase is beside a ship.
const phraseStays = 2500 * time.Millisecond

// NewPhrases returns those of a list, of which none was said.
func NewPhrases(list []string) Phrases { return Phrases{list: list} }

// Of returns what a digit says, or "".
func (p *Phrases) Of(digit rune) string {
	if i := int(digit - '1'); i >= 0 && i < len(p.list) {
		return p.list[i]
	}
	return ""
}

// Hear takes note of what was said that is a phrase. What the player has muted is none.
func (p *Phrases) Hear(m *model.Match, now time.Time) {
	for i := range m.Chat {
		line := &m.Chat[i]
		if line.Slot < game.MaxShips && slices.Contains(p.list, line.Text) && !m.Mutes.Has(line.Pilot) {
			p.said[line.Slot] = phrase{line.Text, now}
		}
	}
}

// Draw writes beside the ships in the field what their pilots have just said, where neither text nor a ship is.
func (p *Phrases) Draw(f *Frame) {
	if f.World.Status != game.InProgress {
		return
	}
	for slot := range p.said {
		said := &p.said[slot]
		if said.words == "" || f.Now.Sub(said.at) >= phraseStays || f.Flying(slot) == nil {
			continue
		}
		for _, a := range f.besideShip(slot, canvas.Width(said.words)+2) {
			if f.Free(a) {
				f.Fill(a.X, a.Y, a.Width, 1, canvas.PanelMarked)
				f.Text(a.X+1, a.Y, said.words, canvas.Strong)
				break
			}
		}
	}
}

// besideShip returns where a few words may stand at a ship: above its name, to the right, to the left and below its name.
func (f *Frame) besideShip(slot, width int) [4]canvas.Area {
	ship := f.ShipArea(slot)
	over, under := f.placeTag(slot, above, width), f.placeTag(slot, below, width)
	over.Y, under.Y = over.Y-1, under.Y+1
	middle := ship.Y + ship.Height/2
	return [4]canvas.Area{over, canvas.Rect(ship.X+ship.Width+1, middle, width, 1), canvas.Rect(ship.X-width-1, middle, width, 1), under}
}
