package replay

import (
	"fmt"

	"dogfight/game"
	"dogfight/proto"
)

// Head identifies the match of a file, and the rules that play it.
type Head struct {
	Rules        uint32 // game.RulesFingerprint of the match
	RulesVersion uint16
	Protocol     uint16 // proto.Version of the file
	Tables       uint32 // proto.TableVersion of the file
	Program      string // version of the recording program

	Started int64  // beginning of the recording, in ms since 1970 UTC
	Host    uint64 // a number that the host has while it runs
	Number  uint16 // of the match there
	Title   string
	Arena   string // by name
	Mode    string // likewise

	First   game.Tick // of the first World in the file
	Whole   bool      // the match began with it: game.NewWorldAt with the Seed
	Seed    uint64
	Watched bool   // recorded by a client
	Pilot   uint16 // of that client
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

// NewHead returns the head for a match that is played with the setup by the rules of this program.
func NewHead(s *game.Setup, first game.Tick) Head {
	return Head{
		Rules: game.RulesFingerprint, RulesVersion: game.RulesVersion, Protocol: proto.Version, Tables: proto.TableVersion,
		Arena: s.Arena.Name, Mode: s.Mode.Name(), First: first,
	}
}

// OtherRulesError reports that this program cannot play a file, and names the one that can.
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

func (h *Head) fields(c *proto.FieldCoder) {
	proto.U32(c, "rules", &h.Rules)
	proto.U16(c, "rules version", &h.RulesVersion)
	proto.U16(c, "protocol", &h.Protocol)
	proto.U32(c, "order tables", &h.Tables)
	c.Text("program", &h.Program, maxProgram)
	proto.U64(c, "started", &h.Started)
	proto.U64(c, "host", &h.Host)
	proto.U16(c, "number", &h.Number)
	c.Text("title", &h.Title, proto.MaxTitle)
	c.Text("arena", &h.Arena, maxWord)
	c.Text("mode", &h.Mode, maxMode)
	proto.U32(c, "first tick", &h.First)
	var flags uint8
	if h.Whole {
		flags |= wholeFlag
	}
	if h.Watched {
		flags |= watchedFlag
	}
	if proto.Range8(c, "flags", &flags, 0, wholeFlag|watchedFlag); c.Reading {
		h.Whole, h.Watched = flags&wholeFlag != 0, flags&watchedFlag != 0
	}
	if proto.U64(c, "seed", &h.Seed); !h.Whole && h.Seed != 0 {
		c.Fail("seed", "0 where the match did not begin", h.Seed)
	}
	if proto.U16(c, "pilot", &h.Pilot); !h.Watched && h.Pilot != 0 {
		c.Fail("pilot", "0 without a watching client", h.Pilot)
	}
}
