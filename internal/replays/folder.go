package replays

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Folder is a folder of replays. It is made when the first is recorded. Several processes may use one at the same time.
type Folder struct {
	Path  string
	Limit Size // of those that are not kept; 0 records none
}

const (
	keptFolder    = "kept"
	runningFolder = "running"
)

// NotFoundError says that there is no replay of that name.
type notFoundError struct{ Name string }

func (e *notFoundError) Error() string { return fmt.Sprintf("no replay called %q", e.Name) }

// find returns the path of a replay and whether it is kept.
func (f Folder) find(name string) (path string, kept bool, err error) {
	if name, err = fileName(name); err != nil {
		return "", false, err
	}
	for _, kept := range []bool{false, true} {
		path := f.path(name, kept)
		if info, err := os.Lstat(path); err == nil && !info.IsDir() {
			return path, kept, nil
		}
	}
	return "", false, &notFoundError{name}
}

// path returns where a replay lies that has this file name.
func (f Folder) path(file string, kept bool) string {
	if kept {
		return filepath.Join(f.Path, keptFolder, file)
	}
	return filepath.Join(f.Path, file)
}

// Locate returns the path of a replay, which is absolute if the folder's is.
func (f Folder) Locate(name string) (string, error) {
	path, _, err := f.find(name)
	return path, err
}

// LocateKept is Locate of one that is kept: those that their owner would not have deleted.
func (f Folder) LocateKept(name string) (string, error) {
	path, kept, err := f.find(name)
	if err == nil && !kept {
		err = &notFoundError{name}
	}
	return path, err
}

// KeptNames returns the names of those that are kept, without their ending, the last first. None is read.
func (f Folder) KeptNames() ([]string, error) {
	list, err := f.files()
	var names []string
	for _, e := range slices.Backward(list) { // of a folder, which is listed by name
		if e.Kept {
			names = append(names, strings.TrimSuffix(e.Name, Ending))
		}
	}
	return names, err
}

// Keep says whether a replay stays when the folder is full.
func (f Folder) Keep(name string, on bool) error {
	from, kept, err := f.find(name)
	if err != nil || kept == on {
		return err
	}
	to := f.path(filepath.Base(from), on)
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return err
	}
	return move(from, to)
}

// Rename gives a replay another name, which must be free.
func (f Folder) Rename(name, to string) error {
	from, kept, err := f.find(name)
	if err != nil {
		return err
	}
	if to, err = fileName(to); err != nil {
		return err
	}
	if _, _, err := f.find(to); err == nil {
		return fmt.Errorf("there is a replay called %q", to)
	}
	return move(from, f.path(to, kept))
}

// Delete deletes a replay, kept or not.
func (f Folder) Delete(name string) error {
	path, _, err := f.find(name)
	if err != nil {
		return err
	}
	return os.Remove(path)
}

// move has a file be at another path, unless there is one: of several processes one wins. The path is taken first with an
// empty file, which goes for file systems without hard links too; an empty file is never listed.
func move(from, to string) error {
	taken, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("there is a replay called %q: %w", filepath.Base(to), fs.ErrExist)
	}
	if err != nil {
		return err
	}
	taken.Close()
	if err := os.Rename(from, to); err != nil {
		os.Remove(to)
		return err
	}
	return nil
}
