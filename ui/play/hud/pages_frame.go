// Package pages draws what covers the field: the lobby, the score board, the results, help, the
// list of pilots and the hangar.
package hud

import (
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
)

// Frame is what a page is drawn on, and the match that it tells of.
type PageFrame struct {
	*canvas.Sheet
	*model.Match
}
