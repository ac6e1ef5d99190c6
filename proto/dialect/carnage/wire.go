package carnage

import (
	"encoding/binary"

	"dogfight/proto"
)

// Wire says how messages become bytes. It is the same for both directions of a
// connection.
type Wire struct {
	Wide  bool // a MessageType has 4 bytes instead of 1
	Whole bool // messages travel one by one, as on a WebSocket: without their length
}

// lengthSize is how many bytes go before a message in a stream.
const lengthSize = 4

// Append appends the message, and its length before it unless the Wire is Whole.
func (w Wire) Append(b []byte, m Message) []byte {
	start := len(b)
	if !w.Whole {
		b = append(b, 0, 0, 0, 0)
	}
	if w.Wide {
		b = binary.LittleEndian.AppendUint32(b, uint32(m.Type()))
	} else {
		b = append(b, byte(m.Type()))
	}
	b = m.append(b)
	if !w.Whole {
		binary.LittleEndian.PutUint32(b[start:], uint32(len(b)-start-lengthSize))
	}
	return b
}

// Parse reads one message, which p must hold from its first byte to its last,
// without a length before it. The error is a *proto.SyntaxError.
func (w Wire) Parse(p []byte) (Message, error) {
	r := reader{proto.ByteReader{Left: p, Message: "message", LittleEndian: true}}
	t := Type(r.number("type", w.typeSize()))
	if r.Err != nil {
		return nil, r.Err
	}
	m := newMessage(t)
	if m == nil {
		r.Fail("type", "0 to 5", uint32(t))
		return nil, r.Err
	}
	r.Message = t.String()
	m.parse(&r)
	if err := r.End(); err != nil {
		return nil, err
	}
	return m, nil
}

func (w Wire) typeSize() int {
	if w.Wide {
		return 4
	}
	return 1
}
