package records

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// DB is an open SQLite or PostgreSQL database. SQL is written once, for SQLite; Dialect rewrites it for PostgreSQL. Methods are safe for
// concurrent use.
type DB struct {
	db      *sql.DB
	dialect Dialect
}

// newDB returns a DB on an open connection pool, which Close closes.
func newDB(db *sql.DB, dialect Dialect) *DB { return &DB{db, dialect} }

// Dialect returns the dialect of the database.
func (d *DB) Dialect() Dialect { return d.dialect }

// Size returns the size of the database in bytes.
func (d *DB) Size() (n int64, err error) {
	query := `SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()`
	if d.dialect == postgreSQL {
		query = `SELECT pg_database_size(current_database())`
	}
	err = d.db.QueryRow(query).Scan(&n)
	return n, err
}

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

// list returns the rows of a query, each read by scan.
func list[T any](db *DB, scan func(row *sql.Rows) (T, error), query string, args ...any) (all []T, err error) {
	rows, err := db.Query(query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		t, err := scan(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	return all, rows.Err()
}

// Tx is a transaction.
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

// maxTries is the limit for a transaction that the database aborts in favour of another.
const maxTries = 10

// Change runs do in a transaction. Transactions of all programs run one after another: SQLite serializes them, and in PostgreSQL each takes one
// lock. If the database aborts a transaction, do is called again, so its results must not depend on an earlier call.
func (d *DB) Change(do func(*Tx) error) (err error) {
	for try := range maxTries {
		if err = d.tryChange(do); !wasAborted(err) {
			return err
		}
		time.Sleep(rand.N(time.Millisecond << try)) // so that two do not collide again
	}
	return err
}

func (d *DB) tryChange(do func(*Tx) error) error {
	tx, err := d.db.BeginTx(context.Background(), nil)
	if err != nil {
		return err
	}
	if d.dialect == postgreSQL {
		// The lock comes before the first read, so later statements see everything that earlier holders committed.
		_, err = tx.Exec(`SELECT pg_advisory_xact_lock(hashtext('dogfight ' || current_schema()))`)
	}
	if err == nil {
		err = do(&Tx{tx, d.dialect})
	}
	if err != nil {
		tx.Rollback()
		return err
	}
	return tx.Commit()
}

// wasAborted reports whether PostgreSQL aborted a transaction that should be retried: a serialization failure or a deadlock. Because of the
// lock, only other programs with the same tables cause these.
func wasAborted(err error) bool {
	var state interface{ SQLState() string }
	if !errors.As(err, &state) {
		return false
	}
	return state.SQLState() == "40001" || state.SQLState() == "40P01"
}

// Dialect is a kind of SQL.
type Dialect uint8

const (
	sqLite     Dialect = 0
	postgreSQL Dialect = 1
)

// twoArgumentsMax matches max(a, b), which is greatest(a, b) in PostgreSQL. The first argument must be a name or a number.
var twoArgumentsMax = regexp.MustCompile(`\bmax\(([\w.]+),`)

// query rewrites a query or a change:
//
//	? and ?1     become $1, $2 and so on
//	max(a, b)    becomes greatest(a, b)
//
// Queries avoid other differences: no comments; comparisons as conditions (finished = 1, as there is no boolean); named subqueries; besides
// sums, only columns of GROUP BY; ON CONFLICT DO UPDATE with the columns of the conflict and the table of the old values; RETURNING for the
// numbers of new rows.
func (d Dialect) query(query string) string {
	if d == sqLite {
		return query
	}
	return twoArgumentsMax.ReplaceAllString(numbered(query), "greatest($1,")
}

// numbered replaces question marks outside string literals by $1, $2 and so on.
func numbered(query string) string {
	var b strings.Builder
	next, inText := 1, false
	for i := 0; i < len(query); i++ {
		switch c := query[i]; {
		case c == '\'':
			inText = !inText
			b.WriteByte(c)
		case c != '?' || inText:
			b.WriteByte(c)
		case i+1 < len(query) && query[i+1] >= '1' && query[i+1] <= '9':
			b.WriteByte('$') // the number follows
		default:
			b.WriteString("$" + strconv.Itoa(next))
			next++
		}
	}
	return b.String()
}

// args converts the arguments of a query: PostgreSQL does not accept a bool for an integer.
func (d Dialect) args(args []any) []any {
	if d == sqLite {
		return args
	}
	for i, arg := range args {
		if truth, ok := arg.(bool); ok {
			args[i] = 0
			if truth {
				args[i] = 1
			}
		}
	}
	return args
}

// types translates column types of SQLite to PostgreSQL.
var types = []struct {
	sqlite   *regexp.Regexp
	postgres string
}{
	{regexp.MustCompile(`--[^\n]*`), ``}, // first, as comments contain such words
	{regexp.MustCompile(`\bid(\s+)INTEGER PRIMARY KEY`), `id${1}BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY`},
	{regexp.MustCompile(`\bINTEGER\b`), `BIGINT`},
	{regexp.MustCompile(`\bREAL\b`), `DOUBLE PRECISION`},
	{regexp.MustCompile(`\bBLOB\b`), `BYTEA`},
	{regexp.MustCompile(`\bTEXT\b`), `TEXT COLLATE "C"`}, // ordered by bytes, as in SQLite
	{regexp.MustCompile(`\bWHERE (\w+);`), `WHERE $1 = 1;`},
}

var (
	table = regexp.MustCompile(`(?s)CREATE TABLE .*?\n\t\) STRICT(, WITHOUT ROWID)?`)
	// aTrigger matches name, event and body.
	aTrigger = regexp.MustCompile(`(?s)CREATE TRIGGER (\w+) (AFTER [^;]*?) BEGIN\n(.*?)\n\tEND`)
	// anUpsert matches table, inserted values and assignments on conflict.
	anUpsert = regexp.MustCompile(`(?s)INSERT INTO (\w+) ([^;]*?)ON CONFLICT DO UPDATE SET ([^;]*);`)
	// aSet matches a column that becomes a sum or a maximum.
	aSet = regexp.MustCompile(`(\w+) = (?:(max\()\w+,|\w+ \+)`)
)

// schema rewrites statements that create tables, indices and triggers:
//
//	INTEGER, REAL, BLOB       become BIGINT, DOUBLE PRECISION, BYTEA
//	id INTEGER PRIMARY KEY    becomes an identity column
//	STRICT, WITHOUT ROWID     are removed; a table without a key gets a rowid, in the order of insertion
//	CREATE TRIGGER            creates a function first, which the trigger calls
//	ON CONFLICT DO UPDATE     gets the key of the table, and in a = a + 1 the table of the second a
func (d Dialect) schema(statements string) string {
	if d == sqLite {
		return statements
	}
	for _, t := range types {
		statements = t.sqlite.ReplaceAllString(statements, t.postgres)
	}
	statements = table.ReplaceAllStringFunc(statements, func(create string) string {
		body := create[:strings.LastIndex(create, "\n\t) STRICT")]
		if !strings.Contains(body, "PRIMARY KEY") {
			body += ",\n\t\trowid BIGINT GENERATED BY DEFAULT AS IDENTITY"
		}
		return body + "\n\t)"
	})
	statements = anUpsert.ReplaceAllStringFunc(statements, qualified)
	return aTrigger.ReplaceAllString(statements, `CREATE FUNCTION ${1}() RETURNS trigger LANGUAGE plpgsql AS $$$$ BEGIN
${3}
		RETURN NULL;
	END $$$$;
	CREATE TRIGGER $1 $2 FOR EACH ROW EXECUTE FUNCTION ${1}()`)
}

// qualified adds the table to the columns of an upsert.
func qualified(upsert string) string {
	part := anUpsert.FindStringSubmatch(upsert)
	old, inserted, set := part[1], part[2], part[3]
	set = aSet.ReplaceAllStringFunc(set, func(one string) string {
		column := aSet.FindStringSubmatch(one)[1]
		if strings.Contains(one, "max(") {
			return column + " = greatest(" + old + "." + column + ","
		}
		return column + " = " + old + "." + column + " +"
	})
	return "INSERT INTO " + old + " " + inserted + "ON CONFLICT ON CONSTRAINT " + old + "_pkey DO UPDATE SET " + set + ";"
}

// BreaksRule reports whether the tables can never accept the values of a statement: a wrong type, a value out of range, a missing value, a
// failed check. Duplicate keys and missing references do not count: a restored database whose numbers start too low reports these for
// everything.
func BreaksRule(err error) bool {
	var state interface{ SQLState() string }
	if errors.As(err, &state) {
		s := state.SQLState()
		return strings.HasPrefix(s, "22") || s == "23502" || s == "23514" // data exception, not null, check
	}
	var code interface{ Code() int }
	if errors.As(err, &code) {
		switch code.Code() { // SQLite's, extended; see sqlite.org/rescode.html
		case 275, 1299, 3091: // SQLITE_CONSTRAINT_CHECK, _NOTNULL, _DATATYPE
			return true
		}
	}
	return false
}

// Migration leads from one version of some tables to the next.
type Migration struct {
	Schema string // creates and changes tables
	// Old, if any, moves the contents of earlier tables. It is for SQLite only: no PostgreSQL database ever had these versions.
	Old string
}

// In returns the statements of the migration in a dialect.
func (m Migration) In(d Dialect) string {
	if d == sqLite {
		return m.Schema + m.Old
	}
	return d.schema(m.Schema)
}

// Migrate applies the missing migrations to a part of the database, which has its own tables, in one transaction. The versions of parts are in
// a table.
func (d *DB) Migrate(part string, migrations []Migration) error {
	return d.Change(func(tx *Tx) error {
		_, err := tx.Exec(d.dialect.schema("CREATE TABLE IF NOT EXISTS versions (\n\t\tpart TEXT PRIMARY KEY,\n\t\tversion INTEGER NOT NULL\n\t) STRICT"))
		if err != nil {
			return err
		}
		version := 0
		if err := tx.QueryRow(`SELECT coalesce(sum(version), 0) FROM versions WHERE part = ?`, part).Scan(&version); err != nil {
			return err
		}
		if version > len(migrations) {
			return fmt.Errorf("is from a later version of the game: version of its %s must be %d at most, got %d", part, len(migrations), version)
		}
		for _, m := range migrations[version:] {
			if _, err := tx.Exec(m.In(d.dialect)); err != nil {
				return err
			}
		}
		_, err = tx.Exec(`INSERT INTO versions VALUES (?, ?) ON CONFLICT (part) DO UPDATE SET version = excluded.version`, part, len(migrations))
		return err
	})
}

// Version returns the version of a part, as Migrate set it.
func (d *DB) Version(part string) (version int, err error) {
	err = d.QueryRow(`SELECT version FROM versions WHERE part = ?`, part).Scan(&version)
	return version, err
}
