package proto

import "fmt"

// RTTs brings the round trips in the roster up to date.
type RTTs struct {
	List []uint8 // of its pilots, in its order, in RTTUnit, as far as that goes
}

// RTTUnit is the unit of an RTT in milliseconds.
const RTTUnit = 4

// Type returns RTTsType.
func (*RTTs) Type() Type { return RTTsType }

// Append appends the message. RTTs beyond MaxPilots are left out.
func (m *RTTs) Append(b []byte) []byte {
	return append(append(b, byte(RTTsType)), m.List[:min(len(m.List), MaxPilots)]...)
}

func (m *RTTs) parse(r *reader) {
	if n := len(r.Left); n > MaxPilots {
		r.Fail("list", fmt.Sprintf("at most %d bytes", MaxPilots), n)
	}
	m.List = append([]byte{}, r.Rest()...)
}
