// Package pages draws what covers the field: the lobby, the score board, the results, help, the
// list of pilots and the hangar.
package pages

import (
	"dogfight/ui/play/draw"
	"dogfight/ui/play/model"
)

// Frame is what a page is drawn on, and the match that it tells of.
type Frame struct {
	*draw.Sheet
	*model.Match
}
