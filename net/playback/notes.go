package playback

import (
	"sort"

	"dogfight/game"
	"dogfight/net"
	"dogfight/proto"
	"dogfight/proto/replay"
)

// notes follows the roster and the chat of a replay.
type notes struct {
	all     []replay.Note
	changes []int // indexes of notes that change the roster
	next    int   // first note after the tick
	applied int   // number of changes in the roster
	roster  []proto.Pilot
}

func newNotes(all []replay.Note) notes {
	n := notes{all: all}
	for i := range all {
		if k := all[i].Kind; k == replay.NoteJoined || k == replay.NoteLeft {
			n.changes = append(n.changes, i)
		}
	}
	return n
}

// advance moves on to a tick, and adds the chat up to it to the view.
func (n *notes) advance(t game.Tick, v *net.View) {
	for ; n.next < len(n.all) && n.all[n.next].Tick <= t; n.next++ {
		note := &n.all[n.next]
		switch note.Kind {
		case replay.NoteJoined, replay.NoteLeft:
			n.roster = note.Apply(n.roster)
			n.applied++
		case replay.NoteChat:
			v.Chat = append(v.Chat, n.line(note))
		}
	}
}

// line returns a note of chat as a line.
func (n *notes) line(note *replay.Note) net.ChatLine {
	l := net.ChatLine{Pilot: note.Pilot.ID, Slot: proto.NoSlot, Text: note.Text}
	for i := range n.roster {
		if p := &n.roster[i]; p.ID == note.Pilot.ID {
			l.From, l.Slot = p.Name, p.Slot
		}
	}
	return l
}

// seek moves to a tick.
func (n *notes) seek(t game.Tick) {
	n.next = sort.Search(len(n.all), func(i int) bool { return n.all[i].Tick > t })
	applied := sort.SearchInts(n.changes, n.next)
	if applied < n.applied {
		n.roster, n.applied = n.roster[:0], 0
	}
	for ; n.applied < applied; n.applied++ {
		n.roster = n.all[n.changes[n.applied]].Apply(n.roster)
	}
}
