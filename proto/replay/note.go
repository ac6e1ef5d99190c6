package replay

import (
	"encoding/binary"

	"dogfight/game"
	"dogfight/proto"
	"dogfight/proto/bytereader"
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

const maxName = 4 * proto.MaxName

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

// parseNotes appends the notes of a chunk to a list, none of them from before earliest or after latest.
func parseNotes(list []Note, payload []byte, earliest, latest game.Tick) ([]Note, error) {
	r := reader{bytereader.Reader{Message: "replay", Left: payload}}
	since := game.Tick(r.U32("tick of notes"))
	for len(r.Left) > 0 {
		n := Note{Tick: since + game.Tick(r.U16("tick of note")), Kind: NoteKind(r.Within("kind of note", uint32(r.U8("kind of note")), 1, 5))}
		n.parse(&r)
		if n.Tick < earliest || n.Tick > latest {
			r.Fail("tick of note", "one that was just played", n.Tick)
		}
		earliest = n.Tick
		list = append(list, n)
	}
	return list, r.End()
}

func (n *Note) parse(r *reader) {
	switch n.Kind {
	case NoteCame:
		p := &n.Pilot
		p.ID, p.Slot = r.U16("pilot"), r.U8("slot")
		if p.Slot >= game.MaxShips && p.Slot != proto.NoSlot {
			r.Fail("slot", "below 64, or 255", p.Slot)
		}
		p.Flags = proto.PilotFlags(r.U8("flags"))
		p.Colour = r.UpTo("colour", proto.Colours)
		p.Name = r.text("name", maxName)
	case NoteLeft:
		n.Pilot.ID = r.U16("pilot")
	case NoteSaid:
		n.Pilot.ID, n.Text = r.U16("pilot"), r.text("text", proto.MaxChat)
	case NoteDeed:
		n.Deed = Deed{game.EventKind(r.U8("event")), r.U8("slot"), r.U8("by"), r.U8("what")}
	case NoteMark:
		n.Text = r.text("mark", proto.MaxTitle)
	}
}

// Apply brings a roster, by rising ids, up to date and returns it. It changes the one that it is given.
func (n *Note) Apply(roster []proto.Pilot) []proto.Pilot {
	if n.Kind != NoteCame && n.Kind != NoteLeft {
		return roster
	}
	c := proto.PilotChange{What: proto.HasLeft, Pilot: n.Pilot}
	if n.Kind == NoteCame {
		c.What = proto.IsNew
	}
	return (&proto.RosterChange{List: []proto.PilotChange{c}}).Apply(roster)
}
