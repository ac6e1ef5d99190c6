package replay

import (
	"crypto/sha256"
	"encoding/binary"
	"hash/crc32"
)

// Kinds of chunks.
const (
	headChunk     = 1
	setupChunk    = 2
	keyframeChunk = 3
	ordersChunk   = 4
	notesChunk    = 5
	resultChunk   = 6
	stateChunk    = 7
	indexChunk    = 8
	sealChunk     = 9
)

const (
	magic   = "DOGR"
	version = 1

	// maxPayload is the longest there may be in a chunk.
	maxPayload = 1 << 20
	// MaxState is how long what a Writer keeps by State is at most.
	MaxState = maxPayload - 4
	// around is how many bytes of a chunk are not its payload.
	around = 1 + 4 + 4
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// crcOf returns the CRC of a chunk, given all bytes before it.
func crcOf(number uint32, chunk []byte) uint32 {
	var n [4]byte
	binary.BigEndian.PutUint32(n[:], number)
	return crc32.Update(crc32.Checksum(n[:], castagnoli), castagnoli, chunk)
}

// chain is a hash of a file up to somewhere.
type chain [sha256.Size]byte

func (c chain) with(chunk []byte) chain {
	return sha256.Sum256(append(c[:], chunk...))
}

// appendStart appends what a file begins with.
func appendStart(b []byte) []byte {
	return binary.BigEndian.AppendUint16(append(b, magic...), version)
}

// startLength is how long that is.
const startLength = len(magic) + 2

// cutChunk returns the first chunk of b, if it is whole and has that number.
func cutChunk(b []byte, number uint32) (chunk, payload []byte, ok bool) {
	if len(b) < around {
		return nil, nil, false
	}
	length := binary.BigEndian.Uint32(b[1:])
	if length > maxPayload || int(length) > len(b)-around {
		return nil, nil, false
	}
	end := around - 4 + int(length)
	if binary.BigEndian.Uint32(b[end:]) != crcOf(number, b[:end]) {
		return nil, nil, false
	}
	return b[: end+4 : end+4], b[around-4 : end : end], true
}
