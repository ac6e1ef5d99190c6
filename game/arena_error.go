package game

import "fmt"

// ArenaError says what is wrong with an arena file, and where.
type ArenaError struct {
	File         string
	Line, Column int // from 1, in characters
	Problem      string
}

func (e *ArenaError) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Problem)
}
