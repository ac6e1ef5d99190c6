package replay

import (
	"fmt"
	"sort"

	"dogfight/game"
	"dogfight/proto"
)

// Note is an entry beside the World: a change of the roster, chat, a deed or a mark.
type Note struct {
	Tick game.Tick
	Kind NoteKind

	Pilot proto.Pilot // of NoteCame; of others the ID alone. There are no round trips
	Deed  Deed
	Text  string // of chat or a mark
}

// Deed is an event in the file, so that programs find it without playing.
type Deed struct {
	Kind           game.EventKind
	Slot, By, What uint8
}

// NoteKind is the kind of a Note.
type NoteKind uint8

// The kinds.
const (
	NoteJoined NoteKind = 1 // the Pilot joined or changed
	NoteLeft   NoteKind = 2
	NoteChat   NoteKind = 3
	NoteDeed   NoteKind = 4
	NoteMark   NoteKind = 5
)

const (
	maxName = 4 * proto.MaxName

	// maxNotes is the most in a file: those of ten hours of 64 ships. It bounds the memory of a reader.
	maxNotes = 1 << 18
)

// isDeed reports whether events of that kind are noted as deeds.
func isDeed(k game.EventKind) bool {
	switch k {
	case game.EventKill, game.EventRoundWon, game.EventCapture, game.EventFinish, game.EventRepelled, game.EventStart, game.EventClose:
		return true
	}
	return false
}

// fields codes a note in a chunk of notes since a tick.
func (n *Note) fields(c *proto.FieldCoder, since game.Tick) {
	after := n.Tick - since
	if proto.U16(c, "tick of note", &after); c.Reading {
		n.Tick = since + after
	}
	proto.Range8(c, "kind of note", &n.Kind, uint32(NoteJoined), uint32(NoteMark))
	switch n.Kind {
	case NoteJoined:
		proto.U16(c, "pilot", &n.Pilot.ID)
		c.Slot("slot", &n.Pilot.Slot)
		proto.U8(c, "flags", &n.Pilot.Flags)
		proto.Range8(c, "colour", &n.Pilot.Colour, 0, proto.Colours)
		c.Text("name", &n.Pilot.Name, maxName)
	case NoteLeft:
		proto.U16(c, "pilot", &n.Pilot.ID)
	case NoteChat:
		proto.U16(c, "pilot", &n.Pilot.ID)
		c.Text("text", &n.Text, proto.MaxChat)
	case NoteDeed:
		proto.U8(c, "event", &n.Deed.Kind)
		proto.Range8(c, "slot", &n.Deed.Slot, 0, game.MaxShips-1)
		proto.Range8(c, "by", &n.Deed.By, 0, game.MaxShips-1)
		proto.U8(c, "what", &n.Deed.What)
	case NoteMark:
		c.Text("mark", &n.Text, proto.MaxTitle)
	}
}

// parseNotes returns the notes of a chunk, at most most, none before earliest or after latest.
func parseNotes(payload []byte, earliest, latest game.Tick, most int) (list []Note, err error) {
	c := read(payload)
	since := game.Tick(c.U32("tick of notes"))
	for len(c.Left) > 0 {
		var n Note
		if n.fields(&c, since); n.Tick < earliest || n.Tick > latest || n.Tick < since {
			c.Fail("tick of note", "one that was just played", n.Tick)
		}
		if len(list) == 0 && n.Tick != since {
			c.Fail("tick of notes", "that of the first", since)
		}
		if len(list) == most {
			c.Fail("notes", fmt.Sprintf("at most %d in a file", maxNotes), "more")
		}
		earliest = n.Tick
		list = append(list, n)
	}
	if len(list) == 0 {
		c.Fail("notes", "at least one", "none")
	}
	return list, c.End()
}

// NotesAt returns the notes of a tick.
func (f *File) NotesAt(t game.Tick) []Note {
	from := sort.Search(len(f.Notes), func(i int) bool { return f.Notes[i].Tick >= t })
	to := from
	for to < len(f.Notes) && f.Notes[to].Tick == t {
		to++
	}
	return f.Notes[from:to]
}

// ofRoster reports whether the note changes the roster.
func (n *Note) ofRoster() bool { return n.Kind == NoteJoined || n.Kind == NoteLeft }

// Apply applies the note to a roster, by rising ids, and returns it. It changes the one passed.
func (n *Note) Apply(roster []proto.Pilot) []proto.Pilot {
	if !n.ofRoster() {
		return roster
	}
	c := proto.PilotChange{Change: proto.HasLeft, Pilot: n.Pilot}
	if n.Kind == NoteJoined {
		c.Change = proto.IsNew
	}
	return (&proto.RosterChange{List: []proto.PilotChange{c}}).Apply(roster)
}
