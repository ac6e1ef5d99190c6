package term

import "dogfight/ui/canvas"

// run is a sequence of changed cells of a row, written with one pen.
type run struct {
	row, from, to int32 // to is the column behind them
	next          int32 // of the same pen, or -1
	pen           pen
	bare          bool // only spaces
}

// runs are the runs of a frame, grouped by pen. Distant runs with one pen are written together: moving the cursor
// takes fewer bytes than changing the pen.
type runs struct {
	all     []run // from top to bottom
	groups  []styleGroup
	written int // number of written groups at the start
}

// styleGroup is a pen and its runs, from top to bottom.
type styleGroup struct {
	pen         pen
	first, last int
	bare        bool // only spaces, so that the ink is arbitrary
	written     bool
}

func (s *runs) clear() { s.all, s.groups, s.written = s.all[:0], s.groups[:0], 0 }

// find adds the runs of a row: the changed ones of the stale cells.
func (s *runs) find(screen *screen, row int, cells []cell, changed []bool, stale canvas.BlockSet) {
	first := len(s.all)
	for from, to, stale := stale.Next(len(cells)); to > 0; from, to, stale = stale.Next(len(cells)) {
		s.findIn(screen, row, from, cells[:to], changed)
	}
	inherit(s.all[first:])
}

// findIn is find for the cells of a row from a column on.
func (s *runs) findIn(screen *screen, row, from int, cells []cell, changed []bool) {
	var open *run
	for i := from; i < len(cells); i++ {
		if !changed[i] {
			open = nil
			continue
		}
		look := screen.penFor(&cells[i])
		bare := cells[i].Glyph == ' ' && look.manner == 0
		if open == nil || !open.extend(look, bare) {
			s.all = append(s.all, run{row: int32(row), from: int32(i), pen: look, bare: bare})
			open = &s.all[len(s.all)-1]
		}
		open.to = int32(i + 1)
	}
}

// extend reports whether a cell fits a run. It becomes the run's pen if the run has only spaces so far.
func (s *run) extend(look pen, bare bool) bool {
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

// suitsSpace reports whether a space on that ground may be written with the pen. Its ink is invisible.
func (p *pen) suitsSpace(ground colour) bool { return p.manner == 0 && p.ground == ground }

// inherit gives runs of only spaces the pen of the nearest other run in the row, if that suits.
func inherit(row []run) {
	for i := range row {
		if !row[i].bare {
			continue
		}
		near, least := -1, int32(0)
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

// sort groups all runs. Those of only spaces that inherited no pen join a suitable group, or one per ground.
func (s *runs) sort(now pen) {
	for i := range s.all {
		if at := &s.all[i]; !at.bare {
			s.group(at.pen).add(s.all, i)
		}
	}
	for i := range s.all {
		if at := &s.all[i]; at.bare {
			s.groupOn(at.pen.ground, now).add(s.all, i)
		}
	}
}

// groupOn returns a group that suits spaces on a ground, if necessary a new one.
func (s *runs) groupOn(ground colour, now pen) *styleGroup {
	if now.suitsSpace(ground) {
		return s.group(now)
	}
	for i := range s.groups {
		if s.groups[i].pen.suitsSpace(ground) {
			return &s.groups[i]
		}
	}
	g := s.group(pen{ground: ground})
	g.bare = true
	return g
}

func (s *runs) group(p pen) *styleGroup {
	for i := range s.groups {
		if s.groups[i].pen == p {
			return &s.groups[i]
		}
	}
	s.groups = append(s.groups, styleGroup{pen: p, first: -1})
	return &s.groups[len(s.groups)-1]
}

func (g *styleGroup) add(all []run, i int) {
	all[i].next = -1
	if g.first < 0 {
		g.first = i
	} else {
		all[g.last].next = int32(i)
	}
	g.last = i
}

// nextGroup returns the group to write after the present pen: one with the same pen, or one on the same ground, or
// any; nil after the last.
func (s *runs) nextGroup(now pen) (best *styleGroup) {
	for s.written < len(s.groups) && s.groups[s.written].written {
		s.written++
	}
	own := s.written == 0 // later the group of the terminal's own pen has been written
	for i := s.written; i < len(s.groups); i++ {
		switch g := &s.groups[i]; {
		case g.written:
		case g.pen == now:
			return g
		case g.pen.ground == now.ground && !own:
			return g
		case best == nil, best.pen.ground != now.ground && g.pen.ground == now.ground:
			best = g
		}
	}
	return best
}
