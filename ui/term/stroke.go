package term

import "dogfight/ui/cells"

// stroke is changed cells of a row, side by side, that one pen writes.
type stroke struct {
	row, from, to int // to is the column behind them
	pen           pen
	bare          bool // nothing but spaces
	next          int  // stroke of the same pen, or -1
}

// strokes are those of a frame, by what writes them. What is far apart but of one
// colour is written together: to send the cursor about takes fewer bytes than to
// change the pen to and fro.
type strokes struct {
	all  []stroke // from top to bottom
	pots []pot
}

// pot is a pen and what it writes, from top to bottom.
type pot struct {
	pen         pen
	first, last int
	empty       bool // all of it is written
}

func (s *strokes) clear() { s.all, s.pots = s.all[:0], s.pots[:0] }

// find takes in what is to be written in a row: the stale cells that changed.
func (s *strokes) find(screen *screen, row int, cells []cell, changed []bool, stale cells.Blocks) {
	first := len(s.all)
	for from, to, stale := stale.Next(len(cells)); to > 0; from, to, stale = stale.Next(len(cells)) {
		s.findIn(screen, row, from, cells[:to], changed)
	}
	lend(s.all[first:])
}

// findIn is find for the cells of a row from one on.
func (s *strokes) findIn(screen *screen, row, from int, cells []cell, changed []bool) {
	var open *stroke
	for i := from; i < len(cells); i++ {
		if !changed[i] {
			open = nil
			continue
		}
		look := screen.look(&cells[i])
		bare := cells[i].Glyph == ' ' && look.manner == 0
		if open == nil || !open.takes(look, bare) {
			s.all = append(s.all, stroke{row: row, from: i, pen: look, bare: bare})
			open = &s.all[len(s.all)-1]
		}
		open.to = i + 1
	}
}

// takes reports whether a cell can go on a stroke, and makes it the stroke's pen if
// there were but spaces so far.
func (s *stroke) takes(look pen, bare bool) bool {
	switch {
	case look == s.pen, bare && s.pen.suitsSpace(look.ground):
	case s.bare && look.suitsSpace(s.pen.ground):
		s.pen = look
	default:
		return false
	}
	s.bare = s.bare && bare
	return true
}

// suitsSpace reports whether a space on that ground may be written with the pen.
// Nobody sees with what ink.
func (p *pen) suitsSpace(ground colour) bool { return p.manner == 0 && p.ground == ground }

// lend gives each stroke of nothing but spaces the pen of the nearest other one in its
// row, if that suits.
func lend(row []stroke) {
	for i := range row {
		if !row[i].bare {
			continue
		}
		near, least := -1, 0
		for k := range row {
			if way := max(row[i].from-row[k].to, row[k].from-row[i].to); !row[k].bare && (near < 0 || way < least) {
				near, least = k, way
			}
		}
		if near >= 0 && row[near].pen.suitsSpace(row[i].pen.ground) {
			row[i].pen, row[i].bare = row[near].pen, false
		}
	}
}

// sort puts all strokes into pots. Those of nothing but spaces that found no pen in
// their row take the one that the stroke before them is written with, or the one that
// the terminal has.
func (s *strokes) sort(pen pen) {
	for i := range s.all {
		at := &s.all[i]
		if at.bare && pen.suitsSpace(at.pen.ground) {
			at.pen = pen
		}
		pen = at.pen
		s.pot(at.pen).add(s.all, i)
	}
}

func (s *strokes) pot(p pen) *pot {
	for i := range s.pots {
		if s.pots[i].pen == p {
			return &s.pots[i]
		}
	}
	s.pots = append(s.pots, pot{pen: p, first: -1})
	return &s.pots[len(s.pots)-1]
}

func (p *pot) add(all []stroke, i int) {
	all[i].next = -1
	if p.first < 0 {
		p.first = i
	} else {
		all[p.last].next = i
	}
	p.last = i
}

// nextPot returns the pot to write from while the terminal writes with now: that of the
// same pen, or one on the same ground, or any; nil when all are empty.
func (s *strokes) nextPot(now pen) (best *pot) {
	for i := range s.pots {
		switch p := &s.pots[i]; {
		case p.empty:
		case p.pen == now:
			return p
		case best == nil, best.pen.ground != now.ground && p.pen.ground == now.ground:
			best = p
		}
	}
	return best
}
