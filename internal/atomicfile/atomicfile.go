// Package atomicfile writes files that are there complete or not at all, whatever
// happens meanwhile, readable by their owner alone.
package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Create has a file appear at path, with its folder, unless there is one: of
// several processes that do so at the same time, one wins, and that is no error
// for the others.
func Create(path string, text []byte) error {
	draft, err := write(path, text)
	if err != nil {
		return err
	}
	defer os.Remove(draft)
	err = os.Link(draft, path)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return nil
	}
	// A file system without hard links, such as FAT. Here the last process
	// wins, which matters only to those that start in the same millisecond.
	return os.Rename(draft, path)
}

// Replace has the file at path, which appears with its folder if it is not there,
// hold another text.
func Replace(path string, text []byte) error {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real // whoever keeps it elsewhere wants to find it there
	}
	draft, err := write(path, text)
	if err != nil {
		return err
	}
	defer os.Remove(draft)
	return os.Rename(draft, path)
}

// write writes the text to a file beside path.
func write(path string, text []byte) (draft string, err error) {
	folder := filepath.Dir(path)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", err
	}
	f, err := os.CreateTemp(folder, "."+filepath.Base(path)+"-*") // made with mode 0600
	if err != nil {
		return "", err
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		os.Remove(f.Name())
		return "", err
	}
	return f.Name(), nil
}
