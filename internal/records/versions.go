package records

import "fmt"

// Migration leads from one version of some tables to the next.
type Migration struct {
	Schema string // makes and changes tables
	// Old, if any, moves what the tables of versions before hold. It is in SQLite's words, and for SQLite alone: no
	// PostgreSQL has ever had these versions.
	Old string
}

// In returns all that the migration does, in a dialect.
func (m Migration) In(d Dialect) string {
	if d == sqLite {
		return m.Schema + m.Old
	}
	return d.schema(m.Schema)
}

// Migrate brings a part of the database, which has tables of its own, to the version that these migrations lead to, all
// the way or not at all. The versions of parts are kept in a table.
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

// Version returns the version of a part that Migrate has made.
func (d *DB) Version(part string) (version int, err error) {
	err = d.QueryRow(`SELECT version FROM versions WHERE part = ?`, part).Scan(&version)
	return version, err
}
