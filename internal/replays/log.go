package replays

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"dogfight/proto/replay"
)

// Log is the file of a match that runs. Its process has it locked, so that others see whether it still runs; who has it may
// use it from one goroutine at a time.
type Log struct {
	Path string
	file *os.File
	disk disk // the file, but for tests
}

// disk is what a log is written to.
type disk interface {
	io.Writer
	Sync() error
	Close() error
}

const logEnding = ".log"

// resumable is how long a log that has a label is left to a host who resumes it, before it is taken for a replay.
const resumable = 24 * time.Hour

// errTaken says that another process has a file locked, or has removed it.
var errTaken = errors.New("another process has the file")

// newLog begins a log with a label, "" for one that nobody resumes, and locks it by a function.
func (f Folder) newLog(label string, lock func(*os.File) error) (*Log, error) {
	folder := filepath.Join(f.Path, runningFolder)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	var err error
	for range 10 { // another process may look at the new file for a moment
		path := filepath.Join(folder, fmt.Sprintf("%s.%08x%s", labelled(label), rand.Uint32(), logEnding))
		var file *os.File
		file, err = os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		var l *Log
		if l, err = lockLog(file, path, lock); err == nil {
			return l, nil
		}
		if !errors.Is(err, errTaken) {
			os.Remove(path)
			break
		}
	}
	return nil, fmt.Errorf("cannot lock a file in %s: %w", folder, err) // without the file's name, so that it is warned of once
}

// labelled returns what the names of logs with a label begin with.
func labelled(label string) string {
	if label == "" {
		return "match"
	}
	return "host-" + plain(label)
}

// lockLog locks an open file and returns the log in it. With an error, which is errTaken if the file is another process's or was just
// removed, the file is closed.
func lockLog(file *os.File, path string, lock func(*os.File) error) (*Log, error) {
	err := lock(file)
	if err == nil {
		mine, errMine := file.Stat()
		there, errThere := os.Lstat(path)
		if errMine == nil && errThere == nil && os.SameFile(mine, there) {
			return &Log{path, file, file}, nil
		}
		err = errTaken
	}
	file.Close()
	return nil, err
}

// Left locks and returns the logs with a label, the newest first, of which nobody has written the end: their processes were
// killed. The caller closes them, resumes them, or has them taken in.
func (f Folder) Left(label string) []*Log {
	return f.left(func(name string, _ time.Time) bool { return strings.HasPrefix(name, labelled(label)+".") })
}

// leftToAll returns those that nobody is to resume.
func (f Folder) leftToAll(now time.Time) []*Log {
	return f.left(func(name string, modified time.Time) bool {
		return strings.HasPrefix(name, labelled("")+".") || now.Sub(modified) > resumable
	})
}

// left locks those whose name and time are wanted, and that no process has. What others have put into the folder is left alone: a host
// would resume the match that they want, and write through their links.
func (f Folder) left(wanted func(name string, modified time.Time) bool) (logs []*Log) {
	files, err := os.ReadDir(filepath.Join(f.Path, runningFolder))
	if err != nil {
		return nil
	}
	times := map[*Log]time.Time{}
	for _, entry := range files {
		info, err := entry.Info()
		if err != nil || !info.Mode().IsRegular() || !isOwn(info) || !strings.HasSuffix(entry.Name(), logEnding) || !wanted(entry.Name(), info.ModTime()) {
			continue
		}
		path := filepath.Join(f.Path, runningFolder, entry.Name())
		file, err := os.OpenFile(path, os.O_RDWR, 0)
		if err != nil {
			continue
		}
		if l, err := lockLog(file, path, lock); err == nil {
			logs, times[l] = append(logs, l), info.ModTime()
		}
	}
	slices.SortFunc(logs, func(a, b *Log) int { return times[b].Compare(times[a]) })
	return logs
}

// Bytes returns what is in the log; of one that is longer than a replay may be, a byte more than that.
func (l *Log) Bytes() ([]byte, error) {
	info, err := l.file.Stat()
	if err != nil {
		return nil, err
	}
	b := make([]byte, min(info.Size(), replay.MaxFile+1))
	n, err := l.file.ReadAt(b, 0)
	if err == io.EOF {
		err = nil // it was cut off meanwhile
	}
	return b[:n], err
}

// Continue has what is written next follow the first bytes of the log, and drops what is after them.
func (l *Log) Continue(whole int) error {
	if err := l.file.Truncate(int64(whole)); err != nil {
		return err
	}
	_, err := l.file.Seek(int64(whole), io.SeekStart)
	return errors.Join(err, l.file.Sync())
}

// Write appends to the log.
func (l *Log) Write(b []byte) (int, error) { return l.disk.Write(b) }

// SetAside gives a log that cannot be read a name under which nobody looks for it again, and closes it.
func (l *Log) SetAside() (path string, err error) {
	defer l.Close()
	path = strings.TrimSuffix(l.Path, logEnding) + ".broken"
	return path, os.Rename(l.Path, path)
}

// Close lets go of the log, which others may take then.
func (l *Log) Close() error {
	os.Remove(l.Path + ".lock") // where that is how files are locked
	return l.disk.Close()
}

// Remove deletes the log.
func (l *Log) Remove() {
	if os.Remove(l.Path) == nil { // while it is locked, where open files can be deleted
		l.Close()
		return
	}
	l.Close()
	os.Remove(l.Path)
}
