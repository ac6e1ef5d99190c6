package stats

import (
	"database/sql"
	"flag"
	"os"
	"testing"

	"dogfight/internal/database/postgrestest"

	_ "github.com/jackc/pgx/v5/stdlib"
)

var long = flag.Bool("long", false, "write more at once")

func TestMain(m *testing.M) { os.Exit(postgrestest.Main(m)) }

// onBoth runs a test on SQLite and on PostgreSQL. What it is given makes empty records.
func onBoth(t *testing.T, test func(t *testing.T, newStore func(*testing.T) *Store)) {
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

func newInPostgreSQL(t *testing.T) *Store {
	t.Helper()
	return openInPostgreSQL(t, postgrestest.URL(t))
}

func openInPostgreSQL(t *testing.T, url string) *Store {
	t.Helper()
	db, err := sql.Open("pgx", url)
	if err != nil {
		t.Fatal(err)
	}
	s, err := OpenPostgreSQL("postgres", db)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}
