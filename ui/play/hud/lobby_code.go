package hud

import (
	"dogfight/ui/canvas"
)

const (
	codeGap     = 2 // columns between the code and the rest of the lobby
	codeCaption = 2 // rows below it
)

// codeColumns returns the columns of the QR code beside a lobby of so many rows; 0 without one, or without room.
func (f *Lobby) codeColumns(height int) int {
	if f.Hosting == nil || !f.Sheet.CanCode() {
		return 0
	}
	columns, rows := f.Hosting.Code.Size()
	width := min(f.Sheet.Width()-2, lobbyWidth+columns+codeGap) - 4
	if columns == 0 || canvas.Width(f.Hosting.Web) > columns || rows+codeCaption > height-2 || width-columns-codeGap < lobbyLeast {
		return 0
	}
	return columns + codeGap
}

// drawCode draws the code and its caption.
func (f *Lobby) drawCode(a canvas.Area) {
	_, rows := f.Hosting.Code.Size()
	top := max((a.Height-rows-codeCaption)/2, 0)
	f.Sheet.Code(a.X, a.Y+top, f.Hosting.Code)
	f.Sheet.Centred(a, top+rows, "scan, or open in a browser", canvas.LabelInk)
	f.Sheet.Centred(a, top+rows+1, f.Hosting.Web, canvas.Accent)
}
