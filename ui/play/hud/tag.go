package hud

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
)

const (
	tagWidth         = 10 // columns of a name beside a ship
	tagStep          = 4  // a name moves by; a power of two
	lowBandwidthTags = 4  // names with low bandwidth
)

// Tags are the places of the ships' names: above their ship, or below it. The nearest ships choose first; names
// without room are left out.
type Tags [game.MaxShips]tagSide

type tagSide uint8

const (
	noTag tagSide = 0
	above tagSide = 1
	below tagSide = 2
)

// tagLoyalty is how much nearer a ship counts that had a name in the last picture, in eighths: two ships at one
// distance do not alternate.
const tagLoyalty = 2

// Draw writes the names of the other ships. t is from the picture before.
func (t *Tags) Draw(f *Frame) {
	if f.Match.World.Status != game.InProgress {
		return
	}
	was := *t
	*t = Tags{}
	if nameless := f.objective().nameless; nameless != nil && nameless(f) {
		return
	}
	slots, n := f.nearestFirst(&was)
	if f.Sheet.LowBandwidth {
		n = min(n, lowBandwidthTags)
	}
	var taken placed
	for _, slot := range slots[:n] {
		t[slot] = f.drawTag(slot, was[slot], &taken)
	}
}

// nearestFirst returns the n slots with names, the nearest to the own ship or the middle first.
func (f *Frame) nearestFirst(was *Tags) (slots [game.MaxShips]int, n int) {
	var far [game.MaxShips]int
	width, height := f.Sheet.Dots()
	x, y := width/2, height/2
	if f.Match.Flying(f.Match.Me) != nil {
		x, y = f.Space.LocateShip(f.Match.Me)
	}
	for i := range f.Match.World.Ships {
		px, py := f.Space.LocateShip(i)
		if f.Match.Flying(i) == nil || i == f.Match.Me || f.Match.OfDrones(i) || !f.Sheet.InField(f.Sheet.Cell(px, py)) {
			continue
		}
		far[i] = 8 * max(px-x, x-px, py-y, y-py)
		if was[i] != noTag {
			far[i] -= far[i] / 8 * tagLoyalty
		}
		slots[n] = i
		n++
	}
	slices.SortStableFunc(slots[:n], func(a, b int) int { return cmp.Compare(far[a], far[b]) })
	return slots, n
}

// drawTag writes a ship's name, and returns its place. Names move by several columns at once: otherwise they would
// change in every picture.
func (f *Frame) drawTag(slot int, was tagSide, taken *placed) tagSide {
	ship := f.Match.Flying(slot)
	words, ink := f.tag(slot, ship)
	width := canvas.Width(words)
	for _, side := range [...]tagSide{above, below} {
		a := f.placeTag(slot, side, width)
		if !f.Space.Free(a) || !taken.free(a) || side == above && was == below && !f.Space.Free(a.Wider(2, 0)) {
			continue // or it would alternate
		}
		f.Sheet.Text(a.X, a.Y, words, ink)
		taken.add(a)
		return side
	}
	return noTag
}

// tag returns a ship's name: a ghost's in brackets, with the HP where there is no bar.
func (f *Frame) tag(slot int, ship *game.Ship) (words string, ink canvas.Colour) {
	of := tagOf{name: f.Match.Pilots.Name(slot), level: ship.Level, ghost: f.Match.Ghost(slot)}
	if f.Match.Setup.PilotTeams() != 1 {
		of.team = ship.Team
	}
	if !of.ghost && !f.Space.ShowsBars() && ship.HP < f.Match.Class(ship).HP {
		of.damaged, of.hp = true, ship.HP
	}
	if ink = f.Match.HullOf(slot).Middle; of.ghost {
		ink = canvas.LabelInk
	}
	return f.TagCache.of(slot, of), ink
}

// tagOf is everything that the words of a tag depend on.
type tagOf struct {
	name           string
	team, hp       uint8
	level          uint8
	ghost, damaged bool
}

func (t *tagOf) words() string {
	words := canvas.Cut(t.name, tagWidth)
	if t.team > 0 {
		words = model.TeamLetter(t.team) + " " + words
	}
	if t.level > 0 {
		words += " " + strings.Repeat("•", int(min(t.level, game.MaxLevel)))
	}
	switch {
	case t.ghost:
		return "(" + words + ")"
	case t.damaged:
		return words + " " + strconv.Itoa(int(t.hp))
	}
	return words
}

// TagCache caches the words of tags, by slot.
type TagCache struct {
	known [game.MaxShips]tagOf
	words [game.MaxShips]string
}

func (w *TagCache) of(slot int, is tagOf) string {
	if w == nil {
		return is.words()
	}
	if w.known[slot] != is || w.words[slot] == "" {
		w.known[slot], w.words[slot] = is, is.words()
	}
	return w.words[slot]
}

// placeTag returns the cells for a name of that width, above or below a ship.
func (f *Frame) placeTag(slot int, side tagSide, width int) canvas.Area {
	ship, a := &f.Match.World.Ships[slot], f.Space.ShipArea(slot)
	px, py := f.Space.LocateShip(slot)
	around := 3
	if (ship.Hits > 0 || ship.Protect > 0) && !f.Match.Ghost(slot) {
		around = 5 // beyond the halo
	}
	x, y := f.Sheet.Cell(px, py-f.Space.InDots(around))
	y = min(y, a.Y-1)
	if side == below {
		_, y = f.Sheet.Cell(px, py+f.Space.InDots(around+1))
		y = max(y, a.Y+a.Height)
	}
	first, _ := f.Sheet.Cell(f.Space.Left, f.Space.Top)
	x -= width / 2
	x -= (x+first+tagStep/2)&(tagStep-1) - tagStep/2
	return canvas.Rect(max(min(x, f.Sheet.Width()-width), 0), y, width, 1)
}

// Phrases are the phrases of the digit keys. A sent phrase shows beside the ship.
type Phrases struct {
	list   []string // from digit 1 on
	latest [game.MaxShips]phrase
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
func (p *Phrases) Note(m *model.Match, now time.Time) {
	for i := range m.Chat {
		line := &m.Chat[i]
		if line.Slot < game.MaxShips && slices.Contains(p.list, line.Text) && !m.Mutes.Has(line.Pilot) {
			p.latest[line.Slot] = phrase{line.Text, now}
		}
	}
}

// Draw writes the recent phrases beside their ships, where there is room.
func (p *Phrases) Draw(f *Frame) {
	if f.Match.World.Status != game.InProgress {
		return
	}
	for slot := range p.latest {
		said := &p.latest[slot]
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
