package proto

import "dogfight/game"

// Ballot lists the matches that may be played next, with the votes for each.
type Ballot struct {
	Number  uint16   // another for each ballot
	Own     uint8    // the client's vote: a choice from 1; 0 for none
	Choices []Choice // 1 to MaxChoices; the first is played without votes
}

// MaxChoices is the most choices of a Ballot.
const MaxChoices = 3

// Choice is one of the matches that may be played next.
type Choice struct {
	Arena string // by name
	Mode  game.Mode
	Votes uint8 // up to game.MaxShips
}

func (*Ballot) Type() Type               { return BallotType }
func (m *Ballot) Append(b []byte) []byte { return encode(b, BallotType, m, (*Ballot).fields) }
func (m *Ballot) fields(c *FieldCoder) {
	U16(c, "number", &m.Number)
	U8(c, "own choice", &m.Own)
	choices := list8(c, "choices", &m.Choices, 1, MaxChoices)
	if int(m.Own) > len(choices) {
		c.Fail("own choice", "one of the choices", m.Own)
	}
	for i := range choices {
		choice := &choices[i]
		c.Text("arena", &choice.Arena, maxWord)
		if U8(c, "mode", &choice.Mode); !choice.Mode.Valid() {
			c.Fail("mode", "a known one", uint8(choice.Mode))
		}
		Range8(c, "votes", &choice.Votes, 0, game.MaxShips)
	}
}

// Vote is a client's vote for one of a Ballot's choices. The last one counts.
type Vote struct {
	Ballot uint16 // its number
	Choice uint8  // 1 to MaxChoices
}

func (*Vote) Type() Type               { return VoteType }
func (m *Vote) Append(b []byte) []byte { return encode(b, VoteType, m, (*Vote).fields) }
func (m *Vote) fields(c *FieldCoder) {
	U16(c, "ballot", &m.Ballot)
	Range8(c, "choice", &m.Choice, 1, MaxChoices)
}

// Motion is a proposal that players may vote on during a match.
type Motion uint8

// The motions.
const (
	NoMotion      Motion = 0
	KickMotion    Motion = 1 // throw a player out for a while
	NextMotion    Motion = 2 // end the match, and play another
	RestartMotion Motion = 3 // play the match from its beginning
	TeamsMotion   Motion = 4 // put players into teams by chance
)

// MaxMotion is the last of the motions.
const MaxMotion = TeamsMotion

const (
	maxMotionText = 160           // of VoteState.Text, in bytes
	maxNext       = 2*maxWord + 1 // of CallVote.What, in bytes
)

// CallVote asks the host for a vote on a motion.
type CallVote struct {
	Motion Motion // not NoMotion
	Pilot  uint16 // to be kicked; otherwise 0
	Next   string // to be played next: MODE:ARENA, MODE or :ARENA; "" for the next in turn, and for other motions
}

func (*CallVote) Type() Type               { return CallVoteType }
func (m *CallVote) Append(b []byte) []byte { return encode(b, CallVoteType, m, (*CallVote).fields) }
func (m *CallVote) fields(c *FieldCoder) {
	Range8(c, "motion", &m.Motion, uint32(KickMotion), uint32(MaxMotion))
	U16(c, "pilot", &m.Pilot)
	c.Text("next", &m.Next, maxNext)
}

// CastVote is a client's vote on the motion. The last one counts.
type CastVote struct {
	Number uint16 // of the vote
	Yes    bool
}

func (*CastVote) Type() Type               { return CastVoteType }
func (m *CastVote) Append(b []byte) []byte { return encode(b, CastVoteType, m, (*CastVote).fields) }
func (m *CastVote) fields(c *FieldCoder) {
	U16(c, "number", &m.Number)
	c.Bool("yes", &m.Yes)
}

// VoteState reports the state of a vote on a motion.
type VoteState struct {
	Number  uint16 // another for each vote
	Motion  Motion // NoMotion: the vote is over, and the rest means nothing
	Left    uint8  // s
	Yes, No uint8  // votes
	Needed  uint8  // votes for it that pass the motion
	Own     OwnVote
	Text    string // describes the motion, fit to be shown
}

// OwnVote is the client's own vote in a VoteState.
type OwnVote uint8

// The own votes.
const (
	NotVoted OwnVote = 0
	VotedYes OwnVote = 1
	VotedNo  OwnVote = 2
	MayNot   OwnVote = 3 // the client has no ship, or joined too late to vote
)

func (*VoteState) Type() Type               { return VoteStateType }
func (m *VoteState) Append(b []byte) []byte { return encode(b, VoteStateType, m, (*VoteState).fields) }
func (m *VoteState) fields(c *FieldCoder) {
	U16(c, "number", &m.Number)
	Range8(c, "motion", &m.Motion, 0, uint32(MaxMotion))
	U8(c, "time left", &m.Left)
	U8(c, "yes", &m.Yes)
	U8(c, "no", &m.No)
	U8(c, "needed", &m.Needed)
	Range8(c, "own vote", &m.Own, 0, uint32(MayNot))
	c.Text("text", &m.Text, maxMotionText)
}
