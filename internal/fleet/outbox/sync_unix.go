//go:build !windows

package outbox

import (
	"errors"
	"os"
)

// syncFolder syncs the names in a folder: without it a synced file may disappear.
func syncFolder(folder string) error {
	f, err := os.Open(folder)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
