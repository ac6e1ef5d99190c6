package term

import "dogfight/ui/canvas"

// partialUpdate sends a part of a frame that would hold up a crowded line: first the
// rows in which little has changed, such as a letter that was typed or a ship that
// flew on, and of the others as many as there is room for, in turn. What is left
// out goes with the next frames, as it looks by then.
type partialUpdate struct {
	size int // of a part, about, in bytes
	few  int // so many changes do not have their row wait

	turn    int    // the row that is first of those in which much has changed
	stale   stale  // before the frame
	changes []int  // by row: how many cells
	cells   []cell // what is sent of a frame
	before  []cell // what the terminal showed before it
}

const (
	// partialSize is the usual size: on a line of 12 kB a second a
	// key must not wait for longer than for two of them.
	partialSize = 1800
	// nearSize is that for a terminal with bandwidth to spare. Where it answers late, a browser was busy for a moment: parts of
	// the usual size would tear the picture, and save nothing.
	nearSize = 16 << 10
	// fewChanges are a word, or a ship.
	fewChanges = 12
)

// partialSizeOf returns the size for a terminal.
func partialSizeOf(traits Traits) int {
	if traits.Near {
		return nearSize
	}
	return partialSize
}

// encode sets the frame that makes the terminal show what was drawn, or a part of it
// where the line is crowded.
func (s *screen) encode(crowded bool) {
	s.stale.take(s.grid)
	if crowded = crowded && !s.encoder.lost; !crowded {
		s.partial.cells, s.partial.before = nil, nil // a line is crowded for seconds, if ever
		s.frame = s.encoder.frame(s.frame[:0], s, s.grid.Cells, s.sent, s.cursor)
		return
	}
	p := &s.partial
	p.before, p.stale = append(p.before[:0], s.sent...), append(p.stale[:0], s.stale...)
	encoder := s.encoder
	s.frame = encoder.frame(s.frame[:0], s, s.grid.Cells, s.sent, s.cursor)
	if len(s.frame) <= p.size {
		s.encoder = encoder
		return
	}
	copy(s.sent, p.before)
	s.stale.add(p.stale)
	p.choose(s, len(s.frame))
	s.frame = s.encoder.frame(s.frame[:0], s, p.cells, s.sent, s.cursor)
	s.stale.add(p.stale) // of the rows that were left out
}

// choose sets the cells that are sent, of a frame that would take so many bytes.
func (p *partialUpdate) choose(s *screen, all int) {
	p.cells = append(p.cells[:0], s.grid.Cells...)
	total := p.count(s)
	room := total * p.size / all
	for _, n := range p.changes {
		if n <= p.few {
			room -= n
		}
	}
	first, turn := true, -1
	for i := range s.grid.Height {
		row := (p.turn + i) % s.grid.Height
		n := p.changes[row]
		switch {
		case n <= p.few:
		case first || n <= room && turn < 0:
			first = false
			room -= n
		default:
			at := row * s.grid.Width
			copy(p.cells[at:at+s.grid.Width], s.sent[at:])
			if turn < 0 {
				turn = row
			}
		}
	}
	p.turn = max(turn, 0)
}

// count counts the cells that have changed.
func (p *partialUpdate) count(s *screen) (total int) {
	p.changes = p.changes[:0]
	for row := range s.grid.Height {
		n := 0
		for i := row * s.grid.Width; i < (row+1)*s.grid.Width; i++ {
			if s.grid.Cells[i] != s.sent[i] {
				n++
			}
		}
		p.changes = append(p.changes, n)
		total += n
	}
	return total
}

// stale is, for each row, where the terminal may not show what was drawn. Most of a
// picture is like the one before, and need not be compared.
type stale []canvas.BlockSet

// take adds where something was drawn since the last time.
func (s stale) take(g *canvas.Grid) {
	for row := range s {
		s[row] |= g.Touched(row)
	}
}

// add adds what was stale before.
func (s stale) add(before stale) {
	for row := range s {
		s[row] |= before[row]
	}
}

// mark says that nothing of a row is certain any more.
func (s stale) mark(row int) { s[row] = canvas.AllBlocks }

// all says so of all rows.
func (s stale) all() {
	for row := range s {
		s.mark(row)
	}
}
