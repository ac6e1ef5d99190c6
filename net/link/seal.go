package link

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/tls"
	"encoding/binary"
	"fmt"
)

const (
	keySize         = 16 // of AES-128
	ivSize          = 12 // of GCM
	datagramTagSize = 16 // of GCM, whole

	// keyLabel names what the keys of the data channel are exported for
	// (RFC 8446, section 7.5).
	keyLabel = "EXPORTER-dogfight-data"
)

// Secret is a key and an IV, those of one direction.
type secret [keySize + ivSize]byte

// Secrets are those of a link. No two TLS sessions export the same.
type secrets struct{ ToHost, ToClient secret }

// ExportSecrets returns the Secrets that both ends of a TLS session share.
func exportSecrets(session tls.ConnectionState) (s secrets, err error) {
	b, err := session.ExportKeyingMaterial(keyLabel, nil, len(s.ToHost)+len(s.ToClient))
	if err != nil {
		return s, fmt.Errorf("cannot export keys for UDP: %w", err)
	}
	n := copy(s.ToHost[:], b)
	copy(s.ToClient[:], b[n:])
	return s, nil
}

// gcm is AES-128-GCM under one secret, where a sequence number makes the nonce as
// in TLS 1.3 (RFC 8446, section 5.3).
type gcm struct {
	aead    cipher.AEAD
	iv      [ivSize]byte
	scratch [ivSize]byte // for a nonce, so that none is allocated
}

func newGCM(s secret) gcm {
	block, err := aes.NewCipher(s[:keySize])
	if err != nil {
		panic(err) // the key has the right size
	}
	aead, err := cipher.NewGCM(block)
	if err != nil {
		panic(err) // so has the block
	}
	return gcm{aead: aead, iv: [ivSize]byte(s[keySize:])}
}

// nonce is valid until the next call.
func (g *gcm) nonce(seq uint64) []byte {
	g.scratch = g.iv
	last := g.scratch[ivSize-8:]
	binary.BigEndian.PutUint64(last, binary.BigEndian.Uint64(last)^seq)
	return g.scratch[:]
}

// sealer seals the packets of one direction, each under a number of its own: at
// 60 Hz there are enough for ten thousand million years.
type sealer struct {
	gcm
	next uint64
}

func newSealer(s secret) sealer { return sealer{gcm: newGCM(s)} }

// pathBit is set in the sequence number of a packet about the path: a challenge, or the
// response to one.
const pathBit = 1 << sequenceBits

// seal appends the sequence number and the sealed p to b, which holds what of
// the header precedes them.
func (s *sealer) seal(b, p []byte, path bool) []byte {
	low := uint16(s.next) &^ pathBit
	if path {
		low |= pathBit
	}
	b = binary.BigEndian.AppendUint16(b, low)
	b = s.aead.Seal(b, s.nonce(s.next), p, b)
	s.next++
	return b
}

// opener opens what a sealer at the other end sealed, each packet once.
type opener struct {
	gcm
	window window
	taken  uint64 // how many were opened
}

func newOpener(s secret) opener { return opener{gcm: newGCM(s)} }

// Opened is what was in a datagram.
type Opened struct {
	Packet []byte
	path   bool // it is about the path
	newest bool // no later one came before
}

// isProbe reports whether the datagram only asks for an answer.
func (d Opened) isProbe() bool { return !d.path && len(d.Packet) == 0 }

// IsData reports whether the packet is data for the owner of the link.
func (d Opened) IsData() bool { return !d.path && !d.isProbe() }

// open opens a datagram in place. The first header bytes of it are its header,
// of those the last two its sequence number. What is forged, replayed or too old does
// not open, and changes nothing.
func (o *opener) open(b []byte, header int) (d Opened, ok bool) {
	if n := len(b) - header - datagramTagSize; n < 0 || n > maxPacket {
		return Opened{}, false
	}
	low := binary.BigEndian.Uint16(b[header-sequenceSize:])
	seq := nearest(o.window.newest, low)
	if !o.window.fresh(seq) {
		return Opened{}, false
	}
	p, err := o.aead.Open(b[header:header], o.nonce(seq), b[header:], b[:header])
	if err != nil {
		return Opened{}, false
	}
	o.window.take(seq)
	o.taken++
	return Opened{p, low&pathBit != 0, seq == o.window.newest}, true
}

// lost is how many datagrams up to the newest did not come, or not yet.
func (o *opener) lost() uint64 {
	if o.taken == 0 {
		return 0
	}
	return o.window.newest + 1 - o.taken
}
