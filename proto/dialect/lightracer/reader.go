package lightracer

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// Reader is the client's end of a stream of updates. The zero value is ready.
type Reader struct {
	Update Update // the newest whole one

	next Update // the one that has come in part
	nods scanner
}

// Read reads from p up to the end of an update, which then is in r.Update, and returns the rest. If none ends in p, it has read
// all of p, and r.Update is unchanged; so it is after an error, which ends the connection.
func (r *Reader) Read(p []byte) (rest []byte, whole bool, err error) {
	for len(p) > 0 {
		var found bool
		if p, found, err = r.nods.Next(p); err != nil || !found {
			return nil, false, err
		}
		if r.nods.First != (r.nods.NOD.Type == worldType) {
			return nil, false, errors.New("update: the World must come first, and once")
		}
		if err := r.next.add(&r.nods.NOD); err != nil {
			return nil, false, err
		}
		if r.nods.Last {
			r.Update, r.next = r.next, r.Update
			r.next.clear()
			return p, true, nil
		}
	}
	return nil, false, nil
}

// scanner finds the objects in a stream of updates, in segments of any size. Of each it stores the data with a known meaning, and
// skips the tail; so it needs no other memory. The zero value is ready.
type scanner struct {
	NOD         NOD  // found by Next; its data, at most knownData, is good until the next call
	First, Last bool // of its update

	at    place
	count int // objects of the update
	left  int // of them that are still to come
	buf   [max(headerDataSize, knownData)]byte
	n     int // bytes in buf
	want  int // bytes of data to store
	tail  int // bytes after them to skip
}

// place is the part of the stream that a scanner reads next.
type place uint8

const (
	atPacketHeader place = 0
	atHeaderData   place = 1
	atData         place = 2
)

// Next reads from p up to the end of an object, and returns the rest. If none ends in p, it has read all of p. After an error
// the stream cannot be read further.
func (s *scanner) Next(p []byte) (rest []byte, found bool, err error) {
	for len(p) > 0 && !found && err == nil {
		p = s.fill(p)
		found, err = s.advance()
	}
	return p, found, err
}

// size returns the number of bytes to store of the current part.
func (s *scanner) size() int {
	switch s.at {
	case atPacketHeader:
		return packetHeaderSize
	case atHeaderData:
		return headerDataSize
	}
	return s.want
}

// fill stores bytes of p, or skips them, and returns the rest.
func (s *scanner) fill(p []byte) []byte {
	if size := s.size(); s.n < size {
		n := copy(s.buf[s.n:size], p)
		s.n += n
		return p[n:]
	}
	skipped := min(s.tail, len(p))
	s.tail -= skipped
	return p[skipped:]
}

// advance begins the next part if the current one is complete, and reports whether that was the end of an object.
func (s *scanner) advance() (found bool, err error) {
	if s.n < s.size() {
		return false, nil
	}
	switch s.at {
	case atPacketHeader:
		return false, s.begin()
	case atHeaderData:
		if err := s.open(); err != nil {
			return false, err
		}
	}
	if s.n < s.want || s.tail > 0 {
		return false, nil
	}
	s.close()
	return true, nil
}

// begin reads the number of objects in an update.
func (s *scanner) begin() error {
	count := int32(binary.BigEndian.Uint32(s.buf[:]))
	if count < 1 || count > maxObjects {
		return fmt.Errorf("update: objects must be 1 to %d, got %d", maxObjects, count)
	}
	s.count, s.left = int(count), int(count)
	s.at, s.n = atHeaderData, 0
	return nil
}

// open reads the header of an object.
func (s *scanner) open() error {
	nod, size, err := parseHeaderData(s.buf[:])
	if err != nil {
		return err
	}
	s.NOD = nod
	s.want = min(size, knownData)
	s.tail = size - s.want
	s.at, s.n = atData, 0
	return nil
}

// close completes an object.
func (s *scanner) close() {
	s.NOD.Data = s.buf[:s.want]
	s.First = s.left == s.count
	s.left--
	s.Last = s.left == 0
	s.at, s.n = atHeaderData, 0
	if s.Last {
		s.at = atPacketHeader
	}
}
