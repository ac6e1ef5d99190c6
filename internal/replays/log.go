package replays

import (
	"bufio"
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

	"dogfight/game"
	"dogfight/proto/replay"
)

// Log is the file of a match in progress. Its process holds a lock on it, which shows others that it runs. A Log is not safe for concurrent
// use.
type Log struct {
	Path string
	file *os.File
	disk disk // the file, except in tests
}

// disk is the file of a log.
type disk interface {
	io.Writer
	Sync() error
	Close() error
}

const logEnding = ".log"

// resumable is how long a log with a label is left for a host that resumes it, before it becomes a replay.
const resumable = 24 * time.Hour

// errTaken means that another process has a lock on a file, or has removed it.
var errTaken = errors.New("another process has the file")

// newLog creates and locks a log with a label; "" for a log that cannot be resumed.
func (f Folder) newLog(label string, lock func(*os.File) error) (*Log, error) {
	folder := filepath.Join(f.Path, runningFolder)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	var err error
	for range 10 { // another process may lock the new file briefly
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
	return nil, fmt.Errorf("cannot lock a file in %s: %w", folder, err) // without its name, so that the warning is given once
}

// labelled returns the beginning of the names of logs with a label.
func labelled(label string) string {
	if label == "" {
		return "match"
	}
	return "host-" + plain(label)
}

// lockLog locks an open file. On an error it closes the file; errTaken means that another process has it, or has just removed it.
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

// Unfinished locks and returns the logs of killed processes with a label, the newest first. The caller closes, resumes or converts them.
func (f Folder) Unfinished(label string) []*Log {
	return f.left(func(name string, _ time.Time) bool { return strings.HasPrefix(name, labelled(label)+".") })
}

// orphans returns those that no host resumes.
func (f Folder) orphans(now time.Time) []*Log {
	return f.left(func(name string, modified time.Time) bool {
		return strings.HasPrefix(name, labelled("")+".") || now.Sub(modified) > resumable
	})
}

// left locks the wanted logs of killed processes. It ignores files of other users: a host would resume their match, and write through their
// links.
func (f Folder) left(wanted func(name string, modified time.Time) bool) (logs []*Log) {
	files, err := os.ReadDir(filepath.Join(f.Path, runningFolder))
	if err != nil {
		return nil
	}
	times := map[*Log]time.Time{}
	for _, entry := range files {
		info, err := entry.Info()
		if err != nil || !info.Mode().IsRegular() || !ownedByUser(info) || !strings.HasSuffix(entry.Name(), logEnding) || !wanted(entry.Name(), info.ModTime()) {
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

// Bytes returns the content of the log; of one longer than a replay may be, one byte more than that.
func (l *Log) Bytes() ([]byte, error) {
	info, err := l.file.Stat()
	if err != nil {
		return nil, err
	}
	b := make([]byte, min(info.Size(), replay.MaxFile+1))
	n, err := l.file.ReadAt(b, 0)
	if err == io.EOF {
		err = nil // truncated meanwhile
	}
	return b[:n], err
}

// Continue truncates the log, and continues after its first bytes.
func (l *Log) Continue(whole int) error {
	if err := l.file.Truncate(int64(whole)); err != nil {
		return err
	}
	_, err := l.file.Seek(int64(whole), io.SeekStart)
	return errors.Join(err, l.file.Sync())
}

func (l *Log) Write(b []byte) (int, error) { return l.disk.Write(b) }

// SetAside renames a log that cannot be read, so that it is not read again, and closes it.
func (l *Log) SetAside() (path string, err error) {
	defer l.Close()
	path = strings.TrimSuffix(l.Path, logEnding) + ".broken"
	return path, os.Rename(l.Path, path)
}

// Close unlocks the log.
func (l *Log) Close() error {
	os.Remove(l.Path + ".lock") // on systems without file locks
	return l.disk.Close()
}

func (l *Log) Remove() {
	if os.Remove(l.Path) == nil { // still locked, where open files can be deleted
		l.Close()
		return
	}
	l.Close()
	os.Remove(l.Path)
}

// resumeTries is how often a match is resumed at the same tick within resumeTime: the match itself may kill its host.
const (
	resumeTries = 2
	resumeTime  = time.Minute
	// maxResumed is the largest file of tries, in bytes.
	maxResumed = 64 << 10
)

// MayResume records that a host with the label resumes a match after a tick. It returns false, and records nothing, if hosts have resumed it
// at that tick twice within the last minute.
func (f Folder) MayResume(label string, tick game.Tick, now time.Time) bool {
	path := filepath.Join(f.Path, runningFolder, labelled(label)+".resumed")
	before, _ := readRegular(path, maxResumed)
	times, kept := 0, ""
	for lines := bufio.NewScanner(strings.NewReader(string(before))); lines.Scan(); {
		var at game.Tick
		var ms int64
		_, err := fmt.Sscan(lines.Text(), &at, &ms)
		if since := now.Sub(time.UnixMilli(ms)); err != nil || since < 0 || since > resumeTime {
			continue
		}
		kept += lines.Text() + "\n"
		if at == tick {
			times++
		}
	}
	if times >= resumeTries {
		os.Remove(path)
		return false
	}
	kept += fmt.Sprintln(tick, now.UnixMilli())
	write(path, []byte(kept)) // if this fails, there is one try more
	return true
}
