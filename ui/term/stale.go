package term

import "dogfight/ui/canvas"

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
