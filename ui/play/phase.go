package play

import (
	"dogfight/net"
	"dogfight/ui/canvas"
)

// drawPhase says how the client stands with its host when it does not simply
// play.
func (f *frame) drawPhase() {
	row := f.height() / 3
	switch f.Phase {
	case net.Joining:
		f.drawNotice(row, "joining ...", text)
	case net.Lost:
		row = f.drawNotice(row, "link lost - trying to come back - Esc menu", bad)
		f.drawReason(row)
	case net.Refused:
		row = f.drawNotice(row, "the host refused", bad)
		f.drawReason(row)
	case net.Ended:
		row = f.drawNotice(row, "the match is over", text)
		f.drawReason(row)
	}
}

// drawReason says why, if that is known.
func (f *frame) drawReason(row int) {
	if f.Err != nil {
		f.drawNotice(row, canvas.Clean(f.Err.Error()), label)
	}
}
