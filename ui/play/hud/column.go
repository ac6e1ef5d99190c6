package hud

import (
	"dogfight/game"
	"dogfight/net/playback"
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
)

// column is the events in one column of the time line.
type column struct {
	kills  uint8
	by     uint8 // slot of the first killer
	deed   uint8 // 1 + slot of the latest deed for a side; 0: none
	marked bool
}

// eventful reports whether anything happened.
func (c *column) told() bool { return c.kills > 0 || c.deed > 0 || c.marked }

func (c *column) ink(m *model.Match) canvas.Colour {
	switch {
	case c.marked:
		return canvas.Strong
	case c.deed > 0:
		return m.HullOf(int(c.deed) - 1).Middle
	case m.OfDrones(int(c.by)):
		return canvas.LabelInk
	}
	return m.HullOf(int(c.by)).Middle
}

// Signs for numbers of kills, in ASCII and elsewhere.
var digits = [...]string{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"}

var heights = [...]string{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"}

// sign returns the glyph of the column, where most is the highest number of kills.
func (c *column) sign(m canvas.Mode, most uint8) string {
	switch {
	case c.marked:
		return "♦"
	case c.deed > 0:
		return "▲"
	case m == canvas.ASCII:
		return digits[min(c.kills, 9)]
	}
	most = max(most, 4)
	return heights[min(int(c.kills)*len(heights)/int(most), len(heights))-1]
}

// mark fills the columns from the moments, if the bar or the match has changed.
func (l *line) mark(moments []playback.Moment, m *model.Match) {
	if len(l.columns) == l.bar.Width {
		return
	}
	if cap(l.columns) < l.bar.Width {
		l.columns = make([]column, l.bar.Width)
	}
	l.columns = l.columns[:l.bar.Width]
	clear(l.columns)
	for i := range moments {
		moment := &moments[i]
		if moment.Tick < l.first || moment.Tick > l.last {
			continue
		}
		c := &l.columns[l.columnOf(moment.Tick)]
		switch moment.Event {
		case 0:
			c.marked = true
		case game.EventKill:
			if m.OfDrones(int(moment.Slot)) {
				continue // too many
			}
			if c.kills == 0 && moment.By < game.MaxShips {
				c.by = moment.By
			}
			c.kills = min(c.kills+1, 255-1)
		case game.EventCapture, game.EventFinish, game.EventRoundWon, game.EventRepelled:
			if moment.Slot < game.MaxShips {
				c.deed = moment.Slot + 1
			}
		}
	}
}

// drawDeeds draws the columns above the bar.
func (l *line) drawDeeds(m *model.Match) {
	most := uint8(1)
	for i := range l.columns {
		most = max(most, l.columns[i].kills)
	}
	for i := range l.columns {
		if c := &l.columns[i]; c.told() {
			l.canvas.Text(l.bar.X+i, l.bar.Y-1, c.sign(l.canvas.Mode, most), c.ink(m))
		}
	}
}
