package records

import (
	"database/sql"
	"sync"
	"testing"

	"dogfight/testkit"

	_ "github.com/jackc/pgx/v5/stdlib"
)

// onBoth runs a test on SQLite and on PostgreSQL. What it is given makes empty records.
func statsOnBoth(t *testing.T, test func(t *testing.T, newStore func(*testing.T) *Store)) {
	t.Parallel()
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		test(t, newStore)
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		t.Parallel()
		test(t, newInPostgreSQL)
	})
}

// emptied are records in PostgreSQL that a test has used and that are empty again: to make all tables takes longer than most tests.
var emptied struct {
	sync.Mutex
	stores []*Store
}

func newInPostgreSQL(t *testing.T) *Store {
	t.Helper()
	emptied.Lock()
	defer emptied.Unlock()
	var s *Store
	if last := len(emptied.stores) - 1; last >= 0 {
		s, emptied.stores = emptied.stores[last], emptied.stores[:last]
	} else {
		s = connectToPostgreSQL(t, testkit.PostgresURL(t))
	}
	t.Cleanup(func() {
		if _, err := s.db.Exec(emptyAll); err != nil || t.Failed() {
			s.Close()
			return
		}
		emptied.Lock()
		defer emptied.Unlock()
		emptied.stores = append(emptied.stores, s)
	})
	return s
}

// emptyAll leaves the tables as they are right after they were made: without a line, and with the first number to come next.
const emptyAll = `DO $$
DECLARE name text;
BEGIN
	SET LOCAL session_replication_role = replica; -- in which tables are emptied in any order
	FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tablename <> 'versions' LOOP
		EXECUTE format('DELETE FROM %I', name);
	END LOOP;
	FOR name IN SELECT sequencename FROM pg_sequences WHERE schemaname = current_schema() LOOP
		PERFORM setval(format('%I', name), 1, false);
	END LOOP;
END $$`

func openInPostgreSQL(t *testing.T, url string) *Store {
	t.Helper()
	s := connectToPostgreSQL(t, url)
	t.Cleanup(func() { s.Close() })
	return s
}

func connectToPostgreSQL(t *testing.T, url string) *Store {
	t.Helper()
	db, err := sql.Open("pgx", url)
	if err != nil {
		t.Fatal(err)
	}
	s, err := OpenPostgreSQL("postgres", db)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
