package records

import (
	"database/sql"
)

// OpenPostgreSQL opens the records in a PostgreSQL database, which Close closes. The tables appear if they are not there.
// The name is for errors, which are one line; it should not tell a password.
func OpenPostgreSQL(name string, db *sql.DB) (*Store, error) {
	s := &Store{name, newDB(db, postgreSQL)}
	if err := s.migrate(); err != nil {
		s.Close()
		return nil, explain(name, err)
	}
	return s, nil
}

// Database returns where the records are, for what else is kept beside them.
func (s *Store) Database() *DB { return s.db }
