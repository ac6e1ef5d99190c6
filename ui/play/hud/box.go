package hud

import (
	"time"

	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/play/model"
)

// ChatBox shows the latest chat lines at the lower left, and the line being typed.
type ChatBox struct {
	Log    ChatLog
	Typing bool
	Entry  entry
}

const (
	boxLines = 8
	boxStays = 6 * time.Second
	boxFresh = 5 * time.Second // then the line pales
	boxWidth = 64              // columns
)

// Key handles a key while typing and returns the line to send.
func (c *ChatBox) Key(ev input.Event) (say string) {
	say, finished := c.Entry.key(ev)
	c.Typing = !finished
	return say
}

// Draw draws the entry upwards from a row and the recent lines above it: older ones too while the player types and in
// a lobby, which has rows for the chat.
func (c *ChatBox) Draw(s *canvas.Sheet, m *model.Match, row int) {
	if c.Typing {
		row -= c.Entry.Draw(s, row)
	}
	width := min(s.Width()-4, boxWidth)
	waiting := m.InLobby()
	top := max(s.Height()/3, s.Covered.Y+s.Covered.Height-1)
	if waiting {
		top = s.Height() - 2 - canvas.ChatRows
	}
	shown := 0
	for i := c.Log.end() - 1; i >= c.Log.first && row > top && shown < boxLines; i-- {
		line := c.Log.line(i, m.Mutes)
		if line == nil {
			continue
		}
		age := s.Now.Sub(line.at)
		if age >= boxStays && !waiting && !c.Typing {
			break
		}
		row -= line.draw(s, m, row, width, age > boxFresh)
		shown++
	}
}

// DrawIn fills an area with the latest lines, the newest at the bottom.
func (c *ChatBox) DrawIn(s *canvas.Sheet, m *model.Match, a canvas.Area) {
	bottom := a.Y + a.Height
	for i := c.Log.end() - 1; i >= c.Log.first && bottom > a.Y; i-- {
		line := c.Log.line(i, m.Mutes)
		if line == nil {
			continue
		}
		pale := s.Now.Sub(line.at) > boxFresh
		rows := line.rows(a.Width)
		for k := len(rows) - 1; k >= 0 && bottom > a.Y; k-- {
			bottom--
			s.Text(a.X, bottom, rows[k], line.ink(pale))
			if k == 0 && !pale {
				s.Text(a.X, bottom, canvas.Cut(line.speaker(), a.Width), line.nameInk(m))
			}
		}
	}
}

// draw draws a line upwards from a row and returns how many rows it took.
func (l *message) draw(s *canvas.Sheet, m *model.Match, row, width int, pale bool) int {
	rows := l.rows(width)
	for i, words := range rows {
		y := row - len(rows) + 1 + i
		s.Fill(1, y, canvas.Width(words)+2, 1, canvas.PanelInk)
		s.Text(2, y, words, l.ink(pale))
		if i == 0 && !pale {
			s.Text(2, y, canvas.Cut(l.speaker(), width), l.nameInk(m))
		}
	}
	return len(rows)
}

func (l *message) rows(width int) []string { return canvas.Wrap(l.speaker()+l.words, width) }

// speaker returns the name before the words.
func (l *message) speaker() string {
	if l.from == "" {
		return ""
	}
	return l.from + ": "
}

func (l *message) ink(pale bool) canvas.Colour {
	switch {
	case pale:
		return canvas.LabelInk
	case l.slot < 0:
		return canvas.Fair // the host speaks
	}
	return canvas.TextInk
}

func (l *message) nameInk(m *model.Match) canvas.Colour {
	if m.World == nil || m.Setup == nil || uint(l.slot) >= uint(len(m.World.Ships)) {
		return canvas.Strong
	}
	return m.HullOf(l.slot).Middle
}
