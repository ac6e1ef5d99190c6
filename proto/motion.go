package proto

import "encoding/binary"

// Motion is what players may vote on while a match goes on.
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

// maxMotionText is the length of the longest words for a motion, in bytes.
const maxMotionText = 160

// CallVote asks the host to let the players vote on a motion.
type CallVote struct {
	Motion Motion // not NoMotion
	Pilot  uint16 // to be kicked; otherwise 0
	What   string // to be played next: MODE:ARENA, MODE or :ARENA; "" for what comes next, and for other motions
}

// Type returns CallVoteType.
func (*CallVote) Type() Type { return CallVoteType }

// Append appends the message.
func (m *CallVote) Append(b []byte) []byte {
	b = binary.BigEndian.AppendUint16(append(b, byte(CallVoteType), byte(m.Motion)), m.Pilot)
	return appendText(b, m.What, 2*maxWord+1)
}

func (m *CallVote) parse(r *reader) {
	m.Motion = Motion(r.Within("motion", uint32(r.U8("motion")), uint32(KickMotion), uint32(MaxMotion)))
	m.Pilot = r.U16("pilot")
	m.What = r.text("what", 2*maxWord+1)
}

// CastVote says whether a client is for the motion that is voted on. Of several the last that the host counts holds.
type CastVote struct {
	Number uint16 // of the vote
	Yes    bool
}

// Type returns CastVoteType.
func (*CastVote) Type() Type { return CastVoteType }

// Append appends the message.
func (m *CastVote) Append(b []byte) []byte {
	return appendFlag(binary.BigEndian.AppendUint16(append(b, byte(CastVoteType)), m.Number), m.Yes)
}

func (m *CastVote) parse(r *reader) {
	m.Number, m.Yes = r.U16("number"), r.Flag("yes")
}

// VoteState tells how a vote on a motion stands.
type VoteState struct {
	Number  uint16 // of the vote: another for each
	Motion  Motion // NoMotion: it is over, and the rest means nothing
	Left    uint8  // s
	Yes, No uint8  // votes
	Needed  uint8  // so many have to be for it
	Own     OwnVote
	Text    string // what it is about, fit to be shown
}

// OwnVote is what a client's own vote is in a VoteState.
type OwnVote uint8

// The own votes.
const (
	NotVoted OwnVote = 0
	VotedYes OwnVote = 1
	VotedNo  OwnVote = 2
	MayNot   OwnVote = 3 // vote: who has no ship, or came lately
)

// Type returns VoteStateType.
func (*VoteState) Type() Type { return VoteStateType }

// Append appends the message.
func (m *VoteState) Append(b []byte) []byte {
	b = binary.BigEndian.AppendUint16(append(b, byte(VoteStateType)), m.Number)
	b = append(b, byte(m.Motion), m.Left, m.Yes, m.No, m.Needed, byte(m.Own))
	return appendText(b, m.Text, maxMotionText)
}

func (m *VoteState) parse(r *reader) {
	m.Number = r.U16("number")
	m.Motion = Motion(r.UpTo("motion", uint8(MaxMotion)))
	m.Left, m.Yes, m.No, m.Needed = r.U8("time left"), r.U8("yes"), r.U8("no"), r.U8("needed")
	m.Own = OwnVote(r.UpTo("own vote", uint8(MayNot)))
	m.Text = r.text("text", maxMotionText)
}
