package replays

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"dogfight/game"
	"dogfight/proto/replay"
	"dogfight/sys"
)

// shortest is how long a match must have lasted to be kept.
const shortest = 10 * time.Second

// develop makes a replay of a log: shorter, sealed, and where it belongs; and removes the log. It returns the name of the
// replay, "" if the match is not worth one. With an error the log stays as it is.
func (a *Archive) develop(l *Log) (name string, err error) {
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
	if err != nil || !worthKeeping(f) || a.Folder.hasFromHost(f) {
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

// worthKeeping reports whether a player flew in a match that had begun, and that for long enough: a host full of bots must not
// fill the folder.
func worthKeeping(f *replay.File) bool {
	var e Entry
	started := e.readNotes(f)
	if c, err := f.Play(); err == nil && (c.World.Status == game.Waiting && !started || c.World.Status == game.Closed) {
		return false
	}
	return len(e.Players) > 0 && e.Length >= shortest
}

// hasFromHost reports whether a match that a client saw is recorded by its host in the same folder: nobody wants it twice.
func (f Folder) hasFromHost(seen *replay.File) bool {
	if !seen.Head.Watched || seen.Unplayable != nil {
		return false
	}
	first, err := seen.Play()
	if err != nil {
		return false
	}
	logs, _ := filepath.Glob(filepath.Join(f.Path, runningFolder, "*"+logEnding)) // first: from there they go to the others
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

// isOfHost reports whether a file is what a host recorded of a match that a client saw, and which had that World then.
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

// compacted returns the bytes of a replay: fewer than those of the log, with an index and, if this is of a host, with a seal.
// What cannot be played is left as it is, as far as it is whole.
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

// seal returns what a replay is sealed with. Only a host can say what was played.
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
		return nil, nil // it is the user's own, of another kind
	}
	return cert.Certificate[0], func(digest []byte) ([]byte, error) { return ecdsa.SignASN1(rand.Reader, key, digest) }
}

// readRegular reads a file, unless it is a link or a pipe that others have put there: a pipe would never end.
func readRegular(path string, most int64) ([]byte, error) {
	if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
		return nil, errors.Join(err, fs.ErrInvalid)
	}
	return sys.ReadFile(path, most)
}

// write writes a new file that is on the disk afterwards, in place of whatever is at path.
func write(path string, b []byte) error {
	os.Remove(path)
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(b)
	return errors.Join(err, file.Sync(), file.Close())
}

// place moves a file to where it belongs, under a name that says what it is.
func (f Folder) place(from string, head *replay.Head) (name string, err error) {
	for n := 1; ; n++ {
		name := nameOf(time.UnixMilli(head.Started), head.Arena, head.Mode, n)
		there, _, err := f.find(name)
		if err == nil && holds(there, head) {
			return name, nil // from before its process was killed
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
