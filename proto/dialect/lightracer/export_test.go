package lightracer

import (
	"dogfight/game"
	"dogfight/proto/dialect"
)

// Exported for the tests outside of this package, which need testkit/dialects.

const (
	HeaderDataSize = headerDataSize
	MaxDatagram    = maxDatagram
	Silence        = maxSilence
)

var (
	ErrBinary      = errBinary
	ErrLeft        = errLeft
	ErrTalk        = errTalk
	ErrTooManySets = errTooManySets
)

func KindOf(item game.ItemKind) Kind { return kindOf(item) }

func (u *Update) Size() int { return u.size() }

// Waiting returns the number of changes of settings that wait for the WELCOME.
func (s *Session) Waiting() int { return len(s.waiting) }

// Part and Out return the bytes that a session has allocated: for a partial line, and for its output.
func (s *Session) Part() int { return cap(s.lines.part) }
func (s *Session) Out() int  { return cap(s.out) }

// Walls returns the number of trail segments in the last update.
func (s *Session) Walls() int { return len(s.feed.update.TrailSegments) }

// Feed sends the update of a scene to player 1.
func (s *Session) Feed(v *dialect.Scene, send dialect.Send) { s.feed.tick(v, 1, send) }
