package proto

import "fmt"

// Password goes before a Hello to a host that has asked for it, and to no other.
type Password struct{ Text string }

// MaxPassword is the longest password in bytes.
const MaxPassword = 128

// Type returns PasswordType.
func (*Password) Type() Type { return PasswordType }

// Append appends the message.
func (m *Password) Append(b []byte) []byte {
	return appendText(append(b, byte(PasswordType)), m.Text, MaxPassword)
}

func (m *Password) parse(r *reader) { m.Text = r.text("password", MaxPassword) }

// ValidPassword says why the text cannot be a match's password.
func ValidPassword(text string) error {
	if bad, found := unfit(text); found {
		return fmt.Errorf("password: expected legible characters, %U came", bad)
	}
	if len(text) < 1 || len(text) > MaxPassword {
		return fmt.Errorf("password: expected 1 to %d bytes, %d came", MaxPassword, len(text))
	}
	return nil
}
