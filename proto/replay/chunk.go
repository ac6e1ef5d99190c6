package replay

import (
	"crypto/sha256"
	"encoding/binary"
	"hash/crc32"

	"dogfight/game"
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
	// maxChunks is how many of a kind there may be in a file: 72 hours of a host's log, which has four of orders a second.
	maxChunks = 1 << 20
	// MaxState is how long what a Writer keeps by State is at most.
	maxState = maxPayload - 4
	// around is how many bytes of a chunk are not its payload.
	around = 1 + 4 + 4
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// crcOf returns the CRC of a chunk, given that of the chunk before and all bytes before its own.
func crcOf(before uint32, chunk []byte) uint32 {
	b := binary.BigEndian.AppendUint32(nil, before)
	return crc32.Update(crc32.Checksum(b, castagnoli), castagnoli, chunk)
}

// chain is a hash of a file up to somewhere.
type chain [sha256.Size]byte

func (c chain) with(chunk []byte) chain {
	h := sha256.New()
	h.Write(c[:])
	h.Write(chunk)
	h.Sum(c[:0])
	return c
}

// key is where a keyframe is.
type key struct {
	tick game.Tick
	at   uint32
}

// append appends what the index says of it.
func (k key) append(b []byte) []byte {
	return binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(b, uint32(k.tick)), k.at)
}

func u64(b []byte) uint64 { return binary.BigEndian.Uint64(b) }

// appendStart appends what a file begins with.
func appendStart(b []byte) []byte {
	return binary.BigEndian.AppendUint16(append(b, magic...), version)
}

// startLength is how long that is.
const startLength = len(magic) + 2

// cutChunk returns the first chunk of b, if it is whole and comes after one with that CRC.
func cutChunk(b []byte, before uint32) (chunk, payload []byte, ok bool) {
	if len(b) < around {
		return nil, nil, false
	}
	length := binary.BigEndian.Uint32(b[1:])
	if length > maxPayload || int(length) > len(b)-around {
		return nil, nil, false
	}
	chunk = b[: around+length : around+length]
	body := chunk[:len(chunk)-4]
	if crcIn(chunk) != crcOf(before, body) {
		return nil, nil, false
	}
	return chunk, body[5:len(body):len(body)], true
}

// crcIn returns the CRC that a chunk ends with.
func crcIn(chunk []byte) uint32 { return binary.BigEndian.Uint32(chunk[len(chunk)-4:]) }
