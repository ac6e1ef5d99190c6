package proto

import (
	"encoding/binary"

	"dogfight/game"
)

// Vote says which of a Ballot's choices a client wants to be played next. Of several the last
// that the host counts holds.
type Vote struct {
	Ballot uint16 // its number
	Choice uint8  // 1 to MaxChoices
}

// MaxChoices is how many matches a Ballot has to choose from at most.
const MaxChoices = 3

// Type returns VoteType.
func (*Vote) Type() Type { return VoteType }

// Append appends the message.
func (m *Vote) Append(b []byte) []byte {
	return append(binary.BigEndian.AppendUint16(append(b, byte(VoteType)), m.Ballot), m.Choice)
}

func (m *Vote) parse(r *reader) {
	m.Ballot = r.U16("ballot")
	m.Choice = uint8(r.Within("choice", uint32(r.U8("choice")), 1, MaxChoices))
}

// Ballot tells what may be played after the match whose results stand, and how many want what.
type Ballot struct {
	Number  uint16   // of the ballot: another for each
	Own     uint8    // the choice that is counted for the client, from 1; 0 for none
	Choices []Choice // 1 to MaxChoices; the first is played if nobody votes
}

// Choice is one of the matches that may be played next.
type Choice struct {
	Arena string // by name
	Mode  game.Mode
	Votes uint8 // up to game.MaxShips
}

// Type returns BallotType.
func (*Ballot) Type() Type { return BallotType }

// Append appends the message. Choices beyond MaxChoices are left out.
func (m *Ballot) Append(b []byte) []byte {
	b = binary.BigEndian.AppendUint16(append(b, byte(BallotType)), m.Number)
	choices := m.Choices[:min(len(m.Choices), MaxChoices)]
	b = append(b, m.Own, uint8(len(choices)))
	for i := range choices {
		b = appendText(b, choices[i].Arena, maxWord)
		b = append(b, byte(choices[i].Mode), choices[i].Votes)
	}
	return b
}

func (m *Ballot) parse(r *reader) {
	m.Number = r.U16("number")
	m.Own = r.U8("own choice")
	n := uint8(r.Within("choices", uint32(r.U8("choices")), 1, MaxChoices))
	if m.Own > n {
		r.Fail("own choice", "one of the choices", m.Own)
		return
	}
	m.Choices = make([]Choice, n)
	for i := range m.Choices {
		m.Choices[i].parse(r)
	}
}

func (c *Choice) parse(r *reader) {
	c.Arena = r.text("arena", maxWord)
	if c.Mode = game.Mode(r.U8("mode")); !c.Mode.Valid() {
		r.Fail("mode", "a known one", uint8(c.Mode))
	}
	c.Votes = r.UpTo("votes", game.MaxShips)
}
