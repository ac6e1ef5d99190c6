package replay

import (
	"encoding/binary"
	"fmt"

	"dogfight/game"
	"dogfight/proto"
)

// Note is something beside the World: who is in the match, what they said, and what is worth looking at.
type Note struct {
	Tick game.Tick
	Kind NoteKind

	Pilot proto.Pilot // that came or changed; of others the ID alone. There are no round trips
	Deed  Deed
	Text  string // that was said, or of a mark
}

// Deed is an event that is told in the file, so that nobody has to play it to find it.
type Deed struct {
	Kind           game.EventKind
	Slot, By, What uint8
}

// NoteKind says what a Note is of.
type NoteKind uint8

// The kinds.
const (
	NoteCame NoteKind = 1 // the Pilot is as this says from now on
	NoteLeft NoteKind = 2
	NoteSaid NoteKind = 3
	NoteDeed NoteKind = 4
	NoteMark NoteKind = 5
)

const (
	maxName = 4 * proto.MaxName

	// maxNotes is the most in a file: what happens in ten hours of 64 ships. Beyond it nothing more is told, so that a reader
	// needs no more memory than for that.
	maxNotes = 1 << 18
)

// noted reports whether events of that kind are told as deeds.
func noted(k game.EventKind) bool {
	switch k {
	case game.EventKill, game.EventRoundWon, game.EventCapture, game.EventFinish, game.EventRepelled, game.EventStart, game.EventClose:
		return true
	}
	return false
}

// append appends the note to a chunk of that tick.
func (n *Note) append(b []byte, since game.Tick) []byte {
	b = append(binary.BigEndian.AppendUint16(b, uint16(n.Tick-since)), byte(n.Kind))
	switch n.Kind {
	case NoteCame:
		p := &n.Pilot
		b = append(binary.BigEndian.AppendUint16(b, p.ID), p.Slot, byte(p.Flags), p.Colour)
		return proto.AppendText(b, p.Name, maxName)
	case NoteLeft:
		return binary.BigEndian.AppendUint16(b, n.Pilot.ID)
	case NoteSaid:
		return proto.AppendText(binary.BigEndian.AppendUint16(b, n.Pilot.ID), n.Text, proto.MaxChat)
	case NoteDeed:
		return append(b, byte(n.Deed.Kind), n.Deed.Slot, n.Deed.By, n.Deed.What)
	default:
		return proto.AppendText(b, n.Text, proto.MaxTitle)
	}
}

// parseNotes returns the notes of a chunk, at most so many, none of them from before earliest or after latest.
func parseNotes(payload []byte, earliest, latest game.Tick, most int) (list []Note, err error) {
	r := newReader(payload)
	since := game.Tick(r.U32("tick of notes"))
	for len(r.Left) > 0 {
		n := Note{Tick: since + game.Tick(r.U16("tick of note")), Kind: NoteKind(r.Within("kind of note", uint32(r.U8("kind of note")), 1, 5))}
		n.parse(&r)
		if n.Tick < earliest || n.Tick > latest || n.Tick < since {
			r.Fail("tick of note", "one that was just played", n.Tick)
		}
		if len(list) == 0 && n.Tick != since {
			r.Fail("tick of notes", "that of the first", since)
		}
		if len(list) == most {
			r.Fail("notes", fmt.Sprintf("at most %d in a file", maxNotes), "more")
		}
		earliest = n.Tick
		list = append(list, n)
	}
	if len(list) == 0 {
		r.Fail("notes", "at least one", "none")
	}
	return list, r.End()
}

func (n *Note) parse(r *reader) {
	switch n.Kind {
	case NoteCame:
		p := &n.Pilot
		p.ID, p.Slot = r.U16("pilot"), r.slot()
		p.Flags = proto.PilotFlags(r.U8("flags"))
		p.Colour = r.UpTo("colour", proto.Colours)
		p.Name = r.text("name", maxName)
	case NoteLeft:
		n.Pilot.ID = r.U16("pilot")
	case NoteSaid:
		n.Pilot.ID, n.Text = r.U16("pilot"), r.text("text", proto.MaxChat)
	case NoteDeed:
		n.Deed = Deed{game.EventKind(r.U8("event")), r.UpTo("slot", game.MaxShips-1), r.UpTo("by", game.MaxShips-1), r.U8("what")}
	case NoteMark:
		n.Text = r.text("mark", proto.MaxTitle)
	}
}

// ofRoster reports whether the note is of one that came, changed or left.
func (n *Note) ofRoster() bool { return n.Kind == NoteCame || n.Kind == NoteLeft }

// Apply brings a roster, by rising ids, up to date and returns it. It changes the one that it is given.
func (n *Note) Apply(roster []proto.Pilot) []proto.Pilot {
	if !n.ofRoster() {
		return roster
	}
	c := proto.PilotChange{What: proto.HasLeft, Pilot: n.Pilot}
	if n.Kind == NoteCame {
		c.What = proto.IsNew
	}
	return (&proto.RosterChange{List: []proto.PilotChange{c}}).Apply(roster)
}
