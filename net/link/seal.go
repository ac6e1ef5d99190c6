package link

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/tls"
	"encoding/binary"
	"fmt"
)

const (
	keySize = 16 // AES-128
	ivSize  = 12 // GCM
	tagSize = 16 // GCM, whole

	// keyLabel is the exporter label of the data channel's keys (RFC 8446, section 7.5).
	keyLabel = "EXPORTER-dogfight-data"
)

// secret is the key and IV of one direction.
type secret [keySize + ivSize]byte

// secrets are those of a link. No two TLS sessions export the same.
type secrets struct{ ToHost, ToClient secret }

// exportSecrets returns the secrets that both ends of a TLS session share.
func exportSecrets(session tls.ConnectionState) (s secrets, err error) {
	b, err := session.ExportKeyingMaterial(keyLabel, nil, len(s.ToHost)+len(s.ToClient))
	if err != nil {
		return s, fmt.Errorf("cannot export keys for UDP: %w", err)
	}
	n := copy(s.ToHost[:], b)
	copy(s.ToClient[:], b[n:])
	return s, nil
}

// gcm is AES-128-GCM under one secret. The nonce comes from a sequence number as in TLS 1.3 (RFC 8446, section 5.3).
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

// sealer seals the packets of one direction, each under its own number: at 60 Hz there are enough for ten thousand
// million years.
type sealer struct {
	gcm
	next uint64
}

func newSealer(s secret) sealer { return sealer{gcm: newGCM(s)} }

// pathBit is set in the sequence number of a packet about the path: a challenge or a response.
const pathBit = 1 << sequenceBits

// seal appends the sequence number and the sealed p to b, which has the rest of the header.
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

// opener opens the packets of the peer's sealer, each once.
type opener struct {
	gcm
	window window
	opened uint64 // opened packets
}

func newOpener(s secret) opener { return opener{gcm: newGCM(s)} }

// openedDatagram is the content of a datagram.
type openedDatagram struct {
	Packet []byte
	path   bool // about the path
	newest bool // no later one came before
}

// isProbe reports whether the datagram only asks for an answer.
func (d openedDatagram) isProbe() bool { return !d.path && len(d.Packet) == 0 }

// IsData reports whether the packet is data for the owner of the link.
func (d openedDatagram) IsData() bool { return !d.path && !d.isProbe() }

// open opens a datagram in place. Its first header bytes are its header, which ends with the sequence number. A forged,
// repeated or old datagram does not open, and changes nothing.
func (o *opener) open(b []byte, header int) (d openedDatagram, ok bool) {
	if n := len(b) - header - tagSize; n < 0 || n > maxPacket {
		return openedDatagram{}, false
	}
	low := binary.BigEndian.Uint16(b[header-sequenceSize:])
	seq := nearest(o.window.newest, low)
	if !o.window.fresh(seq) {
		return openedDatagram{}, false
	}
	p, err := o.aead.Open(b[header:header], o.nonce(seq), b[header:], b[:header])
	if err != nil {
		return openedDatagram{}, false
	}
	o.window.add(seq)
	o.opened++
	return openedDatagram{p, low&pathBit != 0, seq == o.window.newest}, true
}

// lost returns the number of datagrams up to the newest that are missing.
func (o *opener) lost() uint64 {
	if o.opened == 0 {
		return 0
	}
	return o.window.newest + 1 - o.opened
}

// window remembers which of the newest sequence numbers came. Its zero value is ready for a sequence that starts at 0.
// It compares differences only, so numbers may wrap.
type window struct {
	newest uint64
	seen   [windowSize / 64]uint64 // a bit a number, at the number modulo windowSize
}

// windowSize is four seconds of numbers at 60 Hz. A later packet is of no use.
const windowSize = 256

// fresh reports whether seq is neither added nor too old to know.
func (w *window) fresh(seq uint64) bool {
	if isAfter(seq, w.newest) {
		return true
	}
	word, bit := place(seq)
	return w.newest-seq < windowSize && w.seen[word]&bit == 0
}

// add adds seq, which must be fresh.
func (w *window) add(seq uint64) {
	if isAfter(seq, w.newest) {
		w.advance(seq)
	}
	word, bit := place(seq)
	w.seen[word] |= bit
}

// advance makes seq the newest, and clears the bits of the numbers up to it.
func (w *window) advance(seq uint64) {
	for i := range min(seq-w.newest, windowSize) {
		word, bit := place(seq - i)
		w.seen[word] &^= bit
	}
	w.newest = seq
}

func isAfter(a, b uint64) bool { return int64(a-b) > 0 }

func place(seq uint64) (word int, bit uint64) {
	return int(seq % windowSize / 64), 1 << (seq % 64)
}

// nearest returns the number nearest to newest with the lowest sequenceBits of low.
func nearest(newest uint64, low uint16) uint64 {
	const above = 16 - sequenceBits
	return newest + uint64(int16((low-uint16(newest))<<above)>>above)
}
