package lightracer

import (
	"encoding/binary"
	"fmt"
)

// NOD is a NetworkObjectData: a flat, networkable representation of an object.
type NOD struct {
	Type ObjectType
	ID   int32
	Data []byte
}

// ObjectType says what an object is.
type ObjectType int32

// The types. The document has the first four.
const (
	worldType        ObjectType = 0
	playerType       ObjectType = 1
	trailSegmentType ObjectType = 2
	coordinateType   ObjectType = 3
	inputType        ObjectType = 4
)

// What an update may hold at most.
const (
	maxObjects = 4096
	maxData    = 64 << 10 // bytes of an object
)

const (
	packetHeaderSize = 4
	headerDataSize   = 12

	// knownData is as much of an object's data as has a known meaning: what a World has.
	knownData = worldSize
)

// AppendPacketHeader begins an update of so many objects.
func AppendPacketHeader(b []byte, objects int) []byte {
	return binary.BigEndian.AppendUint32(b, uint32(objects))
}

// Append appends the object with its header.
func (n *NOD) Append(b []byte) []byte {
	return append(appendHeaderData(b, n.Type, n.ID, len(n.Data)), n.Data...)
}

func appendHeaderData(b []byte, t ObjectType, id int32, size int) []byte {
	b = appendInt(b, int32(t))
	b = appendInt(b, id)
	return appendInt(b, int32(size))
}

// ParseNOD reads the object that p begins with, and returns what follows it. Its data
// is that of p.
func ParseNOD(p []byte) (n NOD, rest []byte, err error) {
	if len(p) < headerDataSize {
		return NOD{}, nil, fmt.Errorf("object: header must be %d bytes, got %d", headerDataSize, len(p))
	}
	n, size, err := parseHeaderData(p)
	if p = p[headerDataSize:]; err == nil && len(p) < size {
		err = fmt.Errorf("object: data must be %d bytes, got %d", size, len(p))
	}
	if err != nil {
		return NOD{}, nil, err
	}
	n.Data = p[:size]
	return n, p[size:], nil
}

// parseHeaderData reads the header of an object, and how long its data is.
func parseHeaderData(p []byte) (n NOD, size int, err error) {
	get := fields{p}
	n.Type = ObjectType(get.int())
	n.ID = get.int()
	length := get.int()
	if length < 0 || length > maxData {
		return n, 0, fmt.Errorf("object: data must be 0 to %d bytes, got %d", maxData, length)
	}
	return n, int(length), nil
}

// open returns the fields of an object that must be of the type, and have
// so many bytes. More are skipped: a later version may have put something there.
func (n *NOD) open(what string, t ObjectType, size int) (fields, error) {
	if n.Type != t {
		return fields{}, fmt.Errorf("%s: type must be %d, got %d", what, t, n.Type)
	}
	if len(n.Data) < size {
		return fields{}, fmt.Errorf("%s: data must be %d bytes, got %d", what, size, len(n.Data))
	}
	return fields{n.Data}, nil
}

func appendInt(b []byte, v int32) []byte { return binary.BigEndian.AppendUint32(b, uint32(v)) }

// fields are taken off bytes whose number was looked at before.
type fields struct{ left []byte }

func (r *fields) int() int32 {
	v := int32(binary.BigEndian.Uint32(r.left))
	r.left = r.left[4:]
	return v
}

func (r *fields) byte() uint8 {
	v := r.left[0]
	r.left = r.left[1:]
	return v
}
