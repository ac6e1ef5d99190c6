package fleet

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// MaxChunk is the maximum of bytes of a log in a Chunk.
const MaxChunk = 512 << 10

// Chunk is the next part of the log of a match: see the package comment.
type Chunk struct {
	Match  ID
	Epoch  uint32
	Number uint32
	First  bool
	Ended  bool
	Bytes  []byte
}

const (
	chunkVersion = 1
	chunkHead    = 1 + 8 + 4 + 4 + 1

	chunkFirst, chunkEnded = 1, 2
)

// Append appends the bytes of the chunk.
func (c *Chunk) Append(b []byte) []byte {
	var flags byte
	if c.First {
		flags |= chunkFirst
	}
	if c.Ended {
		flags |= chunkEnded
	}
	b = binary.BigEndian.AppendUint64(append(b, chunkVersion), uint64(c.Match))
	b = binary.BigEndian.AppendUint32(b, c.Epoch)
	b = binary.BigEndian.AppendUint32(b, c.Number)
	return append(append(b, flags), c.Bytes...)
}

var errChunk = errors.New("fleet: not a piece of a log")

// ParseChunk parses a chunk, whose Bytes alias b.
func ParseChunk(b []byte) (c Chunk, err error) {
	if len(b) < chunkHead || len(b) > chunkHead+MaxChunk || b[0] != chunkVersion || b[chunkHead-1] > chunkFirst|chunkEnded {
		return c, errChunk
	}
	c = Chunk{
		Match: ID(binary.BigEndian.Uint64(b[1:])), Epoch: binary.BigEndian.Uint32(b[9:]), Number: binary.BigEndian.Uint32(b[13:]),
		First: b[17]&chunkFirst != 0, Ended: b[17]&chunkEnded != 0, Bytes: b[chunkHead:],
	}
	if c.Match == 0 || c.Epoch == 0 {
		return c, fmt.Errorf("%w: no match or no epoch", errChunk)
	}
	return c, nil
}
