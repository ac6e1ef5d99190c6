package fleet

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
)

// ID names a host, a door or a match: 64 random bits. The zero ID is none.
type ID uint64

// NewID returns an ID that nobody has.
func NewID() ID {
	var b [8]byte
	rand.Read(b[:])
	return max(ID(binary.BigEndian.Uint64(b[:])), 1)
}

// String returns the 16 digits of the ID.
func (id ID) String() string { return fmt.Sprintf("%016x", uint64(id)) }

// ParseID takes 16 digits.
func ParseID(s string) (ID, error) {
	b, err := hex.DecodeString(s)
	if err != nil || len(b) != 8 || s != fmt.Sprintf("%016x", b) {
		return 0, fmt.Errorf("an id must be 16 hexadecimal digits, got %.40q", s)
	}
	return ID(binary.BigEndian.Uint64(b)), nil
}

// MarshalText makes the 16 digits of it in JSON.
func (id ID) MarshalText() ([]byte, error) { return []byte(id.String()), nil }

// UnmarshalText takes 16 digits.
func (id *ID) UnmarshalText(b []byte) (err error) {
	*id, err = ParseID(string(b))
	return err
}

// SeatKey returns the key of a player's seat in the directory: of who is known by an identity, or else by the proof of a token, as a
// host keeps it. Neither can be read from it.
func SeatKey(identity string, proof []byte) string {
	kind, of := "key ", []byte(identity)
	if identity == "" {
		kind, of = "token ", proof
	}
	sum := sha256.Sum256(append([]byte(kind), of...))
	return hex.EncodeToString(sum[:16])
}
