package records

import (
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// Store is the open file of records. Its methods may be called from any goroutine,
// and other programs may have the same file open.
type Store struct {
	path string
	db   *DB
}

// Open opens the records at path. The file appears with its folder if it is not
// there. One that is damaged, another program's, or of a later version of the game
// is left as it is. The error is one line that names the file.
func Open(path string) (*Store, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("records cannot be kept: %w", err)
	}
	s, err := open(path)
	if err == nil {
		err = s.prepare()
	}
	if err != nil {
		return nil, errors.Join(explain(path, err), s.Close())
	}
	return s, nil
}

// openToRead opens records that are there already, and changes nothing.
func openToRead(path string) (*Store, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	s, err := open(path)
	if err == nil {
		_, err = s.version()
	}
	if err != nil {
		return nil, errors.Join(explain(path, err), s.Close())
	}
	return s, nil
}

// Backup writes a whole copy of the records at path to a file that is not there yet, whoever has the records open meanwhile. A copy of the
// file alone would lack the matches that are still in the log beside it.
func Backup(path, copy string) error {
	s, err := openToRead(path)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there are no records to copy: no file %s", path)
	} else if err != nil {
		return err
	}
	defer s.Close()
	f, err := os.OpenFile(copy, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("cannot copy the records: %w", err)
	}
	defer f.Close()
	full, err := filepath.Abs(copy)
	if err == nil {
		_, err = s.db.Exec(`VACUUM INTO ?`, full)
	}
	if err == nil {
		err = f.Sync()
	}
	if err != nil {
		os.Remove(copy)
		return fmt.Errorf("cannot copy the records to %s: %w", copy, err)
	}
	return nil
}

// patience is how long, in ms, one waits for another program that writes.
const patience = 5000

// inURL writes a path as a part of a URL.
var inURL = strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23")

// open opens whatever is at path, which nothing has been read of yet.
func open(path string) (*Store, error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return &Store{path: path}, err
	}
	full = filepath.ToSlash(full)
	if !strings.HasPrefix(full, "/") {
		full = "/" + full // a drive's letter
	}
	name := "file://" + inURL.Replace(full) + fmt.Sprintf("?_pragma=busy_timeout(%d)&_txlock=immediate", patience)
	db, err := sql.Open("sqlite", name)
	if err != nil {
		return &Store{path: path}, err
	}
	db.SetMaxOpenConns(1) // what is set for a connection then holds for all that is done
	return &Store{path, newDB(db, sqLite)}, nil
}

// prepare makes sure that the file is sound, and of this version.
func (s *Store) prepare() error {
	if _, err := s.version(); err != nil {
		return err
	}
	var sound string
	if err := s.db.QueryRow(`PRAGMA quick_check(1)`).Scan(&sound); err != nil {
		return err
	} else if sound != "ok" {
		return errDamaged
	}
	// FULL: a match that is kept is on the disk, and neither the end of the program
	// nor that of the power takes it away. In WAL mode this costs one sync a match.
	if err := s.useWAL(); err != nil {
		return err
	}
	if _, err := s.db.Exec(`PRAGMA synchronous = FULL`); err != nil {
		return err
	}
	return s.migrate()
}

// useWAL changes the file to WAL mode. Where two programs do so at once, SQLite tells one of them that the
// file is busy without waiting, since both hold a lock that the other wants.
func (s *Store) useWAL() (err error) {
	for end := time.Now().Add(patience * time.Millisecond); time.Now().Before(end); time.Sleep(patience * time.Millisecond / 1000) {
		if _, err = s.db.Exec(`PRAGMA journal_mode = WAL`); !isBusy(err) {
			return err
		}
	}
	return err
}

// isBusy reports whether an error is that another program holds a lock.
func isBusy(err error) bool {
	var code *sqlite.Error
	return errors.As(err, &code) && (code.Code()&0xff == sqlite3.SQLITE_BUSY || code.Code()&0xff == sqlite3.SQLITE_LOCKED)
}

// Close closes the file.
func (s *Store) Close() error {
	if s.db == nil {
		return nil
	}
	return s.db.Close()
}

var (
	errDamaged = errors.New("is damaged")
	errForeign = errors.New("is another program's")
)

// explain says in one line what is wrong with the file at path.
func explain(path string, err error) error {
	var code *sqlite.Error
	switch {
	case errors.As(err, &code):
		err = explained{codeError(code), err}
	case errors.Is(err, fs.ErrNotExist):
		return err
	}
	return fmt.Errorf("records: %s %w", path, err)
}

// explained is an error in words, with what it was.
type explained struct {
	error
	was error
}

func (e explained) Unwrap() []error { return []error{e.error, e.was} }

// codeError says what a code of SQLite's means to a player.
func codeError(err *sqlite.Error) error {
	switch err.Code() & 0xff { // the rest says more than anybody wants to know
	case sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT:
		return errDamaged
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM:
		return errors.New("cannot be written")
	case sqlite3.SQLITE_CANTOPEN:
		return errors.New("cannot be opened")
	case sqlite3.SQLITE_FULL:
		return errors.New("cannot grow: the disk is full")
	case sqlite3.SQLITE_IOERR: // of a full disk too, if there is no room for what all who use the file share
		return errors.New("cannot be read or written: the disk is full, or fails")
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return errors.New("is being written by another program, for too long")
	}
	return fmt.Errorf("cannot be used: %s", strings.ReplaceAll(err.Error(), "\n", " "))
}
