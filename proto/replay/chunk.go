package replay

import (
	"crypto/ecdsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"iter"

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

	// maxPayload is the longest payload of a chunk.
	maxPayload = 1 << 20
	// maxChunks is the most chunks of a kind in a file: 72 hours of a host's log, which has four of orders a second.
	maxChunks = 1 << 20
	// maxState is the longest state.
	maxState = maxPayload - 4
	// around is the size of a chunk without its payload.
	around = 1 + 4 + 4
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// crcOf returns the CRC of a chunk, given that of the chunk before and all bytes before its own.
func crcOf(before uint32, chunk []byte) uint32 {
	b := binary.BigEndian.AppendUint32(nil, before)
	return crc32.Update(crc32.Checksum(b, castagnoli), castagnoli, chunk)
}

// chain is the hash of the beginning of a file.
type chain [sha256.Size]byte

func (c chain) with(chunk []byte) chain {
	h := sha256.New()
	h.Write(c[:])
	h.Write(chunk)
	h.Sum(c[:0])
	return c
}

// key is the place of a keyframe.
type key struct {
	tick game.Tick
	at   uint32
}

// append appends its entry in the index.
func (k key) append(b []byte) []byte {
	return binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(b, uint32(k.tick)), k.at)
}

// appendStart appends the beginning of a file.
func appendStart(b []byte) []byte {
	return binary.BigEndian.AppendUint16(append(b, magic...), version)
}

// startLength is the length of that.
const startLength = len(magic) + 2

// cutChunk returns the first chunk of b, if it is whole and follows one with that CRC.
func cutChunk(b []byte, before uint32) (chunk, payload []byte, ok bool) {
	if len(b) < around {
		return nil, nil, false
	}
	length := binary.BigEndian.Uint32(b[1:])
	if length > maxPayload || int(length) > len(b)-around {
		return nil, nil, false
	}
	chunk = b[: around+length : around+length]
	if crcIn(chunk) != crcOf(before, chunk[:len(chunk)-4]) {
		return nil, nil, false
	}
	return chunk, payloadOf(chunk), true
}

// chunksOf returns the chunks of b, which must be whole.
func chunksOf(b []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for rest := b; len(rest) > 0; {
			n := chunkLength(rest)
			if !yield(rest[:n:n]) {
				return
			}
			rest = rest[n:]
		}
	}
}

// chunkLength returns the length of the first chunk of b.
func chunkLength(b []byte) int { return around + int(binary.BigEndian.Uint32(b[1:])) }

// payloadOf returns the payload of a chunk.
func payloadOf(chunk []byte) []byte { return chunk[5 : len(chunk)-4 : len(chunk)-4] }

// crcIn returns the CRC at the end of a chunk.
func crcIn(chunk []byte) uint32 { return binary.BigEndian.Uint32(chunk[len(chunk)-4:]) }

// Seal is a host's signature under a file.
type Seal struct {
	Certificate []byte // X.509 in DER: by its fingerprint, players know the host
	Signature   []byte
	digest      [sha256.Size]byte // that it must sign
}

// maxCertificate is the longest certificate.
const maxCertificate = 4096

const sealPrefix = "dogfight replay 1"

func sum(chunk []byte) [sha256.Size]byte { return sha256.Sum256(chunk) }

func startChain() chain { return chain(sha256.Sum256(appendStart(nil))) }

// digestOf returns the hash that a seal signs.
func digestOf(head, result [sha256.Size]byte, c chain) [sha256.Size]byte {
	b := append([]byte(sealPrefix), 0)
	b = append(append(append(b, head[:]...), result[:]...), c[:]...)
	return sha256.Sum256(b)
}

func parseSeal(payload []byte) (*Seal, error) {
	r := read(payload)
	n := r.Within("length of the certificate", uint32(r.U16("length of the certificate")), 1, maxCertificate)
	s := &Seal{Certificate: r.Take("certificate", int(n))}
	s.Signature = r.Rest()
	return s, r.End()
}

// Check returns nil if the holder of the certificate's key has signed the file as it is.
func (s *Seal) Check() error {
	c, err := x509.ParseCertificate(s.Certificate)
	if err != nil {
		return errors.New("the seal has no readable certificate")
	}
	key, ok := c.PublicKey.(*ecdsa.PublicKey)
	if !ok || !ecdsa.VerifyASN1(key, s.digest[:], s.Signature) {
		return errors.New("the seal is not of this file")
	}
	return nil
}
