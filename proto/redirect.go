package proto

import (
	"encoding/binary"

	"dogfight/game"
)

// MaxTicket is how many bytes a ticket has at most.
const MaxTicket = 400

const (
	maxAddress     = 255
	maxFingerprint = 64
)

// Ticket lets a client in at a host that it was sent to. It comes before all else on a link.
type Ticket struct {
	Bytes []byte // as they came in a Redirect or a Handover
}

// Redirect sends a client to another host. The one that says it hangs up.
type Redirect struct {
	Place
	Reason string // fit to be shown
}

// Handover sends a client to the host that goes on with its match: after a tick, with the World of that hash. The one
// that says it hangs up.
type Handover struct {
	Place
	Tick game.Tick
	Hash uint64
}

// Place is where a client is sent.
type Place struct {
	Address     string // of the host, with a port
	Fingerprint string // of its certificate, as OpenSSH writes them; clients refuse ""
	Ticket      []byte // to be shown there; clients refuse an empty one
}

// Type returns TicketType.
func (*Ticket) Type() Type { return TicketType }

// Append appends the message.
func (m *Ticket) Append(b []byte) []byte { return appendTicket(append(b, byte(TicketType)), m.Bytes) }

func (m *Ticket) parse(r *reader) {
	if m.Bytes = r.ticket(); r.Err == nil && len(m.Bytes) == 0 {
		r.Fail("ticket", "1 byte or more", 0)
	}
}

// Type returns RedirectType.
func (*Redirect) Type() Type { return RedirectType }

// Append appends the message.
func (m *Redirect) Append(b []byte) []byte {
	b = m.appendWhere(append(b, byte(RedirectType)))
	return appendTicket(appendText(b, m.Reason, MaxReason), m.Ticket)
}

func (m *Redirect) parse(r *reader) {
	m.parseWhere(r)
	m.Reason = r.text("reason", MaxReason)
	m.Ticket = r.ticket()
}

// Type returns HandoverType.
func (*Handover) Type() Type { return HandoverType }

// Append appends the message.
func (m *Handover) Append(b []byte) []byte {
	b = m.appendWhere(append(b, byte(HandoverType)))
	b = binary.BigEndian.AppendUint32(b, uint32(m.Tick))
	return appendTicket(binary.BigEndian.AppendUint64(b, m.Hash), m.Ticket)
}

func (m *Handover) parse(r *reader) {
	m.parseWhere(r)
	m.Tick, m.Hash = game.Tick(r.U32("tick")), r.U64("hash")
	m.Ticket = r.ticket()
}

func (p *Place) appendWhere(b []byte) []byte {
	return appendText(appendText(b, p.Address, maxAddress), p.Fingerprint, maxFingerprint)
}

func (p *Place) parseWhere(r *reader) {
	if p.Address = r.text("address", maxAddress); p.Address == "" {
		r.Fail("address", "an address", `""`)
	}
	p.Fingerprint = r.text("fingerprint", maxFingerprint)
}

// appendTicket appends the length of a ticket, and the ticket.
func appendTicket(b, ticket []byte) []byte {
	ticket = ticket[:min(len(ticket), MaxTicket)]
	return append(binary.BigEndian.AppendUint16(b, uint16(len(ticket))), ticket...)
}

func (r *reader) ticket() []byte {
	n := r.Within("length of the ticket", uint32(r.U16("length of the ticket")), 0, MaxTicket)
	return append([]byte{}, r.Take("ticket", int(n))...)
}
