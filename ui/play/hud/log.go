package hud

import (
	"time"

	"dogfight/net"
	"dogfight/proto"
	"dogfight/ui/canvas"
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

// Add adds the new lines of a View.
func (h *ChatLog) Hear(m *model.Match, now time.Time) {
	for _, line := range m.Chat {
		h.add(heard(&line, m, now))
	}
}

func heard(line *net.ChatLine, m *model.Match, now time.Time) message {
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
