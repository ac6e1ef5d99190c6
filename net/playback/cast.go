package playback

import (
	"sort"

	"dogfight/game"
	"dogfight/net"
	"dogfight/proto"
	"dogfight/proto/replay"
)

// cast is who is in the match at a tick, by what its notes tell.
type cast struct {
	notes  []replay.Note
	comers []int // which of them change the roster
	next   int   // note that is not told yet
	taken  int   // of comers, how many the roster has
	roster []proto.Pilot
}

func newCast(notes []replay.Note) cast {
	c := cast{notes: notes}
	for i := range notes {
		if k := notes[i].Kind; k == replay.NoteCame || k == replay.NoteLeft {
			c.comers = append(c.comers, i)
		}
	}
	return c
}

// pass goes on to a tick, and tells what was said until then.
func (c *cast) pass(t game.Tick, v *net.View) {
	for ; c.next < len(c.notes) && c.notes[c.next].Tick <= t; c.next++ {
		n := &c.notes[c.next]
		switch n.Kind {
		case replay.NoteCame, replay.NoteLeft:
			c.roster = n.Apply(c.roster)
			c.taken++
		case replay.NoteSaid:
			v.Chat = append(v.Chat, c.line(n))
		}
	}
}

// line returns a note of what was said as a line of chat.
func (c *cast) line(n *replay.Note) net.ChatLine {
	l := net.ChatLine{Pilot: n.Pilot.ID, Slot: proto.NoSlot, Text: n.Text}
	for i := range c.roster {
		if p := &c.roster[i]; p.ID == n.Pilot.ID {
			l.From, l.Slot = p.Name, p.Slot
		}
	}
	return l
}

// seek goes to a tick.
func (c *cast) seek(t game.Tick) {
	c.next = sort.Search(len(c.notes), func(i int) bool { return c.notes[i].Tick > t })
	taken := sort.SearchInts(c.comers, c.next)
	if taken < c.taken {
		c.roster, c.taken = c.roster[:0], 0
	}
	for ; c.taken < taken; c.taken++ {
		c.roster = c.notes[c.comers[c.taken]].Apply(c.roster)
	}
}
