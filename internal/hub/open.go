package hub

import (
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"dogfight/internal/records"
)

const (
	mostConnections = 8 // of a hub to PostgreSQL
	connectTime     = 5 * time.Second
	// statementTime is how long PostgreSQL may take for a statement, also one that waits for another hub, before it gives up.
	statementTime = "30s"
)

// InPostgreSQL reports whether records are kept there, not in a file.
func InPostgreSQL(where string) bool {
	return strings.HasPrefix(where, "postgres://") || strings.HasPrefix(where, "postgresql://")
}

// Open opens the records in a file of SQLite, or in PostgreSQL at a URL such as postgres://dogfight@db/dogfight. They appear
// if they are not there. An error is one line without a password.
func OpenRecords(where string) (*records.Store, error) {
	store, err := open(where)
	if err != nil {
		return nil, err
	}
	if err := store.TakeResults(); err != nil {
		store.Close()
		return nil, err
	}
	return store, nil
}

// openTables opens existing records, and the tables of the registry in the same database.
func openTables(where string) (s *records.Store, g *registryTables, err error) {
	if !InPostgreSQL(where) {
		if _, err := os.Stat(where); err != nil {
			return nil, nil, fmt.Errorf("records: %w", err)
		}
	}
	if s, err = OpenRecords(where); err != nil {
		return nil, nil, err
	}
	g = &registryTables{}
	if err = g.open(s.Database()); err != nil {
		s.Close()
	}
	return s, g, err
}

func open(where string) (*records.Store, error) {
	if !InPostgreSQL(where) {
		return records.Open(where)
	}
	config, err := pgx.ParseConfig(where)
	if err != nil {
		return nil, fmt.Errorf("records: must be a file, or a URL such as postgres://user@host/database: %w", err) // which has no password
	}
	name := "postgres"
	if u, err := url.Parse(where); err == nil {
		name = "postgres://" + u.Host + u.Path
	}
	config.ConnectTimeout = connectTime
	if config.RuntimeParams["statement_timeout"] == "" {
		config.RuntimeParams["statement_timeout"] = statementTime
	}
	if config.RuntimeParams["application_name"] == "" {
		config.RuntimeParams["application_name"] = "dogfight-hub"
	}
	db := sql.OpenDB(stdlib.GetConnector(*config))
	db.SetMaxOpenConns(mostConnections)
	return records.OpenPostgreSQL(name, db)
}
