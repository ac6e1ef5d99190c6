package lightracer

import "dogfight/game"

// The tests outside of this package, which need lightracertest, see these.

const (
	HeaderDataSize = headerDataSize
	MaxDatagram    = maxDatagram
	Silence        = silence
)

var (
	ErrBinary      = errBinary
	ErrLeft        = errLeft
	ErrTalk        = errTalk
	ErrTooManySets = errTooManySets
)

func KindOf(item game.ItemKind) Kind { return kindOf(item) }

func (u *Update) Size() int { return u.size() }

// Waiting returns how many changes of settings wait for the WELCOME.
func (s *Session) Waiting() int { return len(s.waiting) }

// Kept and Out return how many bytes a session has room for: of a line that is not whole, and of what it says.
func (s *Session) Kept() int { return cap(s.lines.kept) }
func (s *Session) Out() int  { return cap(s.out) }
