//go:build !windows

package outbox

import (
	"errors"
	"os"
)

// syncFolder has the disk know the names in a folder too: a file that is synced may be gone without.
func syncFolder(folder string) error {
	f, err := os.Open(folder)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
