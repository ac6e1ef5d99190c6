package proto

import "fmt"

// What proves the password of a match that asks for one: messages of SCRAM (RFC 5802), as
// they are. See package net.
type (
	ClientFirst struct{ Text string } // before a Hello, to a host that has asked for it, and to no other
	ServerFirst struct{ Text string } // the answer: a challenge
	ClientFinal struct{ Text string } // the answer to that: the proof
	ServerFinal struct{ Text string } // before the Welcome: the host's own proof
)

const (
	// MaxPassword is the longest password in bytes.
	MaxPassword = 128
	// maxProof is room for a message of SCRAM: ours have 180 bytes at most.
	maxProof = 255
)

// Type returns ClientFirstType.
func (*ClientFirst) Type() Type { return ClientFirstType }

// Type returns ServerFirstType.
func (*ServerFirst) Type() Type { return ServerFirstType }

// Type returns ClientFinalType.
func (*ClientFinal) Type() Type { return ClientFinalType }

// Type returns ServerFinalType.
func (*ServerFinal) Type() Type { return ServerFinalType }

// Append appends the message.
func (m *ClientFirst) Append(b []byte) []byte {
	return appendText(append(b, byte(ClientFirstType)), m.Text, maxProof)
}

// Append appends the message.
func (m *ServerFirst) Append(b []byte) []byte {
	return appendText(append(b, byte(ServerFirstType)), m.Text, maxProof)
}

// Append appends the message.
func (m *ClientFinal) Append(b []byte) []byte {
	return appendText(append(b, byte(ClientFinalType)), m.Text, maxProof)
}

// Append appends the message.
func (m *ServerFinal) Append(b []byte) []byte {
	return appendText(append(b, byte(ServerFinalType)), m.Text, maxProof)
}

func (m *ClientFirst) parse(r *reader) { m.Text = r.text("proof", maxProof) }
func (m *ServerFirst) parse(r *reader) { m.Text = r.text("proof", maxProof) }
func (m *ClientFinal) parse(r *reader) { m.Text = r.text("proof", maxProof) }
func (m *ServerFinal) parse(r *reader) { m.Text = r.text("proof", maxProof) }

// ValidPassword says why the text cannot be a match's password.
func ValidPassword(text string) error {
	if bad, found := unfit(text); found {
		return fmt.Errorf("password: must be legible characters, got %U", bad)
	}
	if len(text) < 1 || len(text) > MaxPassword {
		return fmt.Errorf("password: must be 1 to %d bytes, got %d", MaxPassword, len(text))
	}
	return nil
}
