package scene

import "dogfight/assets"

// tripled returns a drawing three times as large with rounded corners, by the rules of Scale3x.
func tripled(d assets.Drawing) assets.Drawing {
	large := make(assets.Drawing, 3*len(d))
	for y := range large {
		row := make([]byte, 3*len(d))
		for x := range row {
			row[x] = ninth(d, x/3, y/3, x%3-1, y%3-1)
		}
		large[y] = string(row)
	}
	return large
}

// ninth returns a ninth of an enlarged letter, at dx, dy from its middle.
func ninth(d assets.Drawing, x, y, dx, dy int) byte {
	own := at(d, x, y)
	switch {
	case at(d, x-1, y) == at(d, x+1, y) || at(d, x, y-1) == at(d, x, y+1):
	case dx != 0 && dy != 0:
		if letter := at(d, x+dx, y); letter == at(d, x, y+dy) {
			return letter
		}
	case dx == 0 && dy != 0: // like a corner beside it, unless it continues behind the other one
		for _, side := range [...]int{-1, 1} {
			if letter := at(d, x, y+dy); letter == at(d, x+side, y) && own != at(d, x-side, y+dy) {
				return letter
			}
		}
	case dx != 0:
		for _, side := range [...]int{-1, 1} {
			if letter := at(d, x+dx, y); letter == at(d, x, y+side) && own != at(d, x+dx, y-side) {
				return letter
			}
		}
	}
	return own
}
