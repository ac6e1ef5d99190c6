package canvas

import ()

// eighths are what fills a part of a cell from the left.
var eighths = [...]string{" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"}

// Pips are six eighths of a cell wide, so that there are gaps between them.
const pipWidth = 6

// Pips draws a bar of so many cells, each a pip with a gap after it, of which a share is filled by eighths of a cell. It
// returns the column after it.
func (s *Sheet) Pips(x, y, cells, share, all int, ink Colour) int {
	filled := min(max(share*cells*pipWidth/max(all, 1), 0), cells*pipWidth)
	for i := range cells {
		switch part := min(max(filled-pipWidth*i, 0), pipWidth); {
		case part > 0:
			s.Text(x+i, y, eighths[part], ink)
		case s.Mode == ASCII || s.Colourless:
			s.Text(x+i, y, "·", LabelInk)
		default:
			s.Text(x+i, y, eighths[pipWidth], BarTrack)
		}
	}
	return x + cells
}

// Bar draws a bar of so many cells of which a share is filled, by eighths of a cell. It returns the column after it.
func (s *Sheet) Bar(x, y, cells, share, all int, ink Colour) int {
	filled := min(max(share*cells*8/max(all, 1), 0), cells*8)
	s.Fill(x, y, cells, 1, BarTrack)
	for i := range cells {
		switch part := min(max(filled-8*i, 0), 8); {
		case part == 8 && s.Mode != ASCII:
			s.Paint(x+i, y, 1, 1, ink) // a block would show seams in many fonts
		case part > 0:
			s.Text(x+i, y, eighths[part], ink)
		case s.Mode == ASCII:
			s.Text(x+i, y, "-", LabelInk)
		}
	}
	return x + cells
}
