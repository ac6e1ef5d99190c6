package records

import (
	"database/sql"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"dogfight/testkit"

	_ "github.com/jackc/pgx/v5/stdlib"
	_ "modernc.org/sqlite"
)

var long = flag.Bool("long", false, "write more at once")

func TestMain(m *testing.M) { os.Exit(testkit.PostgresMain(m)) }

var numbers = []Migration{{Schema: "CREATE TABLE numbers (\n\t\tid INTEGER PRIMARY KEY,\n\t\tn INTEGER NOT NULL\n\t) STRICT"}}

func onBoth(t *testing.T, test func(t *testing.T, d *DB)) {
	open := func(t *testing.T, driver, url string, dialect Dialect) *DB {
		db, err := sql.Open(driver, url)
		if err != nil {
			t.Fatal(err)
		}
		d := newDB(db, dialect)
		t.Cleanup(func() { d.Close() })
		if err := d.Migrate("numbers", numbers); err != nil {
			t.Fatal(err)
		}
		return d
	}
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		path := filepath.ToSlash(filepath.Join(t.TempDir(), "numbers.db"))
		test(t, open(t, "sqlite", "file:"+path+"?_pragma=busy_timeout(60000)&_pragma=synchronous(off)&_txlock=immediate", sqLite))
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		t.Parallel()
		test(t, open(t, "pgx", testkit.PostgresURL(t), postgreSQL))
	})
}

func TestChangesAreMadeInARow(t *testing.T) {
	onBoth(t, func(t *testing.T, d *DB) {
		if _, err := d.Exec(`INSERT INTO numbers (n) VALUES (?)`, 0); err != nil {
			t.Fatal(err)
		}
		writers, each := 6, 6
		if *long {
			each = 60
		}
		var all sync.WaitGroup
		for range writers {
			all.Go(func() {
				for range each {
					if err := d.Change(func(tx *Tx) error { // reads, then writes what it has made of it
						n := 0
						if err := tx.QueryRow(`SELECT n FROM numbers`).Scan(&n); err != nil {
							return err
						}
						_, err := tx.Exec(`UPDATE numbers SET n = ?`, n+1)
						return err
					}); err != nil {
						t.Error(err)
					}
				}
			})
		}
		all.Wait()
		n := 0
		if err := d.QueryRow(`SELECT n FROM numbers`).Scan(&n); err != nil || n != writers*each {
			t.Errorf("found %d, %v", n, err)
		}
	})
}

func TestAChangeThatFailsLeavesNothing(t *testing.T) {
	onBoth(t, func(t *testing.T, d *DB) {
		reason := errors.New("no")
		err := d.Change(func(tx *Tx) error {
			if _, err := tx.Exec(`INSERT INTO numbers (n) VALUES (7)`); err != nil {
				return err
			}
			return reason
		})
		var n int
		if failed := d.QueryRow(`SELECT count(*) FROM numbers`).Scan(&n); n != 0 || failed != nil || !errors.Is(err, reason) {
			t.Errorf("%d numbers, %v, %v", n, failed, err)
		}
	})
}

// state is an error of PostgreSQL's.
type state string

func (s state) Error() string    { return string(s) }
func (s state) SQLState() string { return string(s) }

func TestAChangeThatTheDatabaseGivesUpIsTriedAgainAndOthersAreNot(t *testing.T) {
	onBoth(t, func(t *testing.T, d *DB) {
		for code, want := range map[state]int{"40001": 3, "40P01": 3, "23505": 1} {
			calls := 0
			d.Change(func(*Tx) error {
				if calls++; calls < 3 {
					return code
				}
				return nil
			})
			if calls != want {
				t.Errorf("%s: %d calls", code, calls)
			}
		}
	})
}

func TestMigrationsAreMadeOnceAndInOrder(t *testing.T) {
	onBoth(t, func(t *testing.T, d *DB) {
		more := append(numbers[:1:1], Migration{Schema: `ALTER TABLE numbers ADD COLUMN m INTEGER NOT NULL DEFAULT 5`})
		var all sync.WaitGroup
		for range 4 { // at once
			all.Go(func() {
				if err := d.Migrate("numbers", more); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if version, err := d.Version("numbers"); version != 2 || err != nil {
			t.Errorf("version %d, %v", version, err)
		}
		if err := d.Migrate("numbers", numbers); err == nil || !strings.Contains(err.Error(), "later version of the game: version of its numbers must be 1 at most, got 2") {
			t.Errorf("found %v", err)
		}
	})
}
