package replays

import (
	"errors"
	"os"
	"slices"
)

// Trim deletes the replays that came first until those that are left take no more than the limit. What is kept stays, and does
// not count: whoever keeps much wants to have matches recorded all the same. It returns how many were deleted.
func (f Folder) Trim() (deleted int, err error) {
	list, err := f.files()
	if err != nil {
		return 0, err
	}
	list = slices.DeleteFunc(list, func(e Entry) bool { return e.Kept })
	slices.SortFunc(list, func(a, b Entry) int { return a.Modified.Compare(b.Modified) })
	var size Size
	for i := range list {
		size += list[i].Size
	}
	for i := range list {
		if size <= f.Limit {
			break
		}
		if err := os.Remove(list[i].Path); err != nil && !errors.Is(err, os.ErrNotExist) {
			return deleted, err
		}
		size -= list[i].Size
		deleted++
	}
	return deleted, nil
}
