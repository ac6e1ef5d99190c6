package term

// stroke is changed cells of a row, side by side, that one pen writes.
type stroke struct {
	row, from, to int // to is the column behind them
	next          int // stroke of the same pen, or -1
}

// strokes are those of a frame, by what writes them. What is far apart but of one
// colour is written together: to send the cursor about takes fewer bytes than to
// change the pen to and fro.
type strokes struct {
	all  []stroke // from top to bottom
	pots []pot
	near pen // of the last that is more than spaces
}

// pot is a pen and what it writes, from top to bottom.
type pot struct {
	pen         pen
	first, last int
	empty       bool // all of it is written
}

// clear takes all strokes away. The terminal writes with now.
func (s *strokes) clear(now pen) {
	s.all, s.pots, s.near = s.all[:0], s.pots[:0], now
}

// find takes in what is to be written in a row: the cells that are marked.
func (s *strokes) find(screen *screen, row int, cells []cell, changed []bool) {
	open, bare, with := -1, false, pen{} // where the stroke begins, whether it is but spaces, and its pen
	for i := range cells {
		if !changed[i] {
			if open >= 0 {
				s.add(row, open, i, with, bare)
				open = -1
			}
			continue
		}
		look := screen.look(&cells[i])
		space := cells[i].glyph == ' ' && look.manner == 0
		switch {
		case open < 0:
			open, bare, with = i, space, look
		case look == with, space && with.suitsSpace(look.ground):
			bare = bare && space
		case bare && look.suitsSpace(with.ground):
			bare, with = false, look
		default:
			s.add(row, open, i, with, bare)
			open, bare, with = i, space, look
		}
	}
	if open >= 0 {
		s.add(row, open, len(cells), with, bare)
	}
}

// suitsSpace reports whether a space on that ground may be written with the pen.
// Nobody sees with what ink.
func (p *pen) suitsSpace(ground colour) bool { return p.manner == 0 && p.ground == ground }

// add takes in a stroke. One of nothing but spaces goes with the stroke before it.
func (s *strokes) add(row, from, to int, p pen, bare bool) {
	switch {
	case !bare:
		s.near = p
	case s.near.suitsSpace(p.ground):
		p = s.near
	}
	at := s.pot(p)
	s.all = append(s.all, stroke{row, from, to, -1})
	added := len(s.all) - 1
	if at.first < 0 {
		at.first = added
	} else {
		s.all[at.last].next = added
	}
	at.last = added
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
