package play

import (
	"cmp"
	"slices"
	"strconv"

	"dogfight/game"
	"dogfight/ui/canvas"
)

// rank returns the slots in use, the best first, in the room of a slice that it was
// given. What that says of the last time is nearly right, and soon sorted.
func (f *frame) rank(ranks []int) []int {
	var ranked [game.MaxShips]bool
	for _, slot := range ranks {
		ranked[slot] = true
	}
	for slot := range f.World.Ships {
		if !ranked[slot] {
			ranks = append(ranks, slot)
		}
	}
	ranks = slices.DeleteFunc(ranks, func(slot int) bool { return f.World.Ships[slot].State == game.Empty })
	slices.SortFunc(ranks, f.compare)
	return ranks
}

// compare orders slots by score, then by fewer deaths, then by number.
func (f *frame) compare(a, b int) int {
	first, second := &f.World.Ships[a], &f.World.Ships[b]
	return cmp.Or(
		cmp.Compare(second.Score, first.Score),
		cmp.Compare(first.Deaths, second.Deaths),
		cmp.Compare(a, b))
}

// place returns the place of a slot among the ranks of all, or of its team. Who has the
// same score shares a place, as the winners would a match, whoever stands first there.
func (f *frame) place(ranks []int, slot int) (place int, shared bool) {
	place = 1
	own := f.World.Ships[slot].Score
	for _, other := range ranks {
		switch score := f.World.Ships[other].Score; {
		case score > own:
			place++
		case score == own && other != slot:
			shared = true
		}
	}
	return place, shared
}

// tie is what a shared place begins with.
func tie(shared bool) string {
	if shared {
		return "="
	}
	return ""
}

// drawPlaceOf writes a slot's place so that it ends before a column.
func (f *frame) drawPlaceOf(column, row int, ranks []int, slot int) {
	place, shared := f.place(ranks, slot)
	number := strconv.Itoa(place)
	f.drawRight(column, row, number, label)
	f.drawRight(column-len(number), row, tie(shared), label)
}

// drawScores draws the score board over the match.
func (s *Screen) drawScores(f *frame) {
	across, _ := f.Size() // of the panel too, where there is one
	width := boardWidth(across - 2)
	if f.Foreign {
		width = min(width, pingEnds+6) // the rest is not known
	}
	a := f.middleArea(width, f.tableRows(s.ranks)+2)
	a.x, a.width = (across-width)/2, width
	s.drawBoard(f, a)
}

// drawBoard draws the score table in a frame.
func (s *Screen) drawBoard(f *frame, a area) {
	t := table{frame: f, area: f.drawPanel(a, f.title()), ranks: s.ranks, tally: &s.tally, scroll: &s.board}
	t.draw()
	switch {
	case s.board.most == 0:
	case f.fights():
		f.drawFoot(a, "PgUp PgDn scroll")
	default:
		f.drawFoot(a, "↑↓ PgUp PgDn scroll")
	}
}

// title is what to call the match.
func (f *frame) title() string {
	if title := canvas.Clean(f.Title); title != "" {
		return title
	}
	return modeTitle(f.Setup)
}

// tableRows is how many rows the table of all ships takes.
func (f *frame) tableRows(ranks []int) int {
	return 1 + len(ranks) + f.Setup.Mode.Teams()
}
