// Package database lets SQL that is written once run on SQLite and on PostgreSQL.
//
// Queries are written as SQLite has them, with ? for what is given; what PostgreSQL
// has otherwise is rewritten on the way. See dialect.go for all that is, and for what
// queries must do without. The drivers are the caller's.
package records

import (
	"context"
	"database/sql"
	"errors"
	"math/rand/v2"
	"time"
)

// DB is an open database in one of the dialects. Its methods may be called from any goroutine.
type DB struct {
	db      *sql.DB
	dialect Dialect
}

// New returns a DB on an open connection pool, which Close closes.
func newDB(db *sql.DB, dialect Dialect) *DB { return &DB{db, dialect} }

// Dialect returns what is spoken there.
func (d *DB) Dialect() Dialect { return d.dialect }

// Close closes the connections.
func (d *DB) Close() error { return d.db.Close() }

// Query is sql.DB.Query.
func (d *DB) Query(query string, args ...any) (*sql.Rows, error) {
	return d.db.Query(d.dialect.query(query), d.dialect.args(args)...)
}

// QueryRow is sql.DB.QueryRow.
func (d *DB) QueryRow(query string, args ...any) *sql.Row {
	return d.db.QueryRow(d.dialect.query(query), d.dialect.args(args)...)
}

// Exec is sql.DB.Exec.
func (d *DB) Exec(query string, args ...any) (sql.Result, error) {
	return d.db.Exec(d.dialect.query(query), d.dialect.args(args)...)
}

// Tx is a transaction: what sees the database as nobody else changes it meanwhile.
type Tx struct {
	tx      *sql.Tx
	dialect Dialect
}

// Query is sql.Tx.Query.
func (t *Tx) Query(query string, args ...any) (*sql.Rows, error) {
	return t.tx.Query(t.dialect.query(query), t.dialect.args(args)...)
}

// QueryRow is sql.Tx.QueryRow.
func (t *Tx) QueryRow(query string, args ...any) *sql.Row {
	return t.tx.QueryRow(t.dialect.query(query), t.dialect.args(args)...)
}

// Exec is sql.Tx.Exec.
func (t *Tx) Exec(query string, args ...any) (sql.Result, error) {
	return t.tx.Exec(t.dialect.query(query), t.dialect.args(args)...)
}

// mostTries is how often a change is tried that the database gave up for another's sake.
const mostTries = 10

// Change does something to the database, all of it or nothing. One change is made after the other, whatever
// program makes it: so has SQLite it by itself, and in PostgreSQL each takes one lock. How is called again if the
// database gives the change up, and must leave nothing behind that a second call does not overwrite.
func (d *DB) Change(how func(*Tx) error) (err error) {
	for try := range mostTries {
		if err = d.tryChange(how); !gaveUp(err) {
			return err
		}
		time.Sleep(rand.N(time.Millisecond << try)) // so that two do not meet again
	}
	return err
}

func (d *DB) tryChange(how func(*Tx) error) error {
	tx, err := d.db.BeginTx(context.Background(), nil)
	if err != nil {
		return err
	}
	if d.dialect == postgreSQL {
		// The lock comes before anything is read, and each statement after it reads what is committed: all
		// that those who had the lock before have done.
		_, err = tx.Exec(`SELECT pg_advisory_xact_lock(hashtext('dogfight ' || current_schema()))`)
	}
	if err == nil {
		err = how(&Tx{tx, d.dialect})
	}
	if err != nil {
		tx.Rollback()
		return err
	}
	return tx.Commit()
}

// gaveUp reports whether PostgreSQL has taken nothing of a change, and says that it should be tried again: it found
// that two cannot be in a row, or wait for each other. Our lock leaves that to other programs with the same tables.
func gaveUp(err error) bool {
	var state interface{ SQLState() string }
	if !errors.As(err, &state) {
		return false
	}
	return state.SQLState() == "40001" || state.SQLState() == "40P01"
}
