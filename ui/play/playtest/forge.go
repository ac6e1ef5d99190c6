package playtest

import (
	"encoding/binary"
	"hash/crc32"
	"slices"
)

// startLength is the bytes of a file before its first chunk.
const startLength = 6

// Forge returns a file with changed payloads and matching CRCs. change gets the kind and payload of each chunk.
func Forge(b []byte, change func(kind byte, payload []byte)) []byte {
	b = slices.Clone(b)
	table := crc32.MakeTable(crc32.Castagnoli)
	before := uint32(0)
	for at := startLength; at < len(b); {
		end := at + 5 + int(binary.BigEndian.Uint32(b[at+1:]))
		change(b[at], b[at+5:end])
		before = crc32.Update(crc32.Checksum(binary.BigEndian.AppendUint32(nil, before), table), table, b[at:end])
		binary.BigEndian.PutUint32(b[end:], before)
		at = end + 4
	}
	return b
}
