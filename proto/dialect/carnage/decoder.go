package carnage

import (
	"encoding/binary"
	"fmt"
)

// Decoder finds the messages in a stream, in segments of any size.
type Decoder struct {
	longest int
	held    []byte // at most lengthSize+longest
	at      int    // the bytes of held before it are decoded
}

// LongestResponse bounds the messages of a host, for the Decoder of a client: the largest arena, or everything that can be in
// space.
const LongestResponse = 128 << 10

// NewDecoder returns one that accepts messages of at most that many bytes, and holds no more.
func NewDecoder(longest int) Decoder { return Decoder{longest: longest} }

// Feed takes the next bytes of the stream, as many as there is room for, and returns the others. There is room for some once
// Next has returned all messages.
func (d *Decoder) Feed(p []byte) (left []byte) {
	d.held = d.held[:copy(d.held, d.held[d.at:])]
	d.at = 0
	n := min(len(p), lengthSize+d.longest-len(d.held))
	d.held = append(d.held, p[:n]...)
	return p[n:]
}

// Next returns the next whole message without its length. It is good until the next call of Feed. After an error the stream
// cannot be decoded further.
func (d *Decoder) Next() (p []byte, ok bool, err error) {
	left := d.held[d.at:]
	if len(left) < lengthSize {
		return nil, false, nil
	}
	n := binary.LittleEndian.Uint32(left)
	if n == 0 || uint64(n) > uint64(d.longest) {
		return nil, false, fmt.Errorf("message length must be 1 to %d, got %d", d.longest, n)
	}
	if uint64(len(left)) < lengthSize+uint64(n) {
		return nil, false, nil
	}
	d.at += lengthSize + int(n)
	return left[lengthSize : lengthSize+n], true, nil
}
