// Package atomicfile writes files that are there complete or not at all, whatever
// happens meanwhile, readable by their owner alone; and reads those that users name, within bounds.
package sys

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Create has a file appear at path, with its folder, unless there is one: of
// several processes that do so at the same time, one wins, and that is no error
// for the others.
func CreateFile(path string, text []byte) error {
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
func ReplaceFile(path string, text []byte) error {
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

// Append adds lines to the end of the file at path, in one write, so that two processes do not mix theirs. It makes the file and its folder
// if there is none. With an error, such as on a full disk, the file is as before. If the last line has no end, because an editor or a killed
// process left it so, Append ends it, or removes it if torn, which may be nil, reports that it is no whole line.
func AppendFile(path string, lines []byte, torn func(last []byte) bool) (err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	text, err := io.ReadAll(f)
	if err != nil {
		return err
	}
	size := int64(len(text))
	if last := text[bytes.LastIndexByte(text, '\n')+1:]; len(last) > 0 && torn != nil && torn(last) {
		size -= int64(len(last))
		if err := f.Truncate(size); err != nil {
			return err
		}
	} else if len(last) > 0 {
		lines = append([]byte{'\n'}, lines...)
	}
	n, err := f.Write(lines)
	if err == nil || n == 0 {
		return err
	}
	if info, statErr := f.Stat(); statErr == nil && info.Size() == size+int64(n) { // otherwise another process has appended
		f.Truncate(size)
	}
	return err
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
