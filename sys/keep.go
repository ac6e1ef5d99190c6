package sys

import (
	"errors"
	"io/fs"
)

// UnkeptError tells why what was produced is not kept, such as on a disk that is full.
type NotSavedError struct{ Err error }

func (e *NotSavedError) Error() string { return "cannot keep a new one: " + e.Err.Error() }
func (e *NotSavedError) Unwrap() error { return e.Err }

// Keep returns the secret that the file at path holds. On first use it keeps there
// what produce returns, readable by its owner alone, and complete or not at all.
// Processes that do so at the same time get the same. A file that others may read or
// write is refused with an *ExposedError, or returned with an *UnguardedError where all files are so.
// What cannot be kept is returned with an *UnkeptError.
func SaveOnce(path string, produce func() ([]byte, error)) ([]byte, error) {
	kept, err := readSecret(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return kept, err
	}
	made, err := produce()
	if err != nil {
		return nil, err
	}
	if err := CreateFile(path, made); err != nil {
		return made, &NotSavedError{err}
	}
	return readSecret(path) // another process may have been faster
}
