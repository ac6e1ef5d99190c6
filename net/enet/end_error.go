package enet

import "fmt"

// EndError tells why a connection ended.
type EndError struct {
	Why  Reason
	Data uint32 // what the peer said, if it Left
}

func (e *EndError) Error() string {
	switch e.Why {
	case Left:
		return fmt.Sprintf("the other end left (%d)", e.Data)
	case Closed:
		return "the connection was closed"
	case Silent:
		return "the other end does not answer"
	case Slow:
		return "the other end is too slow"
	case Broken:
		return "the other end sent what cannot be"
	case Replaced:
		return "the other end connected anew"
	case Unread:
		return "more came than was received"
	}
	return e.Why.String()
}
