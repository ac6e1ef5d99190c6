package fleet

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"time"
)

// Kind is a kind of entries of the directory.
type Kind string

const (
	Hosts   Kind = "hosts"
	Matches Kind = "matches"
	Seats   Kind = "seats"
	Doors   Kind = "doors"
	Bans    Kind = "bans"
)

// Life returns the time to live of an entry that is not written again; 0 for unlimited.
func (k Kind) Life() time.Duration {
	switch k {
	case Seats:
		return time.Hour
	case Bans:
		return 0
	}
	return 30 * time.Second
}

// ClaimLife is the life of a door's claim of a seat without confirmation by a host: longer than joining takes.
const ClaimLife = time.Minute

// Errors of a Directory and a Bus.
var (
	ErrNone   = errors.New("the fleet's directory has no such entry")
	ErrStale  = errors.New("another has changed the entry of the fleet's directory")
	ErrNobody = errors.New("nobody in the fleet answers to that")
)

// Entry is a value of the directory.
type Entry struct {
	Key      string
	Value    []byte
	Revision uint64 // never 0
}

// Change is a new or changed entry or, with Gone, a removed one.
type Change struct {
	Entry
	Removed bool
}

// Directory holds the entries of hosts and doors. Calls wait until their context is done. They are safe for concurrent use.
type Directory interface {
	// Get returns an entry, or ErrNone.
	Get(ctx context.Context, kind Kind, key string) (Entry, error)
	// List returns all entries of a kind, ordered by key, as of some moment during the call.
	List(ctx context.Context, kind Kind) ([]Entry, error)
	// Put writes an entry over any revision.
	Put(ctx context.Context, kind Kind, key string, value []byte) (revision uint64, err error)
	// Swap writes an entry over the revision old, or a new entry if that is 0. Otherwise it returns ErrStale.
	Swap(ctx context.Context, kind Kind, key string, value []byte, old uint64) (revision uint64, err error)
	// SwapFor is Swap with a time to live for this entry, in whole seconds.
	SwapFor(ctx context.Context, kind Kind, key string, value []byte, old uint64, life time.Duration) (revision uint64, err error)
	// Remove removes an entry with the revision old, or with any if that is 0. A missing entry is no error.
	Remove(ctx context.Context, kind Kind, key string, old uint64) error
	// Watch passes all entries of a kind to do, then every change, until stop is called or the directory is closed, always on the same goroutine.
	// It starts again after a loss of the bus.
	Watch(kind Kind, do func(Change)) (stop func(), err error)
}

// Bus carries messages between members of the fleet. It is safe for concurrent use.
type Bus interface {
	// Publish sends a message to all subscribers. It never blocks; a message that cannot be sent now is dropped.
	Publish(subject string, b []byte)
	// Subscribe passes published messages to do, in order, on one goroutine. Messages beyond its queue are dropped.
	Subscribe(subject string, do func(b []byte)) (stop func(), err error)
	// Ask returns the answer of the member that serves the subject, or ErrNobody.
	Ask(ctx context.Context, subject string, b []byte) ([]byte, error)
	// Serve answers questions, each on its own goroutine, of which a limited number runs at once. A nil answer is not sent.
	Serve(subject string, answer func(b []byte) []byte) (stop func(), err error)
	// Keep stores a message in the stream of a subject, once for each id, and returns when it is there.
	Store(ctx context.Context, subject, id string, b []byte) error
	// Kept passes all messages in the stream of a subject to do, in order.
	Stored(ctx context.Context, subject string, do func(b []byte)) error
}

// Fleet is the connection to all other members.
type Fleet interface {
	Directory
	Bus
	// Up reports whether the bus can be reached now.
	Up() bool
	// Refused reports whether the bus does not accept the key of this member.
	Refused() bool
	Close()
}

// Subjects.
const (
	LogSubject    = "dogfight.log."    // and the id of a match
	LeaseSubject  = "dogfight.lease."  // and the id of a host
	AskSubject    = "dogfight.ask."    // and the id of a host
	ResultSubject = "dogfight.result." // and the id of a host
)

// Times of leases: see the package comment.
const (
	LeaseTime   = 2 * time.Second
	ClaimAfter  = 2500 * time.Millisecond
	WitnessTime = 15 * time.Second
	OrphanAfter = 19 * time.Second
	// After EntryTime without a write of its entry a match pauses. RecreateAfter is longer by the possible difference in the pace of clocks.
	EntryTime     = 130 * time.Second
	RecreateAfter = 145 * time.Second
	// Announce is the interval of writes of an unchanged entry.
	Announce = 5 * time.Second
)

// maxKey is the maximum length of a key of the directory.
const maxKey = 64

// MaxBytes returns the maximum size of a value of the kind.
func (k Kind) MaxBytes() int {
	if k == Bans {
		return MaxBans
	}
	return MaxValue
}

// CheckEntry checks an entry of the directory.
func CheckEntry(kind Kind, key string, value []byte) error {
	switch kind {
	case Hosts, Matches, Seats, Doors, Bans:
	default:
		return fmt.Errorf("fleet: no kind of entry is called %.40q", string(kind))
	}
	if len(value) > kind.MaxBytes() {
		return fmt.Errorf("fleet: a value of %s must be at most %d bytes, got %d", kind, kind.MaxBytes(), len(value))
	}
	if key == "" || len(key) > maxKey {
		return fmt.Errorf("fleet: a key must be 1 to %d letters, got %d", maxKey, len(key))
	}
	for _, c := range key {
		if (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && c != '-' && c != '_' {
			return fmt.Errorf("fleet: a key must have only letters, digits, - and _, got %.40q", key)
		}
	}
	return nil
}

// ID is the id of a host, a door or a match: 64 random bits. The zero ID is none.
type ID uint64

// NewID returns a new random ID.
func NewID() ID {
	var b [8]byte
	rand.Read(b[:])
	return max(ID(binary.BigEndian.Uint64(b[:])), 1)
}

// String returns the 16 digits of the ID.
func (id ID) String() string { return fmt.Sprintf("%016x", uint64(id)) }

// ParseID parses 16 hexadecimal digits.
func ParseID(s string) (ID, error) {
	b, err := hex.DecodeString(s)
	if err != nil || len(b) != 8 || s != fmt.Sprintf("%016x", b) {
		return 0, fmt.Errorf("an id must be 16 hexadecimal digits, got %.40q", s)
	}
	return ID(binary.BigEndian.Uint64(b)), nil
}

// MarshalText returns the 16 digits.
func (id ID) MarshalText() ([]byte, error) { return []byte(id.String()), nil }

// UnmarshalText parses 16 digits.
func (id *ID) UnmarshalText(b []byte) (err error) {
	*id, err = ParseID(string(b))
	return err
}

// SeatKey returns the key of a player's seat in the directory, for a player with an identity or else with the proof of a token, as a host stores it.
// It is a hash of either.
func SeatKey(identity string, proof []byte) string {
	kind, of := "key ", []byte(identity)
	if identity == "" {
		kind, of = "token ", proof
	}
	sum := sha256.Sum256(append([]byte(kind), of...))
	return hex.EncodeToString(sum[:16])
}

// A public nkey is, in base32: 1 type, 32 the key of ed25519, 2 a CRC-16 of both, lowest byte first.
const (
	keyOfUser = 20 << 3 // "U...": a client of a bus
	keyBytes  = 1 + ed25519.PublicKeySize + 2
)

var keyText = base32.StdEncoding.WithPadding(base32.NoPadding)

// FormatKey returns the public nkey of a host or a door.
func FormatKey(key ed25519.PublicKey) string {
	b := append([]byte{keyOfUser}, key...)
	return keyText.EncodeToString(binary.LittleEndian.AppendUint16(b, crc16(b)))
}

// decodeKey decodes a public nkey.
func decodeKey(s string) (ed25519.PublicKey, error) {
	b, err := keyText.DecodeString(s)
	if err != nil || len(b) != keyBytes || b[0] != keyOfUser || crc16(b[:keyBytes-2]) != binary.LittleEndian.Uint16(b[keyBytes-2:]) {
		return nil, fmt.Errorf("a public nkey must be 56 letters and digits, beginning with U, got %.60q", s)
	}
	return ed25519.PublicKey(b[1 : keyBytes-2]), nil
}

// crc16 is the CRC of XMODEM: polynomial 1021, initial value 0.
func crc16(b []byte) (crc uint16) {
	for _, x := range b {
		crc ^= uint16(x) << 8
		for range 8 {
			if crc&0x8000 != 0 {
				crc = crc<<1 ^ 0x1021
			} else {
				crc <<= 1
			}
		}
	}
	return crc
}
