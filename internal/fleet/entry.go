package fleet

import "fmt"

// maxKey is how long a key of the directory may be.
const maxKey = 64

// MaxBytes returns how long a value of the kind may be.
func (k Kind) MaxBytes() int {
	if k == Bans {
		return MaxBans
	}
	return MaxValue
}

// CheckEntry says what is wrong with what somebody would write to the directory, or has written.
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
			return fmt.Errorf("fleet: a key must be of letters, digits, - and _ alone, got %.40q", key)
		}
	}
	return nil
}
