package term

import "dogfight/ui/canvas"

// partialUpdate sends a part of a frame that would block a crowded line: first the rows with few changes, such as a
// typed letter or a moving ship, and in turn as many of the others as there is room for. The rest follows with the
// next frames, in its state by then.
type partialUpdate struct {
	size int // about, of a part, in bytes
	few  int // rows with so few changes do not wait

	turn    int    // first of the rows with many changes
	stale   stale  // before the frame
	changes []int  // cells by row
	cells   []cell // the cells to send
	before  []cell // the cells on the terminal
}

const (
	// partialSize is the usual size: on a line of 12 kB a second a key waits for two parts at most.
	partialSize = 1800
	// nearSize is the size for a terminal with bandwidth to spare. Late answers there mean a busy browser: smaller
	// parts would tear the picture and save nothing.
	nearSize = 16 << 10
	// fewChanges are a word, or a ship.
	fewChanges = 12
)

// encode sets the frame for the drawn cells, or a part of it on a crowded line.
func (s *screen) encode(crowded bool) {
	s.stale.update(s.grid)
	right, down, known := s.grid.Moved()
	s.moved = scroll{right, down}
	crowded = crowded && !s.encoder.lost
	if s.knowsMove = known && !crowded; !crowded {
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
	s.stale.add(p.stale) // of the rows that wait
}

// choose sets the cells to send of a frame with so many bytes.
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

// count counts the changed cells.
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

// stale has, for each row, the places where the terminal may differ from the drawn cells. Most of a picture equals the
// one before and need not be compared.
type stale []canvas.BlockSet

// update adds the places drawn on since the last call.
func (s stale) update(g *canvas.Grid) {
	for row := range s {
		s[row] |= g.Touched(row)
	}
}

// add adds the places of another.
func (s stale) add(before stale) {
	for row := range s {
		s[row] |= before[row]
	}
}

// mark adds a whole row.
func (s stale) mark(row int) { s[row] = canvas.AllBlocks }

// all adds all rows.
func (s stale) all() {
	for row := range s {
		s.mark(row)
	}
}
