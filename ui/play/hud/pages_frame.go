package hud

import (
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
)

type PageFrame struct {
	*canvas.Sheet
	*model.Match
}
