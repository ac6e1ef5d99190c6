package replay

import (
	"encoding/binary"
	"fmt"

	"dogfight/game"
	"dogfight/proto"
)

// Head says of which match a file is, and what it takes to play it.
type Head struct {
	Rules        uint32 // game.RulesFingerprint of those that it was played by
	RulesVersion uint16
	Protocol     uint16 // proto.Version that it is coded by
	Tables       uint32 // proto.TableVersion likewise
	Program      string // version of the program that recorded it

	Started int64  // when that began, in ms since 1970 UTC
	Host    uint64 // a number by which the host is known while it runs
	Number  uint16 // of the match there
	Title   string
	Arena   string // by name
	Mode    string // likewise

	First   game.Tick // of the World that the file begins with
	Whole   bool      // that is how the match began: game.NewWorldAt with the Seed
	Seed    uint64
	Watched bool   // a client recorded what it saw
	Pilot   uint16 // whose client that was
}

// Longest texts of a head.
const (
	maxProgram = 32
	maxWord    = 32
	maxMode    = 16
)

const (
	wholeFlag   = 1
	watchedFlag = 2
)

// NewHead returns what is to be said of a match that is played with the setup by the rules of this program.
func NewHead(s *game.Setup, first game.Tick) Head {
	return Head{
		Rules: game.RulesFingerprint, RulesVersion: game.RulesVersion, Protocol: proto.Version, Tables: proto.TableVersion,
		Arena: s.Arena.Name, Mode: s.Mode.Name(), First: first,
	}
}

// OtherRulesError says that a file cannot be played by this program, and by which it can.
type OtherRulesError struct{ Head Head }

func (e *OtherRulesError) Error() string {
	return fmt.Sprintf("it was played by rules version %d (%08x), protocol %d, in version %s of the program; this one has rules version %d (%08x), protocol %d",
		e.Head.RulesVersion, e.Head.Rules, e.Head.Protocol, e.Head.Program, game.RulesVersion, game.RulesFingerprint, proto.Version)
}

// playable returns nil if this program can play the file.
func (h *Head) playable() error {
	if h.Rules != game.RulesFingerprint || h.RulesVersion != game.RulesVersion || h.Protocol != proto.Version || h.Tables != proto.TableVersion {
		return &OtherRulesError{*h}
	}
	return nil
}

func (h *Head) append(b []byte) []byte {
	b = binary.BigEndian.AppendUint32(b, h.Rules)
	b = binary.BigEndian.AppendUint16(b, h.RulesVersion)
	b = binary.BigEndian.AppendUint16(b, h.Protocol)
	b = binary.BigEndian.AppendUint32(b, h.Tables)
	b = proto.AppendText(b, h.Program, maxProgram)
	b = binary.BigEndian.AppendUint64(b, uint64(h.Started))
	b = binary.BigEndian.AppendUint64(b, h.Host)
	b = binary.BigEndian.AppendUint16(b, h.Number)
	b = proto.AppendText(b, h.Title, proto.MaxTitle)
	b = proto.AppendText(b, h.Arena, maxWord)
	b = proto.AppendText(b, h.Mode, maxMode)
	b = binary.BigEndian.AppendUint32(b, uint32(h.First))
	var flags uint8
	if h.Whole {
		flags |= wholeFlag
	}
	if h.Watched {
		flags |= watchedFlag
	}
	b = binary.BigEndian.AppendUint64(append(b, flags), h.Seed)
	return binary.BigEndian.AppendUint16(b, h.Pilot)
}

func parseHead(payload []byte) (Head, error) {
	r := newReader(payload)
	h := Head{Rules: r.U32("rules"), RulesVersion: r.U16("rules version"), Protocol: r.U16("protocol"), Tables: r.U32("order tables")}
	h.Program = r.text("program", maxProgram)
	h.Started, h.Host, h.Number = int64(r.U64("started")), r.U64("host"), r.U16("number")
	h.Title, h.Arena, h.Mode = r.text("title", proto.MaxTitle), r.text("arena", maxWord), r.text("mode", maxMode)
	h.First = game.Tick(r.U32("first tick"))
	flags := r.UpTo("flags", wholeFlag|watchedFlag)
	h.Whole, h.Watched = flags&wholeFlag != 0, flags&watchedFlag != 0
	h.Seed, h.Pilot = r.U64("seed"), r.U16("pilot")
	if !h.Whole && h.Seed != 0 {
		r.Fail("seed", "0 where the match did not begin", h.Seed)
	}
	if !h.Watched && h.Pilot != 0 {
		r.Fail("pilot", "0 where no client saw it", h.Pilot)
	}
	return h, r.End()
}
