package play

import (
	"time"

	"dogfight/net"
	"dogfight/proto"
	"dogfight/ui/canvas"
)

// history is what was said in a session, the oldest first.
type history struct {
	lines []chatLine
	first int // the number of the oldest; they are numbered from the session's start
}

// historyLines is how many are kept.
const historyLines = 500

// chatLine is one thing said.
type chatLine struct {
	from, words string
	pilot       uint16 // who said it, or proto.Notice
	slot        int    // his, or -1
	at          time.Time
	clock       string // what the match's clock showed
}

// hear takes new lines.
func (h *history) hear(f *frame) {
	for _, line := range f.Chat {
		h.add(heard(&line, f))
	}
}

func heard(line *net.ChatLine, f *frame) chatLine {
	l := chatLine{from: canvas.Clean(line.From), words: canvas.Clean(line.Text), pilot: line.Pilot, slot: -1, at: f.now}
	if line.From != "" {
		l.slot = int(line.Slot)
	} else {
		l.pilot = proto.Notice
	}
	if f.World != nil && f.Setup != nil {
		l.clock, _ = f.clock()
	}
	return l
}

func (h *history) add(line chatLine) {
	if len(h.lines) == historyLines {
		copy(h.lines, h.lines[1:])
		h.lines = h.lines[:historyLines-1]
		h.first++
	}
	h.lines = append(h.lines, line)
}

// end returns the number after that of the newest line.
func (h *history) end() int { return h.first + len(h.lines) }

// line returns the line of a number, or nil if it is not there to be read.
func (h *history) line(number int, hidden *mutes) *chatLine {
	i := number - h.first
	if uint(i) >= uint(len(h.lines)) || hidden.has(h.lines[i].pilot) {
		return nil
	}
	return &h.lines[i]
}
