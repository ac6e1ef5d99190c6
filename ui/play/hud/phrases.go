package hud

import (
	"slices"
	"time"

	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
)

// Phrases are the phrases of the digit keys. A sent phrase shows beside the ship.
type Phrases struct {
	list []string // from digit 1 on
	said [game.MaxShips]phrase
}

// phrase is the latest of a pilot; "" for none.
type phrase struct {
	words string
	at    time.Time
}

const phraseStays = 2500 * time.Millisecond

func NewPhrases(list []string) Phrases { return Phrases{list: list} }

// Of returns the phrase of a digit, or "".
func (p *Phrases) Of(digit rune) string {
	if i := int(digit - '1'); i >= 0 && i < len(p.list) {
		return p.list[i]
	}
	return ""
}

// Note notes phrases in the new chat lines, except those of muted pilots.
func (p *Phrases) Hear(m *model.Match, now time.Time) {
	for i := range m.Chat {
		line := &m.Chat[i]
		if line.Slot < game.MaxShips && slices.Contains(p.list, line.Text) && !m.Mutes.Has(line.Pilot) {
			p.said[line.Slot] = phrase{line.Text, now}
		}
	}
}

// Draw writes the recent phrases beside their ships, where there is room.
func (p *Phrases) Draw(f *Frame) {
	if f.Match.World.Status != game.InProgress {
		return
	}
	for slot := range p.said {
		said := &p.said[slot]
		if said.words == "" || f.Sheet.Now.Sub(said.at) >= phraseStays || f.Match.Flying(slot) == nil {
			continue
		}
		for _, a := range f.besideShip(slot, canvas.Width(said.words)+2) {
			if f.Space.Free(a) {
				f.Sheet.Fill(a.X, a.Y, a.Width, 1, canvas.PanelMarked)
				f.Sheet.Text(a.X+1, a.Y, said.words, canvas.Strong)
				break
			}
		}
	}
}

// besideShip returns the places for words at a ship: above its name, right, left, and below its name.
func (f *Frame) besideShip(slot, width int) [4]canvas.Area {
	ship := f.Space.ShipArea(slot)
	over, under := f.placeTag(slot, above, width), f.placeTag(slot, below, width)
	over.Y, under.Y = over.Y-1, under.Y+1
	middle := ship.Y + ship.Height/2
	return [4]canvas.Area{over, canvas.Rect(ship.X+ship.Width+1, middle, width, 1), canvas.Rect(ship.X-width-1, middle, width, 1), under}
}
