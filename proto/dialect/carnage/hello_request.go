package carnage

import "encoding/binary"

// Version is the document's VERSION, which it gives no value.
const version = 1

// wideHello is how many bytes a HelloRequest has on a Wide wire. By that the host
// tells which one it is: otherwise there are five.
const wideHello = 8

// HelloRequest is a client's first message.
type HelloRequest struct {
	Version uint32
}

// Type returns HelloRequestType.
func (*HelloRequest) Type() Type { return HelloRequestType }

func (m *HelloRequest) append(b []byte) []byte {
	return binary.LittleEndian.AppendUint32(b, m.Version)
}

func (m *HelloRequest) parse(r *reader) { m.Version = r.U32("version") }
