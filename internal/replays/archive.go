package replays

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"dogfight/game"
	"dogfight/proto/replay"
	"dogfight/sys"
)

// Archive records the matches of a process in a folder. Its fields are static; the zero value records nothing.
type Archive struct {
	Folder  Folder
	Program string // version of this program
	// Key, if not nil, returns the certificate that seals the replays of hosts.
	Key func() (tls.Certificate, error)

	running    sync.WaitGroup
	developing sync.Mutex // one log at a time: it keeps a core busy
	converting sync.Once
	wrap       func(disk) disk // for tests; may be nil
}

// patience is how long a process waits at its end for replays to be written. The next process writes the rest.
const patience = 5 * time.Second

// Close waits for the replays of all recorders, which must be closed.
func (a *Archive) Close() {
	done := make(chan struct{})
	go func() {
		defer sys.Restore()
		a.running.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(patience):
	}
}

// convertAll makes replays of logs, and removes them. It does not block.
func (a *Archive) convertAll(logs []*Log) {
	if len(logs) == 0 {
		return
	}
	a.running.Go(func() {
		defer sys.Restore()
		for _, l := range logs {
			if _, err := a.convert(l); err != nil {
				l.Close() // a later process resumeTries again
			}
		}
	})
}

// convertOrphans makes replays of the logs of killed processes, once.
func (a *Archive) convertOrphans() {
	a.converting.Do(func() { a.convertAll(a.Folder.orphans(time.Now())) })
}

// shortest is the length of a match that is worth a replay.
const shortest = 10 * time.Second

// convert makes a replay of a log, shorter and sealed, and removes the log. It returns the name of the replay, "" if the match is not worth
// one. With an error the log stays.
func (a *Archive) convert(l *Log) (name string, err error) {
	a.developing.Lock()
	defer a.developing.Unlock()
	b, err := l.Bytes()
	if err != nil {
		return "", err
	}
	f, err := replay.Parse(b)
	if err != nil && len(b) > 0 {
		_, err := l.SetAside()
		return "", err
	}
	if err != nil || !worthSaving(f) || a.Folder.hasFromHost(f) {
		l.Remove()
		return "", nil
	}
	part := l.Path + ".part"
	defer os.Remove(part)
	if err := write(part, a.compacted(f, b)); err != nil {
		return "", err
	}
	if name, err = a.Folder.place(part, &f.Head); err != nil {
		return "", err
	}
	l.Remove()
	_, err = a.Folder.Trim()
	return name, err
}

// worthSaving reports whether a player flew in a match that had begun, and long enough: a host with bots alone must not fill the folder.
func worthSaving(f *replay.File) bool {
	var e Entry
	started := e.readNotes(f)
	if c, err := f.Play(); err == nil && (c.World.Status == game.Waiting && !started || c.World.Status == game.Closed) {
		return false
	}
	return len(e.Players) > 0 && e.Length >= shortest
}

// hasFromHost reports whether the host of a match that a client saw records it in the same folder: one replay is enough.
func (f Folder) hasFromHost(seen *replay.File) bool {
	if !seen.Head.Watched || seen.Unplayable != nil {
		return false
	}
	first, err := seen.Play()
	if err != nil {
		return false
	}
	logs, _ := filepath.Glob(filepath.Join(f.Path, runningFolder, "*"+logEnding)) // first: they may become replays meanwhile
	list, _ := f.files()
	for i := range list {
		if list[i].Modified.UnixMilli() >= seen.Head.Started {
			logs = append(logs, list[i].Path)
		}
	}
	for _, path := range logs {
		if b, err := readRegular(path, replay.MaxFile); err == nil && isOfHost(b, seen, &first.World) {
			return true
		}
	}
	return false
}

// isOfHost reports whether a file is a host's recording of a match that a client saw, with the same World at that tick.
func isOfHost(b []byte, seen *replay.File, w *game.World) bool {
	f, err := replay.Skim(b)
	if err != nil || f.Head.Watched || f.Unplayable != nil || f.Head.Title != seen.Head.Title || f.Head.Arena != seen.Head.Arena ||
		f.Head.Mode != seen.Head.Mode || f.Head.First > w.Tick || f.LastTick < w.Tick {
		return false
	}
	if f, err = replay.Parse(b); err != nil {
		return false
	}
	c, err := f.Play()
	return err == nil && c.Seek(w.Tick) == nil && c.World == *w
}

// compacted returns the bytes of a replay: fewer than those of the log, with an index and, for a host, with a seal. A log that cannot be
// played stays as it is, up to its last intact chunk.
func (a *Archive) compacted(f *replay.File, b []byte) []byte {
	w, world, err := f.Cut(0, f.LastTick)
	if err != nil || world.Tick != f.LastTick {
		return b[:f.Whole]
	}
	certificate, sign := a.seal(f)
	if w.End(f.Result, world, certificate, sign) != nil {
		return b[:f.Whole]
	}
	return w.Take(nil)
}

// seal returns the certificate and the signer of a replay. Only hosts seal theirs.
func (a *Archive) seal(f *replay.File) (certificate []byte, sign func([]byte) ([]byte, error)) {
	if a.Key == nil || f.Head.Watched {
		return nil, nil
	}
	cert, err := a.Key()
	if err != nil && cert.PrivateKey == nil {
		return nil, nil
	}
	key, ok := cert.PrivateKey.(*ecdsa.PrivateKey)
	if !ok || key.Curve != elliptic.P256() {
		return nil, nil // the user's own certificate of another kind
	}
	return cert.Certificate[0], func(digest []byte) ([]byte, error) { return ecdsa.SignASN1(rand.Reader, key, digest) }
}

// Read reads the replay at a path. The error has one line.
func Read(path string) (*replay.File, error) {
	b, err := sys.ReadFile(path, replay.MaxFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no file %s", path)
	}
	if err != nil {
		return nil, err
	}
	f, err := replay.Parse(b)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return f, nil
}

// readRegular reads a regular file. Others may have put a link or a pipe there, and a pipe would never end.
func readRegular(path string, most int64) ([]byte, error) {
	if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
		return nil, errors.Join(err, fs.ErrInvalid)
	}
	return sys.ReadFile(path, most)
}

// write writes and syncs a new file, replacing any at path.
func write(path string, b []byte) error {
	os.Remove(path)
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(b)
	return errors.Join(err, file.Sync(), file.Close())
}

// place moves a file into the folder, under a name that describes it.
func (f Folder) place(from string, head *replay.Head) (name string, err error) {
	for n := 1; ; n++ {
		name := nameOf(time.UnixMilli(head.Started), head.Arena, head.Mode, n)
		there, _, err := f.find(name)
		if err == nil && holds(there, head) {
			return name, nil // from a process that was killed
		}
		if err == nil {
			continue
		}
		if err := move(from, f.path(name, false)); !errors.Is(err, fs.ErrExist) {
			return filepath.Base(name), err
		}
	}
}

// holds reports whether a file is the replay with that head.
func holds(path string, head *replay.Head) bool {
	b, err := readRegular(path, replay.MaxFile)
	if err != nil {
		return false
	}
	f, err := replay.Skim(b)
	return err == nil && f.Head == *head
}
