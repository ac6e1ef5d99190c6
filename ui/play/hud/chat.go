package hud

import (
	"time"

	"dogfight/net"
	"dogfight/proto"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/play/model"
)

// ChatLog is the chat of a session, the oldest line first.
type ChatLog struct {
	lines []message
	first int // number of the oldest line, counted from the start of the session
}

// logLines is the most lines stored.
const logLines = 500

// message is one chat line.
type message struct {
	from, words string
	pilot       uint16 // the sender's id, or proto.Notice
	slot        int    // the sender's, or -1
	at          time.Time
	clock       string // the match's clock
}

// Read adds the new lines of a View.
func (h *ChatLog) Read(m *model.Match, now time.Time) {
	for _, line := range m.Chat {
		h.add(messageOf(&line, m, now))
	}
}

func messageOf(line *net.ChatLine, m *model.Match, now time.Time) message {
	l := message{from: canvas.Clean(line.From), words: canvas.Clean(line.Text), pilot: line.Pilot, slot: -1, at: now}
	if line.From != "" {
		l.slot = int(line.Slot)
	} else {
		l.pilot = proto.Notice
	}
	if m.World != nil && m.Setup != nil {
		l.clock, _ = m.Clock()
	}
	return l
}

func (h *ChatLog) add(line message) {
	if len(h.lines) == logLines {
		copy(h.lines, h.lines[1:])
		h.lines = h.lines[:logLines-1]
		h.first++
	}
	h.lines = append(h.lines, line)
}

// Forget removes all lines.
func (h *ChatLog) Forget() { h.first, h.lines = h.end(), h.lines[:0] }

// end returns the number after the newest line.
func (h *ChatLog) end() int { return h.first + len(h.lines) }

// line returns the line with a number, or nil if it is muted or gone.
func (h *ChatLog) line(number int, hidden *model.Mutes) *message {
	i := number - h.first
	if uint(i) >= uint(len(h.lines)) || hidden.Has(h.lines[i].pilot) {
		return nil
	}
	return &h.lines[i]
}

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

// stickEnds is the first column after the resting stick of a phone on its side. The stick ends 152 CSS pixels from the left, and a column has at
// least 6.
const stickEnds = 26

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
	waiting, left := m.InLobby(), 1
	if s.Phone() && !c.Typing && !waiting && s.Width()+s.Side >= panelNeeds { // a phone on its side
		left = stickEnds
	}
	width := min(s.Width()-3-left, boxWidth)
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
		row -= line.draw(s, m, left, row, width, age > boxFresh)
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
			if k == 0 {
				line.drawSpeaker(s, m, a.X, bottom, a.Width, pale)
			}
		}
	}
}

// draw draws a line upwards from a row, after a column, and returns how many rows it took.
func (l *message) draw(s *canvas.Sheet, m *model.Match, left, row, width int, pale bool) int {
	rows := l.rows(width)
	for i, words := range rows {
		y := row - len(rows) + 1 + i
		s.Fill(left, y, canvas.Width(words)+2, 1, canvas.PanelInk)
		s.Text(left+1, y, words, l.ink(pale))
		if i == 0 {
			l.drawSpeaker(s, m, left+1, y, width, pale)
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

func (l *message) drawSpeaker(s *canvas.Sheet, m *model.Match, x, y, width int, pale bool) {
	if !pale {
		s.CutText(x, y, l.speaker(), width, l.nameInk(m))
	}
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

// ChatLogPage is the page of the whole chat log.
type ChatLogPage struct {
	end   int  // number after the last shown line; 0 follows the newest
	shown int  // lines on the page
	top   bool // nothing older exists
}

const (
	logWidth   = 100
	clockWidth = 9 // columns before a line, for its time
)

// Key scrolls, and reports whether the key does.
func (p *ChatLogPage) Key(ev input.Event, h *ChatLog, hidden *model.Mutes) bool {
	switch ev.Key {
	case input.KeyPgUp:
		p.scroll(h, hidden, -max(p.shown-1, 1))
	case input.KeyPgDn:
		p.scroll(h, hidden, max(p.shown-1, 1))
	case input.KeyUp:
		p.scroll(h, hidden, -1)
	case input.KeyDown:
		p.scroll(h, hidden, 1)
	case input.KeyHome:
		p.scroll(h, hidden, -len(h.lines))
	case input.KeyEnd:
		p.end = 0
	default:
		return false
	}
	return true
}

// scroll moves the page by so many readable lines.
func (p *ChatLogPage) scroll(h *ChatLog, hidden *model.Mutes, by int) {
	end := p.end
	if end == 0 {
		end = h.end()
	}
	for by < 0 && !p.top && end > h.first+1 {
		if end--; h.line(end, hidden) != nil {
			by++
		}
	}
	for by > 0 && end < h.end() {
		if h.line(end, hidden) != nil {
			by--
		}
		end++
	}
	p.top = false // until it is drawn
	if p.end = end; end == h.end() {
		p.end = 0
	}
}

// Draw draws the page down to a row.
func (p *ChatLogPage) Draw(s *canvas.Sheet, m *model.Match, c *ChatBox, bottom int) {
	a := s.Middle(logWidth, bottom-1)
	a.Y = 1
	in := s.Panel(a, "chat log")
	rows := p.rows(&c.Log, m.Mutes, in.Width-clockWidth, in.Height)
	foot := "↑↓ PgUp PgDn scroll   Enter chat   Esc back"
	if c.Typing {
		foot = "PgUp PgDn scroll"
	}
	if p.end > 0 {
		foot = "more below   " + foot
	}
	s.Foot(a, foot)
	if len(rows) == 0 {
		s.Centred(in, in.Height/2, "no messages yet", canvas.LabelInk)
	}
	for i := range rows {
		rows[i].draw(s, m, in, i)
	}
}

// logRow is one row of a wrapped line.
type logRow struct {
	line  *message
	words string
	first bool
}

// rows returns the rows that fit: up to the end, and newer ones if there is room.
func (p *ChatLogPage) rows(h *ChatLog, hidden *model.Mutes, width, height int) []logRow {
	if p.end <= h.first || p.end > h.end() {
		p.end = 0
	}
	end := p.end
	if end == 0 {
		end = h.end()
	}
	var rows []logRow
	p.shown, p.top = 0, true
	for i := end - 1; i >= h.first && height > 0; i-- {
		line := rowsOf(h.line(i, hidden), width)
		if len(rows)+len(line) > height && len(rows) > 0 {
			p.top = false
			break
		}
		rows = append(line, rows...)
		p.shown += min(len(line), 1)
	}
	for ; end < h.end() && len(rows) < height; end++ {
		line := rowsOf(h.line(end, hidden), width)
		if len(rows)+len(line) > height {
			break
		}
		rows = append(rows, line...)
		p.shown += min(len(line), 1)
	}
	if p.end = end; end == h.end() {
		p.end = 0
	}
	return rows[:min(len(rows), max(height, 0))]
}

// rowsOf wraps a line; nil has no rows.
func rowsOf(l *message, width int) (rows []logRow) {
	if l == nil {
		return nil
	}
	for i, words := range l.rows(width) {
		rows = append(rows, logRow{l, words, i == 0})
	}
	return rows
}

func (r *logRow) draw(s *canvas.Sheet, m *model.Match, in canvas.Area, row int) {
	x, y := in.X+clockWidth, in.Y+row
	s.Text(x, y, r.words, r.line.ink(false))
	if speaker := r.line.speaker(); r.first {
		s.Right(x-1, y, r.line.clock, canvas.LabelInk)
		s.Text(x, y, speaker[:min(len(speaker), len(r.words))], r.line.nameInk(m))
	}
}
