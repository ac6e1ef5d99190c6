package proto

// Reject answers a Hello: the client stays out, and the host hangs up.
type Reject struct {
	Code   RejectCode
	Reason string // fit to be shown
}

// RejectCode is a Reject's reason in a number.
type RejectCode uint8

// The codes.
const (
	RejectVersion RejectCode = 1 // the host speaks another version
	RejectFull    RejectCode = 2 // no room left
	RejectName    RejectCode = 3
	RejectClosing RejectCode = 4 // the host is about to go
	RejectBanned  RejectCode = 5 // the host will not have this player

	RejectPassword      RejectCode = 6 // its proof must come before the Hello
	RejectWrongPassword RejectCode = 7 // the proof was of another
	RejectRelayed       RejectCode = 8 // the proof came by another channel than it is bound to

	RejectTicket RejectCode = 9 // the ticket is of no use here; who gave it may give another
)

// Type returns RejectType.
func (*Reject) Type() Type { return RejectType }

// Append appends the message.
func (m *Reject) Append(b []byte) []byte {
	return appendText(append(b, byte(RejectType), byte(m.Code)), m.Reason, MaxReason)
}

func (m *Reject) parse(r *reader) {
	m.Code = RejectCode(r.U8("code")) // later versions may know more
	m.Reason = r.text("reason", MaxReason)
}
