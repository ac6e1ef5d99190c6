package whole

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// Keep returns what the file at path holds. On first use it keeps there what
// produce returns, readable by its owner alone, and complete or not at all.
// Processes that do so at the same time get the same.
func Keep(path string, produce func() ([]byte, error)) ([]byte, error) {
	kept, err := os.ReadFile(path)
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
	return os.ReadFile(path) // another process may have been faster
}
