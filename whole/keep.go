package whole

import (
	"errors"
	"fmt"
	"io/fs"
)

// Keep returns the secret that the file at path holds. On first use it keeps there
// what produce returns, readable by its owner alone, and complete or not at all.
// Processes that do so at the same time get the same. A file that others may read or
// write is refused with an *ExposedError.
func Keep(path string, produce func() ([]byte, error)) ([]byte, error) {
	kept, err := readSecret(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return kept, err
	}
	made, err := produce()
	if err == nil {
		err = Create(path, made)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot keep a new one: %w", err)
	}
	return readSecret(path) // another process may have been faster
}
