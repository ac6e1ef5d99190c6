package canvas

// Area is a box of cells.
type Area struct{ X, Y, Width, Height int }

// Holds reports whether a cell is in the area.
func (a Area) Holds(x, y int) bool {
	return x >= a.X && x < a.X+a.Width && y >= a.Y && y < a.Y+a.Height
}

// Meets reports whether two areas have a cell in common.
func (a Area) Meets(b Area) bool {
	return a.X < b.X+b.Width && b.X < a.X+a.Width && a.Y < b.Y+b.Height && b.Y < a.Y+a.Height
}

// Wider returns the area with so many more columns and rows all around.
func (a Area) Wider(columns, rows int) Area {
	return Area{a.X - columns, a.Y - rows, a.Width + 2*columns, a.Height + 2*rows}
}

// Within returns the part of the area that is in another; one of no width or height if
// there is none.
func (a Area) Within(b Area) Area {
	x, y := max(a.X, b.X), max(a.Y, b.Y)
	return Area{x, y, max(min(a.X+a.Width, b.X+b.Width)-x, 0), max(min(a.Y+a.Height, b.Y+b.Height)-y, 0)}
}

// Rect returns the area of a size whose upper left cell is at (x, y).
func Rect(x, y, width, height int) Area { return Area{x, y, width, height} }
