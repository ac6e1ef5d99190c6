// Package records is the database of matches and pilots.
//
//	matches ──┬─< flights: one pilot in one match, bots included
//	pilots  ──┤            by identity, with sums of their flights and a rating
//	          └─< careers: one pilot with an identity in one match, including matches on other hosts
//	          │            arms by class and weapon, medals and rivals beside it, and sums kept by triggers
//	          └─< laps:    the best lap of each player on each course, with the replay that proves it (tapes)
//
// It is a SQLite database in WAL mode, which several programs may use at once; the records of a fleet may be in PostgreSQL. A match is written
// in one transaction after its end and is then on the disk (synchronous = FULL): a crash loses at most the running match.
//
// Pilots are identified by the fingerprint of their key. A pilot without a key is stored by name in the match and among rivals only, because
// anyone may use the name.
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

// Store is an open database of records. Its methods are safe for concurrent use, and other programs may have the same file open.
type Store struct {
	path string
	db   *DB
}

// Open opens the records at path and creates the file and its folder if needed. It does not change a file that is damaged, belongs to another
// program, or comes from a later version of the game. The error is one line that names the file.
func Open(path string) (*Store, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("records cannot be saved: %w", err)
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

// openToRead opens existing records and changes nothing.
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

// readFile returns the result of read for the records at path, or none if there is no file. It does not change the file.
func readFile[T any](path string, none T, read func(*Store) (T, error)) (result T, err error) {
	s, err := openToRead(path)
	if errors.Is(err, fs.ErrNotExist) {
		return none, nil
	}
	if err != nil {
		return result, err
	}
	defer s.Close()
	if result, err = read(s); err != nil {
		return result, explain(path, err)
	}
	return result, nil
}

// Backup copies the records at path to a new file while other programs may use them. A plain copy of the file would lack the matches that are
// still in the write-ahead log.
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

// patience is the wait for another program's write, in ms.
const patience = 5000

// inURL escapes a path in a URL.
var inURL = strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23")

// open opens the file at path without reading it.
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
	db.SetMaxOpenConns(1) // pragmas hold for one connection
	return &Store{path, newDB(db, sqLite)}, nil
}

// prepare checks the file and migrates it to this version.
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
	// FULL: a saved match survives a crash and a power cut. In WAL mode this costs one sync a match.
	if err := s.useWAL(); err != nil {
		return err
	}
	if _, err := s.db.Exec(`PRAGMA synchronous = FULL`); err != nil {
		return err
	}
	return s.migrate()
}

// useWAL changes the file to WAL mode. If two programs do so at once, SQLite reports "busy" to one of them without waiting, since each holds a
// lock that the other needs.
func (s *Store) useWAL() (err error) {
	for end := time.Now().Add(patience * time.Millisecond); time.Now().Before(end); time.Sleep(patience * time.Millisecond / 1000) {
		if _, err = s.db.Exec(`PRAGMA journal_mode = WAL`); !isBusy(err) {
			return err
		}
	}
	return err
}

// isBusy reports whether another program holds a lock.
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

// explain returns err as one line about the file at path.
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

// explained is an error in words that wraps the original.
type explained struct {
	error
	was error
}

func (e explained) Unwrap() []error { return []error{e.error, e.was} }

// codeError puts an error code of SQLite into words for players.
func codeError(err *sqlite.Error) error {
	switch err.Code() & 0xff { // without the extended code
	case sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT:
		return errDamaged
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM:
		return errors.New("cannot be written")
	case sqlite3.SQLITE_CANTOPEN:
		return errors.New("cannot be opened")
	case sqlite3.SQLITE_FULL:
		return errors.New("cannot grow: the disk is full")
	case sqlite3.SQLITE_IOERR: // also for a full disk without room for the shared memory
		return errors.New("cannot be read or written: the disk is full, or fails")
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return errors.New("is being written by another program, for too long")
	}
	return fmt.Errorf("cannot be used: %s", strings.ReplaceAll(err.Error(), "\n", " "))
}

// OpenPostgreSQL opens the records in a PostgreSQL database and creates missing tables. Close closes db. Errors are one line with name, which
// must not contain a password.
func OpenPostgreSQL(name string, db *sql.DB) (*Store, error) {
	s := &Store{name, newDB(db, postgreSQL)}
	if err := s.migrate(); err != nil {
		s.Close()
		return nil, explain(name, err)
	}
	return s, nil
}

// Database returns the database of the records, for other tables beside them.
func (s *Store) Database() *DB { return s.db }
